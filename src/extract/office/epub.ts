import type { Block } from '../blocks.ts'
import { parseDate } from '../dates.ts'
import type { ReadDocument } from './document-page.ts'
import { wholeHtmlBlocks } from './html-blocks.ts'
import { decodeXml } from './xml-scan.ts'
import { attr, child, descendants, elements, parseXml, textIn, type XmlNode } from './xml-tree.ts'
import { type Container, ContainerError } from './zip-container.ts'

/** A book: its chapters in the order of the spine, read as the pages they are. */
export function readEpub(container: Container): ReadDocument {
  const place = descendants(xmlOf(container, 'META-INF/container.xml'), 'rootfile')[0]
  const path = attr(place, 'full-path')
  const book = path === null ? null : child(xmlOf(container, path), 'package')
  if (book === null || path === null) throw new ContainerError('broken_document', 'The book has no table of its parts')
  const folder = path.slice(0, path.lastIndexOf('/') + 1)
  const items = new Map(elements(child(book, 'manifest'), 'item').map((item) => [attr(item, 'id') ?? '', item]))
  const locked = lockedParts(container)
  const blocks: Block[] = []
  for (const entry of elements(child(book, 'spine'), 'itemref')) {
    const item = items.get(attr(entry, 'idref') ?? '')
    const name = item === undefined ? null : partName(folder, attr(item, 'href') ?? '')
    if (name === null || !/html/.test(attr(item, 'media-type') ?? '')) continue
    // The table of contents repeats the headings.
    if (/(?:^|\s)nav(?:$|\s)/.test(attr(item, 'properties') ?? '')) continue
    if (locked.has(name.toLowerCase())) throw new ContainerError('password_document', 'The book is encrypted (DRM)')
    const bytes = container.read(name)
    if (bytes !== null) blocks.push(...wholeHtmlBlocks(decodeXml(bytes)))
  }
  const metadata = child(book, 'metadata')
  const field = (name: string) => descendants(metadata, name).map((node) => textIn(node).trim())
  return {
    title: field('title')[0] ?? null,
    authors: field('creator').filter((name) => name !== ''),
    publishedAt: parseDate(field('date')[0]?.slice(0, 10)),
    language: field('language')[0]?.slice(0, 2).toLowerCase() ?? null,
    blocks,
  }
}

function xmlOf(container: Container, name: string): XmlNode | null {
  const bytes = container.read(name)
  return bytes === null ? null : parseXml(decodeXml(bytes))
}

/** Fonts may be locked in a book that is open; what counts is whether its chapters are. */
function lockedParts(container: Container): ReadonlySet<string> {
  const references = descendants(xmlOf(container, 'META-INF/encryption.xml'), 'CipherReference')
  return new Set(references.map((node) => decoded(attr(node, 'URI') ?? '').toLowerCase()))
}

function partName(folder: string, href: string): string {
  const steps: string[] = []
  for (const step of (folder + decoded(href.split('#', 1)[0] ?? '')).split('/')) {
    if (step === '..') steps.pop()
    else if (step !== '' && step !== '.') steps.push(step)
  }
  return steps.join('/')
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
