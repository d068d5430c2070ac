import { inertCss, type ToArchive } from './inert-css.ts'
import { BOXED, isCustomElement, keepsAttribute, LEFT_OUT, SHOWN, SHOWN_AS, VOID } from './inert-elements.ts'
import { cutByMarks, type Found, findMarks, type Marks, type Wanted } from './marked-text.ts'

/** The part of linkedom's nodes that is used; the project has no DOM types. */
interface Node {
  readonly nodeType: number
  readonly localName?: string | null
  readonly data?: string
  readonly childNodes: readonly Node[]
  readonly attributes?: Iterable<{ readonly name: string; readonly value: string }>
}

const [ELEMENT, TEXT, DOCUMENT, FRAGMENT] = [1, 3, 9, 11]

export interface InertPage {
  readonly html: string
  readonly found: Found
  /** Addresses of what the page shows besides its text. */
  readonly resources: readonly string[]
  /** The page has more than is shown. */
  readonly cut: boolean
}

export interface InertOptions {
  /** The address of the page, against which its own addresses are read. */
  readonly url: string
  /** Where an absolute address leads in the frame; only http, https and pictures inside of the page are asked for. */
  readonly archivePath: (url: string) => string
  readonly wanted: Wanted | null
}

/** Nodes of one page; the largest page of a law has a quarter of it. */
const MOST_NODES = 400_000
/** The place a link to the frame leads to. */
export const MARK_ID = 'lyra-judged'

/**
 * A page as it looked, made of elements and attributes that can do nothing. It is written anew, not cleaned: only
 * listed elements are written, every text is escaped, and no text stands in an element whose content a browser would
 * read otherwise. So a browser finds exactly the tags that were written here, whatever the page holds.
 */
export async function inertPage(source: string, options: InertOptions): Promise<InertPage> {
  const { parseHTML } = await import('linkedom')
  const document = parseHTML(source).document as unknown as Node
  const nodes = inOrder(document)
  const { texts, marks } = markedTexts(nodes.list, options.wanted)
  const resources = new Set<string>()
  const toArchive = archiver(nodes.list, options, resources)
  let body = ''
  let isMarked = false
  for (const step of nodes.steps) {
    if ('close' in step) body += step.close
    else if (step.node.nodeType === TEXT) {
      const start = texts.get(step.node)
      for (const { text, mark } of start === undefined
        ? [{ text: step.node.data ?? '', mark: null }]
        : cutByMarks((step.node.data ?? '').normalize('NFC'), start, marks)) {
        const isFirst: boolean = mark === 'sentence' && !isMarked
        isMarked ||= isFirst
        body += mark === null ? escaped(text) : markTag(text, mark, isFirst)
      }
    } else body += openTag(step.node, step.as, toArchive)
  }
  const html = `${doctypeOf(source)}<html${rootAttributes(nodes.list, 'html', toArchive)}><head><meta charset="utf-8">
<style>${FRAME_STYLE}</style></head><body${rootAttributes(nodes.list, 'body', toArchive)}>${body}</body></html>`
  return { html, found: marks.found, resources: [...resources], cut: nodes.cut }
}

/** The frame's own look, weaker than the page's; marks alone are stronger. */
const FRAME_STYLE = `a[data-lyra-href]{color:#0b57d0;text-decoration:underline}
.lyra-box{display:inline-block;border:1px dashed #888;padding:2px 6px;color:#666;font:12px sans-serif}`
const MARK_STYLE = {
  sentence:
    'all:unset!important;display:inline!important;visibility:visible!important;background:#ffd54a!important;' +
    'color:#000!important;-webkit-text-fill-color:#000!important;box-shadow:0 0 0 2px #ffd54a!important;' +
    'scroll-margin:30vh!important',
  passage:
    'all:unset!important;display:inline!important;background:#fff3c4!important;color:#000!important;' +
    '-webkit-text-fill-color:#000!important',
}

