/** Of the elements of dom.ts, which reads formulas by this file. */
interface Element {
  readonly tag: string
  readonly attributes: { get(name: string): string | undefined }
  readonly children: readonly Child[]
}
type Child = Element | string

/** Drawn larger or with more room, but no part of what is read. */
const SILENT = new Set(['annotation', 'annotation-xml', 'mphantom', 'none', 'script', 'style'])
/** Signs that stand for a product, a function's use or a comma without showing: U+2061 to U+2064. */
const UNSEEN = /[\u2061-\u2064\u200b\u2062]/g
const SPACED = new Set([...'=+−–-±×÷·⋅<>≤≥≠≈≡∼~→←⇒⇔∈∝|'])
/** Real formulas nest some ten deep. */
const DEEPEST = 40

/** A formula of MathML as one line: `<msup><mn>10</mn><mn>6</mn></msup>` is "10^6", a fraction "(a + b)/c". */
export function mathText(math: Element): string {
  return read(math, 0).replace(/\s+/g, ' ').trim()
}

function read(node: Child, depth: number): string {
  if (typeof node === 'string') return node.trim().replace(UNSEEN, '')
  if (SILENT.has(node.tag) || depth > DEEPEST) return ''
  const parts = node.children.filter((child): child is Element => typeof child !== 'string')
  const part = (at: number): string => {
    const child = parts[at]
    return child === undefined ? '' : read(child, depth + 1)
  }
  switch (node.tag) {
    case 'msup':
    case 'mover':
      return raise(part(0), part(1))
    case 'msub':
    case 'munder':
      return lower(part(0), part(1))
    case 'msubsup':
    case 'munderover':
      return raise(lower(part(0), part(1)), part(2))
    case 'mmultiscripts':
      return multiscripts(parts, depth)
    case 'mfrac':
      return `${grouped(part(0))}/${grouped(part(1))}`
    case 'msqrt':
      return `√${grouped(joined(node.children, depth))}`
    case 'mroot':
      return rootOf(grouped(part(0)), part(1))
    case 'semantics':
      return part(0)
    case 'mtr':
    case 'mlabeledtr':
      return parts.map((cell) => read(cell, depth + 1)).join(', ')
    case 'mtable':
      return parts.map((row) => read(row, depth + 1)).join('; ')
    case 'mfenced':
      return fenced(node, parts, depth)
    case 'mspace':
      return ' '
    case 'mtext':
    case 'ms':
      return ` ${joined(node.children, depth)} `
    case 'mo':
      return operator(joined(node.children, depth))
    default:
      return joined(node.children, depth)
  }
}

const UNARY = /^ [-−–+±] $/

/** Two numbers side by side are a product, not one number: 2 3 must not become 23. */
function joined(children: readonly Child[], depth: number): string {
  let text = ''
  let before: Child | undefined
  for (const child of children) {
    const next = read(child, depth + 1)
    if (/\d$/.test(text) && /^\d/.test(next) && !isOneNumber(before, child)) text += ` · ${next}`
    else text += UNARY.test(next) && /(?:^|[(=×·<>≤≥≈~,|])\s?$/.test(text) ? next.trim() : next
    if (typeof child !== 'string' || child.trim() !== '') before = child
  }
  return text
}

const SCRIPTED = new Set(['msup', 'msub', 'msubsup', 'mover'])

/** Older makers of formulas raise the last digit alone: `<mn>1</mn><msup><mn>0</mn><mn>6</mn></msup>` shows 10^6. */
function isOneNumber(before: Child | undefined, next: Child): boolean {
  if (before === undefined || typeof before === 'string' || typeof next === 'string') return false
  const base = next.children.find((child): child is Element => typeof child !== 'string')
  return before.tag === 'mn' && SCRIPTED.has(next.tag) && base?.tag === 'mn'
}

export function operator(sign: string): string {
  return SPACED.has(sign) ? ` ${sign} ` : sign
}

/** A sign in front of nothing belongs to its number: 10^-3, not 10^ - 3. */
function tight(text: string): string {
  return text
    .trim()
    .replace(/^([-−–+±])\s+/, '$1')
    .replace(/[−–]/g, '-')
}

/** "8^(1/3)": before the sign of a root the 3 would read as its factor. */
export function rootOf(under: string, index: string): string {
  return `${under}^(1/${grouped(index)})`
}

export function grouped(text: string): string {
  const plain = tight(text)
  return /^[-+]?[\p{L}\p{N}.]*$/u.test(plain) ? plain : `(${plain})`
}

const PRIMES: ReadonlySet<string> = new Set(['′', '″', '‴', "'", '*', '†', '°', '∘', '¯', '‾', '^', '~', '→', '˙', '¨'])

export function raise(base: string, over: string): string {
  const plain = over.trim()
  if (plain === '') return base
  const isProduct = /[\s·/]/.test(base.trim()) && !/^[(|[{]/.test(base.trim())
  if (PRIMES.has(plain)) return `${base}${plain === '∘' ? '°' : plain}`
  return `${isProduct ? `(${base.trim()})` : base}^${grouped(over)}`
}

/** "CO_2" is written CO2; after a figure, or where more than a word is lowered, the sign stays. */
export function lower(base: string, under: string): string {
  const plain = under.trim()
  if (plain === '') return base
  return /\p{L}$/u.test(base) && /^\d+$/.test(plain) ? base + plain : `${base}_${grouped(under)}`
}

/** Scripts behind the base and, past <mprescripts>, in front of it: 14 over 6 before C is "14C". */
function multiscripts(parts: readonly Element[], depth: number): string {
  const cut = parts.findIndex((part) => part.tag === 'mprescripts')
  const behind = parts.slice(1, cut < 0 ? undefined : cut)
  const front = cut < 0 ? [] : parts.slice(cut + 1)
  let text = parts[0] === undefined ? '' : read(parts[0], depth + 1)
  for (let at = 0; at < behind.length; at += 2) {
    const [under, over] = [behind[at], behind[at + 1]]
    if (under !== undefined) text = lower(text, read(under, depth + 1))
    if (over !== undefined) text = raise(text, read(over, depth + 1))
  }
  const mass = front[1] === undefined ? '' : read(front[1], depth + 1).trim()
  return `${mass === '' ? '' : ` ${mass}`}${text}`
}

function fenced(node: Element, parts: readonly Element[], depth: number): string {
  const open = node.attributes.get('open') ?? '('
  const close = node.attributes.get('close') ?? ')'
  return `${open}${parts.map((part) => read(part, depth + 1)).join(', ')}${close}`
}
