/** An XML element as far as it is read; linkedom declares its own DOM types, the project has none. */
interface XmlNode {
  readonly nodeType: number
  readonly nodeName: string
  readonly textContent: string | null
  readonly childNodes: Iterable<XmlNode>
  readonly attributes?: Iterable<{ readonly name: string; readonly value: string }>
}

const ELEMENT = 1
const DEEPEST = 64
const MOST_ELEMENTS = 200_000

/** An answer as a tree of plain values; undefined where it is not of the format. */
export async function readTree(text: string, format: 'json' | 'xml' | 'rows'): Promise<unknown> {
  if (format === 'rows') return readRows(readJson(text))
  return format === 'json' ? readJson(text) : readXml(text)
}

/** `[["timestamp", "original"], ["2019...", "https://..."]]` as a list of entries; nothing found is an empty list. */
function readRows(value: unknown): unknown {
  if (!Array.isArray(value) || !value.every((row) => Array.isArray(row))) return undefined
  const [names = [], ...rows] = value as readonly (readonly unknown[])[]
  return rows.map((row) => Object.fromEntries(row.map((cell, place) => [String(names[place] ?? place), cell])))
}

function readJson(text: string): unknown {
  try {
    return tagged(JSON.parse(text), 0)
  } catch {
    return undefined
  }
}

/**
 * e-Gov writes its documents as `{tag, attr, children}` inside JSON: such a node becomes what the same element of XML
 * would be, so that one path reads both.
 */
function tagged(value: unknown, depth: number): unknown {
  if (depth > DEEPEST || typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((entry) => tagged(entry, depth + 1))
  const node = value as Readonly<Record<string, unknown>>
  if (typeof node.tag === 'string' && Array.isArray(node.children)) return taggedNode(node, depth)
  return Object.fromEntries(Object.entries(node).map(([name, child]) => [name, tagged(child, depth + 1)]))
}

function taggedNode(node: Readonly<Record<string, unknown>>, depth: number): Tree {
  const tree: Tree = {}
  const attributes = typeof node.attr === 'object' && node.attr !== null ? Object.entries(node.attr) : []
  for (const [name, value] of attributes) tree[`@${name}`] = value
  const texts: string[] = []
  for (const child of node.children as readonly unknown[]) {
    if (typeof child === 'string') texts.push(child)
    const read = tagged(child, depth + 1)
    if (typeof read !== 'object' || read === null) continue
    const inner = read as Tree
    const name = (child as { readonly tag?: unknown }).tag
    if (typeof name !== 'string') continue
    put(tree, name, inner)
    if (typeof inner['#text'] === 'string') texts.push(inner['#text'])
  }
  tree['#text'] = texts.join('')
  return tree
}

type Tree = { [name: string]: unknown }

async function readXml(text: string): Promise<unknown> {
  // The parser makes an element of anything: what does not begin as XML is none.
  if (!/^\uFEFF?\s*<[?a-z!]/i.test(text) || /^\uFEFF?\s*<(?:!doctype\s+)?html/i.test(text)) return undefined
  const { DOMParser } = await import('linkedom')
  try {
    const document = new DOMParser().parseFromString(text, 'text/xml') as unknown as XmlNode
    const budget = { left: MOST_ELEMENTS }
    const tree: Tree = {}
    for (const child of document.childNodes)
      if (child.nodeType === ELEMENT) put(tree, child.nodeName, elementTree(child, budget, 0))
    return Object.keys(tree).length === 0 ? undefined : tree
  } catch {
    return undefined
  }
}

/** Attributes as `@name`, children as lists under their names, all text as `#text`. */
function elementTree(element: XmlNode, budget: { left: number }, depth: number): Tree {
  const tree: Tree = {}
  for (const { name, value } of element.attributes ?? []) tree[`@${name}`] = value
  for (const child of element.childNodes) {
    if (child.nodeType !== ELEMENT || depth >= DEEPEST) continue
    budget.left -= 1
    if (budget.left < 0) throw new RangeError('more elements than any source sends')
    put(tree, child.nodeName, elementTree(child, budget, depth + 1))
  }
  tree['#text'] = element.textContent ?? ''
  return tree
}

function put(tree: Tree, name: string, child: unknown): void {
  if (name === '__proto__') return
  const known = tree[name]
  if (Array.isArray(known)) known.push(child)
  else tree[name] = [child]
}