function markTag(text: string, mark: 'sentence' | 'passage', isFirst: boolean): string {
  const id = isFirst ? ` id="${MARK_ID}"` : ''
  return `<mark${id} data-lyra-mark="${mark}" style="${MARK_STYLE[mark]}">${escaped(text)}</mark>`
}

/** Without one, browsers lay a page out as in the nineties; so it was shown. */
function doctypeOf(source: string): string {
  return /^[^<]{0,200}(?:<!--[^>]{0,2000}-->\s{0,20})?<!doctype\s/iu.test(source.slice(0, 3000))
    ? '<!doctype html>'
    : ''
}

type Step = { readonly node: Node; readonly as: string } | { readonly close: string }

/** Every node that is shown, in the order of the page; closing tags are steps of their own: depth costs nothing. */
function inOrder(document: Node): { list: readonly Node[]; steps: readonly Step[]; cut: boolean } {
  const [list, steps]: [Node[], Step[]] = [[], []]
  const waiting: (Node | { readonly close: string })[] = [document]
  let visited = 0
  while (waiting.length > 0) {
    const next = waiting.pop() as Node | { readonly close: string }
    if ('close' in next) {
      steps.push(next)
      continue
    }
    visited += 1
    if (visited > MOST_NODES) continue
    list.push(next)
    if (next.nodeType === TEXT) steps.push({ node: next, as: '' })
    if (next.nodeType === DOCUMENT || next.nodeType === FRAGMENT) waiting.push(...childrenOf(next).toReversed())
    if (next.nodeType !== ELEMENT) continue
    const as = shownAs(next)
    if (as === null) continue
    if (as !== '') steps.push({ node: next, as })
    if (as === '' || (!VOID.has(as) && as !== 'style' && !BOXED.has(nameOf(next)))) {
      if (as !== '') waiting.push({ close: `</${as}>` })
      waiting.push(...childrenOf(next).toReversed())
    }
  }
  return { list, steps, cut: visited > MOST_NODES }
}

function childrenOf(node: Node): readonly Node[] {
  return Array.from(node.childNodes)
}

function nameOf(node: Node): string {
  return (node.localName ?? '').toLowerCase()
}

/** The element it is written as; '' where only what is inside is shown, null where nothing is. */
function shownAs(node: Node): string | null {
  const name = nameOf(node)
  if (LEFT_OUT.has(name)) return null
  if (BOXED.has(name)) return 'span'
  if (name === 'link') return isStyleSheet(node) ? 'link' : null
  return SHOWN_AS.get(name) ?? (SHOWN.has(name) || isCustomElement(name) ? name : '')
}

function isStyleSheet(node: Node): boolean {
  const rel = attribute(node, 'rel').toLowerCase().split(/\s+/u)
  return rel.includes('stylesheet') && !rel.includes('alternate')
}

function attribute(node: Node, name: string): string {
  for (const one of node.attributes ?? []) if (one.name.toLowerCase() === name) return one.value
  return ''
}

/** Texts that the reader sees, one after the other, and where in them the wanted words stand. */
function markedTexts(nodes: readonly Node[], wanted: Wanted | null): { texts: Map<Node, number>; marks: Marks } {
  const nothing: Marks = { found: 'nothing', sentence: null, passage: null }
  if (wanted === null) return { texts: new Map(), marks: nothing }
  let best = { texts: new Map<Node, number>(), marks: nothing }
  // Note marks are no part of a passage: where the words are not found with them, they are looked for without.
  for (const leaveOut of [new Set<Node>(), noteMarks(nodes)]) {
    const texts = new Map<Node, number>()
    const parts: string[] = []
    let length = 0
    for (const node of nodes) {
      if (node.nodeType !== TEXT || leaveOut.has(node)) continue
      const text = (node.data ?? '').normalize('NFC')
      texts.set(node, length)
      parts.push(text, ' ')
      length += text.length + 1
    }
    const marks = findMarks(parts.join(''), wanted)
    if (marks.found === 'sentence') return { texts, marks }
    if (best.marks.found === 'nothing') best = { texts, marks }
  }
  return best
}

