/** The small part of the DOM this room uses; the library's own types lean on the browser's, which a Node project lacks. */
export interface DomNode {
  readonly nodeType: number
  readonly textContent: string | null
  readonly childNodes: Iterable<DomNode>
  readonly parentNode: DomElement | null
}

export interface DomElement extends DomNode {
  readonly localName: string
  readonly attributes: Iterable<{ readonly name: string; readonly value: string }>
  readonly children: Iterable<DomElement>
  readonly firstChild: DomNode | null
  readonly nextElementSibling: DomElement | null
  getAttribute(name: string): string | null
  hasAttribute(name: string): boolean
  setAttribute(name: string, value: string): void
  querySelector(selector: string): DomElement | null
  querySelectorAll(selector: string): Iterable<DomElement>
  contains(other: DomNode): boolean
  insertBefore(node: DomNode, before: DomNode | null): unknown
  appendChild(node: DomNode): unknown
  replaceWith(...nodes: DomNode[]): void
  remove(): void
}

export interface DomDocument extends DomElement {
  readonly documentElement: DomElement
  readonly body: DomElement
  cloneNode(deep: boolean): DomDocument
  createElement(name: string): DomElement
}

const ELEMENT = 1
const TEXT = 3

export function isElement(node: DomNode): node is DomElement {
  return node.nodeType === ELEMENT
}

export function isText(node: DomNode): boolean {
  return node.nodeType === TEXT
}

/**
 * Parses what a server sent. The parser takes tags as they come, so a page without <html>, or whose <body> is opened twice,
 * is put right first: body and head always exist and body holds the page.
 */
export async function parseDocument(html: string): Promise<DomDocument> {
  const { parseHTML } = await import('linkedom')
  const parse = (source: string) => (parseHTML(source) as unknown as { document: DomDocument }).document
  const document = parse(/<html[\s>]/i.test(html) ? html : wrap('', html))
  // The parser's own `body` is what follows the head, or a new empty one.
  const children = [...document.documentElement.children].map((child) => child.localName).join(' ')
  if (children === 'head body') return document
  const end = html.search(/<\/head\s*>|<body[\s>]/i)
  return parse(end < 0 ? wrap('', html) : wrap(html.slice(0, end), html.slice(end)))
}

function wrap(head: string, body: string): string {
  const bare = (part: string) => part.replace(/<\/?(?:html|head|body)\b[^>]*>|<!doctype[^>]*>/gi, '')
  const attributes = /<html\b([^>]*)>/i.exec(head)?.[1] ?? ''
  return `<!doctype html><html${attributes}><head>${bare(head)}</head><body>${bare(body)}</body></html>`
}

/** How deep the elements are nested; walked without recursion because a hostile page nests without end. */
export function depthOf(root: DomElement): number {
  let deepest = 0
  const open: [DomElement, number][] = [[root, 1]]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [element, depth] = next
    deepest = Math.max(deepest, depth)
    for (const child of element.children) open.push([child, depth + 1])
  }
  return deepest
}

export function attribute(element: DomElement | null, name: string): string | null {
  const value = element?.getAttribute(name)?.trim() ?? ''
  return value === '' ? null : value
}

/** class, id, role and the like in one lower-case string, for pattern tests. */
export function marksOf(element: DomElement): string {
  return `${element.getAttribute('class') ?? ''} ${element.getAttribute('id') ?? ''}`.toLowerCase()
}

export function textOf(node: DomNode | null): string {
  return tidy(node?.textContent ?? '')
}

const CJK = '[\\u3001-\\u30ff\\u3400-\\u9fff\\uf900-\\ufaff\\uff01-\\uff9f]'
const BROKEN_CJK = new RegExp(`(?<=${CJK})\\n(?=${CJK})`, 'g')

/** One line: white space collapsed, and dropped where a source line end falls between two Japanese characters. */
export function tidy(text: string): string {
  return text
    .replace(/\u200b|\u200c|\u200d|\u2060|\ufeff|\u00ad/g, '')
    .replace(/\s+/g, (space) => (space.includes('\n') ? '\n' : ' '))
    .replace(BROKEN_CJK, '')
    .replaceAll('\n', ' ')
    .trim()
}

/** Share of an element's text that is link text. */
export function linkShare(element: DomElement): number {
  const all = textOf(element).length
  if (all === 0) return 0
  let linked = 0
  for (const link of element.querySelectorAll('a')) linked += textOf(link).length
  return Math.min(1, linked / all)
}
