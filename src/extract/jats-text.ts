/** The part of an XML node that is used; linkedom declares its own DOM types, the project has none. */
export interface XmlNode {
  readonly localName: string
  readonly nodeType: number
  readonly textContent: string | null
  readonly childNodes: Iterable<XmlNode>
  getAttribute(name: string): string | null
}

const ELEMENT = 1
const TEXT = 3
/** A document nested deeper than this was not written to be read. */
const DEEPEST = 60

export function childrenOf(node: XmlNode, name?: string): readonly XmlNode[] {
  return [...node.childNodes].filter(
    (child) => child.nodeType === ELEMENT && (name === undefined || tagOf(child) === name),
  )
}

function tagOf({ localName }: XmlNode): string {
  return localName
}

/** The first element of that name below, nearest level first. */
export function firstOf(node: XmlNode, name: string): XmlNode | null {
  let level: readonly XmlNode[] = [node]
  for (let depth = 0; depth < DEEPEST && level.length > 0; depth += 1) {
    const next = level.flatMap((one) => childrenOf(one))
    const found = next.find((child) => tagOf(child) === name)
    if (found !== undefined) return found
    level = next
  }
  return null
}

/** Blocks inside a paragraph are told on their own, and formulas as TeX would read as words. */
const INNER_BLOCKS = new Set(['list', 'def-list', 'table-wrap', 'fig', 'disp-quote', 'tex-math', 'alternatives'])
const ROWS = new Set(['tr', 'list-item', 'def-item', 'p', 'title', 'label', 'caption'])

/** The words of an element: marks of notes and references dropped, exponents marked, rows on lines of their own. */
export function jatsText(node: XmlNode | null): string {
  if (node === null) return ''
  const parts: string[] = []
  read(node, parts, true, 0)
  return parts
    .join('')
    .split('\n')
    .map((line) => withoutOuterCells(line.replace(/\s+/gu, ' ')))
    .filter((line) => line !== '')
    .join('\n')
}

/** Without the signs of empty cells at either end; scanned, since a pattern for it has two ways to read each space. */
function withoutOuterCells(line: string): string {
  let [from, to] = [0, line.length]
  while (from < to && ' |'.includes(line.charAt(from))) from += 1
  while (to > from && ' |'.includes(line.charAt(to - 1))) to -= 1
  return line.slice(from, to)
}

function read(node: XmlNode, parts: string[], isTop: boolean, depth: number): void {
  if (depth > DEEPEST) return
  for (const child of node.childNodes) {
    if (child.nodeType === TEXT) parts.push((child.textContent ?? '').replace(/\s+/gu, ' '))
    if (child.nodeType !== ELEMENT) continue
    const name = tagOf(child)
    if (name === 'xref' && isMark(child)) continue
    if (isTop && tagOf(node) === 'p' && INNER_BLOCKS.has(name)) continue
    if (name === 'tex-math') continue
    if (name === 'sup') parts.push(...exponent(child, parts.at(-1) ?? ''))
    else if (name === 'td' || name === 'th') parts.push(cell(child, depth), ' | ')
    else {
      read(child, parts, false, depth + 1)
      if (ROWS.has(name) || name === 'break') parts.push('\n')
    }
  }
}

function cell(node: XmlNode, depth: number): string {
  const parts: string[] = []
  read(node, parts, false, depth + 1)
  return parts.join('').replace(/\s+/gu, ' ').trim()
}

/** "[12]", "3,4" and "*" point elsewhere; "Table 2" is part of the sentence. */
function isMark(xref: XmlNode): boolean {
  return /^[\s[\](),;*†‡§\d–-]*$/u.test((xref.textContent ?? '').slice(0, 60))
}

/** A number after a number is a power; after a word it is the mark of a note. */
function exponent(sup: XmlNode, before: string): readonly string[] {
  const parts: string[] = []
  read(sup, parts, false, 1)
  const text = parts.join('').trim()
  if (!/^[-−+]?\d+$/u.test(text)) return [text.replace(/^[\s,;*†‡§–-]+$/u, '')]
  return /[\d)a-z]$/iu.test(before) && /(?:\d|\b[a-z]{1,2})$/iu.test(before) ? [`^${text}`] : []
}