function noteMarks(nodes: readonly Node[]): Set<Node> {
  const inside = new Set<Node>()
  for (const node of nodes) {
    if (nameOf(node) !== 'sup') continue
    const below = [...node.childNodes]
    for (let child = below.pop(); child !== undefined; child = below.pop()) {
      inside.add(child)
      below.push(...child.childNodes)
    }
  }
  return inside
}

/** Pictures that stand in the page itself. */
const INLINE_PICTURE = /^data:image\/(?:png|jpe?g|gif|webp|avif|bmp|x-icon|svg\+xml)[;,]/iu

/** Reads an address of the page as a browser would, its <base> included, and leads it into the archive. */
function archiver(nodes: readonly Node[], options: InertOptions, resources: Set<string>): ToArchive {
  const named = nodes.find((node) => nameOf(node) === 'base')
  const base = URL.parse(named === undefined ? '' : attribute(named, 'href'), options.url)?.href ?? options.url
  return (address) => {
    const trimmed = address.trim()
    if (INLINE_PICTURE.test(trimmed)) return trimmed
    const url = trimmed === '' ? null : URL.parse(trimmed, base)
    if (url === null || !/^https?:$/u.test(url.protocol)) return null
    url.hash = ''
    resources.add(url.href)
    return options.archivePath(url.href)
  }
}

function openTag(node: Node, as: string, toArchive: ToArchive): string {
  const name = nameOf(node)
  if (BOXED.has(name)) return `<span class="lyra-box">[${escaped(name)}]</span>`
  if (as === 'style') return `<style${attributesOf(node, as, toArchive)}>${styleText(node, toArchive)}</style>`
  return `<${as}${attributesOf(node, as, toArchive)}>`
}

function styleText(node: Node, toArchive: ToArchive): string {
  return inertCss(
    Array.from(node.childNodes)
      .map((child) => child.data ?? '')
      .join(''),
    toArchive,
  )
}

const ADDRESS_ATTRIBUTE: ReadonlyMap<string, string> = new Map([
  ['img', 'src'],
  ['link', 'href'],
])
const CONTROLS = new Set(['input', 'button', 'select', 'fieldset'])
/** Kinds of <input> that are fields; the others would be buttons, pictures or pickers. */
const FIELDS = new Set(['text', 'search', 'email', 'tel', 'url', 'number', 'checkbox', 'radio', 'range', 'hidden'])

function attributesOf(node: Node, as: string, toArchive: ToArchive): string {
  const kept: string[] = []
  const put = (name: string, value: string) => kept.push(` ${name}="${escaped(value)}"`)
  const address = ADDRESS_ATTRIBUTE.get(as)
  for (const { name: written, value } of node.attributes ?? []) {
    const name = written.toLowerCase()
    if (name === 'style') put('style', inertCss(value, toArchive))
    else if (name === address) put(name, toArchive(value) ?? 'about:invalid')
    else if (as === 'a' && name === 'href') put('data-lyra-href', value.slice(0, 500))
    else if (as === 'input' && name === 'type') put('type', FIELDS.has(value.toLowerCase()) ? value : 'text')
    else if (name === 'background') put('data-lyra-background', value.slice(0, 500))
    else if (name === 'id' && value === MARK_ID) continue
    // An attribute of a drawing may refer to another file as a style does.
    else if (keepsAttribute(as, name) && !/url\s*\((?!\s*['"]?#)/iu.test(value)) put(name, value)
  }
  if (as === 'link') put('rel', 'stylesheet')
  if (CONTROLS.has(as)) put('disabled', '')
  return kept.join('')
}

function rootAttributes(nodes: readonly Node[], name: 'html' | 'body', toArchive: ToArchive): string {
  const node = nodes.find((one) => nameOf(one) === name)
  return node === undefined ? '' : attributesOf(node, name, toArchive)
}

export function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
