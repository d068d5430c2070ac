import type { FragmentType } from '../domain/page.ts'
import { attribute, type DomElement, type DomNode, isElement, isText, linkShare, marksOf, textOf, tidy } from './dom.ts'
import type { Keep } from './main-content.ts'
import { tableRows } from './table.ts'

/** A piece of the page before it gets its place, offsets and hash. */
export interface Block {
  readonly type: FragmentType
  readonly text: string
  /** Heading level; 0 for everything else. */
  readonly level: number
  /** False for a heading outside the main content: it gives context to what follows but is no fragment. */
  readonly emitted: boolean
  readonly page: number | null
}

export const BLOCKS = new Set(
  (
    'address article aside blockquote body center dd details div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr li ' +
    'main menu nav ol p pre section summary table tbody td tfoot th thead tr ul'
  ).split(' '),
)
const CAPTION =
  /(?:^|[\s_-])(?:caption|captions|figcaption|photo-?credit|image-?credit|credits?|imgcaption|cutline)(?:$|[\s_-])/
/** List items longer than this are paragraphs of their own. */
const LONG_ITEM = 400

export interface BlockOptions {
  readonly keep: Keep
  /** Link-dense lists are the content of a listing and noise elsewhere. */
  readonly keepLinkLists: boolean
  /** A heading and a teaser inside one link are a card; in an article it leads elsewhere. */
  readonly keepCards: boolean
}

export function blocksOf(body: DomElement, options: BlockOptions): Block[] {
  const blocks: Block[] = []
  const push = (type: FragmentType, text: string, level = 0, emitted = true) => {
    if (text !== '') blocks.push({ type, text, level, emitted, page: null })
  }

  const walk = (element: DomElement): void => {
    const level = Number(/^h([1-6])$/.exec(element.localName)?.[1] ?? 0)
    if (element.localName === 'a' && !options.keepCards) return
    if (level > 0) push('heading', textOf(element), level)
    else if (/^(?:ul|ol|menu|dl)$/.test(element.localName)) list(element)
    else if (element.localName === 'figure') figure(element)
    else if (element.localName === 'table') table(element)
    else if (!/^(?:pre|blockquote|p)$/.test(element.localName)) children(element)
    else if (options.keep(element)) leaf(element)
  }

  const leaf = (element: DomElement): void => {
    if (element.localName === 'pre') push('code', preformatted(element))
    else if (element.localName === 'blockquote') push('quote', inlineText(element))
    else if (hasBlockChild(element)) children(element)
    else if (!isLinkBlock(element)) {
      const type = CAPTION.test(marksOf(element)) || hasCaptionAbove(element) ? 'figure' : 'paragraph'
      for (const text of paragraphs(rawText(element))) push(type, text)
    }
  }

  const table = (element: DomElement): void => {
    const rows = options.keep(element) ? tableRows(element) : null
    if (rows === null) children(element)
    else push('table', rows.join('\n'))
  }

  const children = (element: DomElement): void => {
    let run: DomNode[] = []
    const flush = () => {
      if (run.length > 0 && options.keep(element) && !isLinkRun(run)) {
        for (const text of paragraphs(run.map(rawText).join(''))) push('paragraph', text)
      }
      run = []
    }
    for (const child of element.childNodes) {
      if (isText(child) || (isElement(child) && !BLOCKS.has(child.localName) && !hasBlockChild(child))) {
        run.push(child)
      } else if (isElement(child)) {
        flush()
        walk(child)
      }
    }
    flush()
  }

  const figure = (element: DomElement): void => {
    const inner = [...element.children].find((child) => /^(?:table|pre|blockquote)$/.test(child.localName))
    if (inner !== undefined) walk(inner)
    const caption = element.querySelector('figcaption')
    if (caption !== null && options.keep(element)) push('figure', inlineText(caption))
  }

  const list = (element: DomElement): void => {
    if (!options.keepLinkLists && linkShare(element) > 0.6) return
    const items = [...element.children].filter((child) => /^(?:li|dt|dd|div)$/.test(child.localName))
    const kept = items.filter((item) => options.keep(item) || options.keep(element))
    const large = kept.some(
      (item) =>
        textOf(item).length > LONG_ITEM || item.querySelector('h1,h2,h3,h4,h5,h6,pre,table,blockquote') !== null,
    )
    if (large || kept.length === 0) {
      // The content may begin inside an item: a thread of comments is a list of lists.
      for (const item of items) children(item)
    } else {
      const lines = kept.flatMap((item) => itemLines(item))
      push('list', lines.map((line) => `- ${line}`).join('\n'))
    }
  }

  walk(body)
  return blocks
}

