import { scanXml, type XmlAttributes } from './xml-scan.ts'

export interface XmlNode {
  readonly name: string
  readonly attributes: XmlAttributes
  readonly children: (XmlNode | string)[]
}

/** Deeper elements hang on the last one: no writer nests so deep, and calls cannot go deeper for ever. */
const DEEPEST = 400

/** A part of a document as a tree. */
export function parseXml(text: string): XmlNode {
  const root: XmlNode = { name: '', attributes: new Map(), children: [] }
  const open: XmlNode[] = [root]
  let skipped = 0
  for (const token of scanXml(text)) {
    const top = open.at(-1) as XmlNode
    if (token.kind === 'text') top.children.push(token.text)
    else if (token.kind === 'open') {
      const node: XmlNode = { name: token.name, attributes: token.attributes, children: [] }
      top.children.push(node)
      if (token.isEmpty) continue
      if (open.length > DEEPEST) skipped += 1
      else open.push(node)
    } else if (skipped > 0) skipped -= 1
    else if (open.length > 1) open.pop()
  }
  return root
}

export function elements(node: XmlNode | null | undefined, name?: string): XmlNode[] {
  return (node?.children ?? []).filter(
    (child): child is XmlNode => typeof child !== 'string' && (name === undefined || child.name === name),
  )
}

/** The first child of that name, or the one at the end of a path of names. */
export function child(node: XmlNode | null | undefined, ...path: readonly string[]): XmlNode | null {
  let at: XmlNode | null = node ?? null
  for (const name of path) at = elements(at, name)[0] ?? null
  return at
}

/** All elements of that name below the node, in order; what lies inside one of them is not looked through. */
export function descendants(node: XmlNode | null | undefined, name: string): XmlNode[] {
  const found: XmlNode[] = []
  const left = elements(node).reverse()
  for (let one = left.pop(); one !== undefined; one = left.pop()) {
    if (one.name === name) found.push(one)
    else left.push(...elements(one).reverse())
  }
  return found
}

export function attr(node: XmlNode | null | undefined, name: string): string | null {
  return node?.attributes.get(name) ?? null
}

/** Of `w:val`-like switches: there, and not told to be off. */
export function isOn(node: XmlNode | null): boolean {
  if (node === null) return false
  return !/^(?:0|false|off|none)$/.test(attr(node, 'val') ?? '')
}

/** The reference to another part. Where the element has an `id` of its own, the relation's carries its prefix. */
export function relationId(node: XmlNode): string | null {
  for (const [name, value] of node.attributes) if (/:(?:id|embed|link)$/.test(name)) return value
  return attr(node, 'id') ?? attr(node, 'embed')
}

export function textIn(node: XmlNode | string): string {
  return typeof node === 'string' ? node : node.children.map(textIn).join('')
}
