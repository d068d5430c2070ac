import { ContainerError } from './zip-container.ts'

/** One step through an XML text, by local names: which prefix a writer chose says nothing. */
export type XmlToken =
  | { readonly kind: 'open'; readonly name: string; readonly attributes: XmlAttributes; readonly isEmpty: boolean }
  | { readonly kind: 'close'; readonly name: string }
  | { readonly kind: 'text'; readonly text: string }

/** By name without prefix; those that have one stand under their whole name as well. */
export type XmlAttributes = ReadonlyMap<string, string>

const NONE: XmlAttributes = new Map()
const PREDEFINED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
const REFERENCE = /&(?:#x([\da-fA-F]{1,6})|#(\d{1,7})|([a-z]{2,4}));/g

/** XML says its encoding by its first bytes or in its declaration; Office writes UTF-8, some tools UTF-16. */
export function decodeXml(bytes: Uint8Array): string {
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, 200))
  const label = /^[^<]{0,3}<\?xml[^>]{0,100}encoding\s{0,3}=\s{0,3}["']([\w.-]{1,20})["']/.exec(head)?.[1] ?? 'utf-8'
  try {
    return new TextDecoder(label).decode(bytes)
  } catch {
    return new TextDecoder().decode(bytes)
  }
}

/**
 * Walks an XML text once, from left to right. There is no table of entities to fill: a document type with declarations
 * of its own is refused, and nothing outside of the text is ever looked for.
 */
export function* scanXml(text: string): Generator<XmlToken> {
  let at = text.charCodeAt(0) === 0xfeff ? 1 : 0
  while (at < text.length) {
    const open = text.indexOf('<', at)
    if (open < 0) return
    if (open > at) yield { kind: 'text', text: decoded(text.slice(at, open)) }
    if (text.startsWith('<!--', open)) at = after(text, '-->', open + 4)
    else if (text.startsWith('<![CDATA[', open)) {
      at = after(text, ']]>', open + 9)
      yield { kind: 'text', text: clean(text.slice(open + 9, at - 3)) }
    } else if (text.startsWith('<!', open)) at = afterDoctype(text, open)
    else if (text.startsWith('<?', open)) at = after(text, '?>', open + 2)
    else {
      at = tagEnd(text, open + 1) + 1
      if (text.charCodeAt(open + 1) === SLASH) yield { kind: 'close', name: localName(text.slice(open + 2, at - 1)) }
      else yield openTag(text.slice(open + 1, at - 1))
    }
  }
}

const SLASH = 47

function openTag(inner: string): XmlToken {
  const isEmpty = inner.endsWith('/')
  const body = isEmpty ? inner.slice(0, -1) : inner
  const end = body.search(/\s/)
  const name = localName(end < 0 ? body : body.slice(0, end))
  return { kind: 'open', name, attributes: end < 0 ? NONE : attributesOf(body.slice(end)), isEmpty }
}

const ATTRIBUTE = /([^\s=]{1,200})\s{0,20}=\s{0,20}(?:"([^"]*)"|'([^']*)')/g

function attributesOf(text: string): XmlAttributes {
  const attributes = new Map<string, string>()
  for (const [, name = '', double, single] of text.matchAll(ATTRIBUTE)) {
    const local = localName(name)
    const value = decoded(double ?? single ?? '')
    // One without a prefix is the element's own, wherever it stands.
    if (local === name || !attributes.has(local)) attributes.set(local, value)
    if (local !== name) attributes.set(name, value)
  }
  return attributes
}

function localName(name: string): string {
  const plain = name.trim()
  return plain.slice(plain.indexOf(':') + 1)
}

/** A `>` inside a quoted value does not end the tag. */
function tagEnd(text: string, from: number): number {
  let quote = 0
  for (let at = from; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (quote !== 0) {
      if (code === quote) quote = 0
    } else if (code === 34 || code === 39) quote = code
    else if (code === 62) return at
  }
  throw new ContainerError('broken_document', 'A part of the document is cut off')
}

function after(text: string, end: string, from: number): number {
  const at = text.indexOf(end, from)
  if (at < 0) throw new ContainerError('broken_document', 'A part of the document is cut off')
  return at + end.length
}

/** `<!DOCTYPE html>` is only a name; one that declares something is how a text asks for files and for memory. */
function afterDoctype(text: string, open: number): number {
  const end = tagEnd(text, open + 2)
  if (text.slice(open, end).includes('[') || /<!entity/i.test(text.slice(open, open + 9)))
    throw new ContainerError('broken_document', 'The document declares entities of its own, which no document needs')
  return end + 1
}

function decoded(text: string): string {
  if (!text.includes('&')) return clean(text)
  return clean(
    text.replace(REFERENCE, (whole, hex: string | undefined, decimal: string | undefined, name: string | undefined) => {
      if (name !== undefined) return PREDEFINED[name] ?? whole
      return character(hex === undefined ? Number(decimal) : Number.parseInt(hex, 16))
    }),
  )
}

function character(code: number): string {
  if (code === 0 || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)) return '\ufffd'
  return String.fromCodePoint(code)
}

/** The signs by which scripts and struck words are marked (scripts.ts, revisions.ts) are for no document to send. */
function clean(text: string): string {
  return /[\ufdd0-\ufdef]/.test(text) ? text.replace(/[\ufdd0-\ufdef]/g, '') : text
}