function hasCaptionAbove(element: DomElement): boolean {
  const above = element.parentNode
  return above !== null && CAPTION.test(marksOf(above))
}

function itemLines(item: DomElement): string[] {
  const nested = [...item.querySelectorAll('li')].filter((inner) => inner.querySelector('li') === null)
  if (nested.length === 0) return [lineOf([item])].filter((line) => line !== '')
  const own = [...item.childNodes].filter((node) => !(isElement(node) && /^(?:ul|ol)$/.test(node.localName)))
  return [lineOf(own), ...nested.map((inner) => lineOf([inner]))].filter((line) => line !== '')
}

export function hasBlockChild(element: DomElement): boolean {
  for (const child of element.children) if (BLOCKS.has(child.localName) || hasBlockChild(child)) return true
  return false
}

/** A paragraph that is nothing but links is a menu, unless it is a sentence with one long link in it. */
function isLinkBlock(element: DomElement): boolean {
  return linkShare(element) > 0.8 && !/[。.!?！？]$/.test(textOf(element))
}

function isLinkRun(run: readonly DomNode[]): boolean {
  const all = tidy(run.map((node) => node.textContent ?? '').join('')).length
  let linked = 0
  for (const node of run) {
    if (!isElement(node)) continue
    linked += node.localName === 'a' ? textOf(node).length : linkShare(node) * textOf(node).length
  }
  return all > 0 && linked / all > 0.8
}

/** Text with line breaks where the page has them. */
function rawText(node: DomNode): string {
  if (isText(node)) return (node.textContent ?? '').replace(/\s+/g, (space) => (space.includes('\n') ? '\ue000' : ' '))
  if (!isElement(node)) return ''
  if (node.localName === 'br') return '\n'
  if (node.localName === 'img') return ''
  const inner = [...node.childNodes].map(rawText).join('')
  return BLOCKS.has(node.localName) ? `\n${inner}\n` : inner
}

function lineOf(nodes: readonly DomNode[]): string {
  return tidy(nodes.map(rawText).join('').replaceAll('\ue000', '\n'))
}

function inlineText(element: DomElement): string {
  return paragraphs([...element.childNodes].map(rawText).join('')).join('\n')
}

/** Source line ends (\ue000) are white space; <br> is a line, two of them a paragraph. */
function paragraphs(text: string): string[] {
  return text
    .split(/\n[\s\ue000]*\n/)
    .map((part) =>
      part
        .split('\n')
        .map((line) => tidy(line.replaceAll('\ue000', '\n')))
        .filter((line) => line !== '')
        .join('\n'),
    )
    .filter((part) => part !== '')
}

function preformatted(element: DomElement): string {
  const lines = (element.textContent ?? '').split(/\r?\n/).map((line) => line.trimEnd())
  while (lines[0] === '') lines.shift()
  return lines.join('\n').trimEnd()
}

export function linksOf(body: DomElement, keep: Keep, base: string): string[] {
  const links = new Set<string>()
  for (const link of body.querySelectorAll('a[href]')) {
    const href = attribute(link, 'href')
    if (href === null || href.startsWith('#') || !(keep(link) || (link.parentNode !== null && keep(link.parentNode))))
      continue
    const url = absolute(href, base)
    if (url !== null) links.add(url)
  }
  return [...links]
}

export function absolute(href: string, base: string): string | null {
  try {
    const url = new URL(href, base)
    url.hash = ''
    return /^https?:$/.test(url.protocol) ? url.href : null
  } catch {
    return null
  }
}
