import type { SourceCue } from '../domain/primary-source.ts'
import { splitSentences } from '../domain/sentences.ts'
import { parseWebUrl, registrableDomain } from '../domain/url.ts'
import { identifiersIn } from './identifiers.ts'
import type { SourceCues } from './source-cues.ts'

/** A link by which a page may say where it has something from. */
export interface NamedSource {
  readonly url: string
  /** Null for a link in the text that nothing announces: it counts where it leads to a source of a higher kind. */
  readonly cue: Exclude<SourceCue, 'standing'> | null
  /** The words of the link. */
  readonly text: string
  /** The sentence that holds it; empty for what stands in the head of the page. */
  readonly words: string
}

interface Node {
  readonly nodeType: number
  readonly tagName?: string
  readonly textContent: string | null
  readonly parentElement: Node | null
  readonly childNodes: Iterable<Node>
  getAttribute(name: string): string | null
  querySelectorAll(selector: string): Iterable<Node>
}

/**
 * Bytes and links of one page that are looked at, and characters of one block: a list longer than that names nothing.
 */
const MOST_BYTES = 3_000_000
const MOST_LINKS = 600
const LONGEST_BLOCK = 6000
const MOST_NAMED = 40
const LONGEST_WORDS = 400
const MOST_ANCESTORS = 12
const DEEPEST = 40
/** A link this near to the beginning of its sentence belongs to the one before. */
const RIGHT_AFTER = 40

const BLOCKS = new Set(['P', 'LI', 'TD', 'DD', 'DIV', 'SECTION', 'ARTICLE', 'FIGCAPTION', 'BLOCKQUOTE', 'MAIN', 'BODY'])
const MARGIN = new Set(['NAV', 'FOOTER', 'HEADER', 'ASIDE', 'FORM'])
const PAID = /\b(?:sponsored|ugc)\b/u

/**
 * The links of a page that lead to another site and by which it names a source: markup made for it, a line "Source:",
 * a phrase of attribution around or right before the link, or a paper by its identifier. In the order of the page.
 */
export async function namedSources(html: string, finalUrl: string, cues: SourceCues): Promise<readonly NamedSource[]> {
  if (html.length > MOST_BYTES) return []
  const { parseHTML } = await import('linkedom')
  const { document } = parseHTML(html) as unknown as { document: Node }
  const own = registrableDomain(finalUrl)
  const found = new Map<string, NamedSource>()
  const add = (source: NamedSource | null) => {
    if (source === null || found.size >= MOST_NAMED) return
    if (found.get(source.url)?.cue != null) return
    found.set(source.url, source)
  }
  const outside = (address: string | null): string | null => {
    const url = parseWebUrl(URL.parse(address ?? '', finalUrl)?.href ?? '')
    if (url === null || registrableDomain(url.href) === own) return null
    url.hash = ''
    return url.href
  }
  for (const source of inMarkup(document, outside)) add(source)
  let looked = 0
  for (const anchor of document.querySelectorAll('a[href]')) {
    looked += 1
    if (looked > MOST_LINKS) break
    const url = outside(anchor.getAttribute('href'))
    if (url !== null && !PAID.test(anchor.getAttribute('rel') ?? '')) add(readLink(anchor, url, cues))
  }
  return [...found.values()]
}

const MARKED = 'link[rel=canonical],link[rel=original-source],link[rel=syndication-source]'
const META = 'meta[name=original-source],meta[name=syndication-source],meta[itemprop=isBasedOn]'
const ITEMS = '[itemprop=isBasedOn],[itemprop=citation],blockquote[cite],q[cite]'

/** Copies point at their original, and what rests on another work may say so (schema.org isBasedOn). */
function* inMarkup(document: Node, outside: (address: string | null) => string | null): Generator<NamedSource> {
  for (const node of document.querySelectorAll(`${MARKED},${META},${ITEMS}`)) {
    const address = ['href', 'content', 'cite'].map((name) => node.getAttribute(name)).find((one) => one !== null)
    const url = outside(address ?? null)
    if (url !== null) yield { url, cue: 'markup', text: '', words: '' }
  }
}

function readLink(anchor: Node, url: string, cues: SourceCues): NamedSource | null {
  const text = tidy(anchor.textContent ?? '').slice(0, LONGEST_WORDS)
  const { block, inMargin } = blockOf(anchor)
  if (block === null) return null
  const place = placeIn(block, anchor)
  if (place === null) return null
  const { before, whole } = place
  if (
    cues.isSourceLine(
      before
        .split(/[\n。.]/u)
        .at(-1)
        ?.trim() ?? '',
    )
  )
    return { url, cue: 'source_line', text, words: tidy(`${before} ${text}`).slice(-LONGEST_WORDS) }
  if (inMargin) return null
  const sentences = splitSentences(whole)
  const at = sentences.findIndex(({ start, end }) => start <= before.length && before.length < end)
  const sentence = sentences[at]
  if (sentence === undefined) return null
  const words = sentence.text.slice(0, LONGEST_WORDS)
  const untilLink = whole.slice(sentence.start, before.length + text.length)
  const isNear = before.length - sentence.start <= RIGHT_AFTER
  const leading = isNear && cues.isDocument(text) ? (sentences[at - 1]?.text ?? '') : ''
  const announced = cues.isAttribution(untilLink) || (leading !== '' && cues.isAttribution(leading))
  // A sentence of Japanese says it after the name.
  const cited = identifiersIn(`${url} ${text}`).some(({ type }) => type !== 'isbn')
  if (announced || cues.isAttribution(words.slice(untilLink.length, untilLink.length + RIGHT_AFTER)))
    return {
      url,
      cue: 'attribution',
      text,
      words: leading === '' ? words : `${leading} ${words}`.slice(0, LONGEST_WORDS),
    }
  return { url, cue: cited ? 'citation' : null, text, words }
}

function blockOf(anchor: Node): { readonly block: Node | null; readonly inMargin: boolean } {
  let block: Node | null = null
  let inMargin = false
  for (
    let node = anchor.parentElement, up = 0;
    node !== null && up < MOST_ANCESTORS;
    node = node.parentElement, up += 1
  ) {
    if (block === null && BLOCKS.has(node.tagName ?? '')) block = node
    if (MARGIN.has(node.tagName ?? '')) inMargin = true
  }
  return { block, inMargin }
}

/** The text of a block, and what of it stands before the link; null for a block that is a page of its own. */
function placeIn(block: Node, anchor: Node): { readonly before: string; readonly whole: string } | null {
  let whole = ''
  let start = -1
  const walk = (node: Node, depth: number): boolean => {
    for (const child of depth > DEEPEST ? [] : node.childNodes) {
      if (child === anchor) start = whole.length
      if (child.nodeType === 3) whole = appended(whole, child.textContent ?? '')
      else if (child.nodeType === 1) {
        if (child.tagName === 'BR') whole = `${whole.trimEnd()}\n`
        if (!walk(child, depth + 1)) return false
      }
      if (whole.length > LONGEST_BLOCK) return start >= 0 && start < LONGEST_BLOCK
    }
    return true
  }
  walk(block, 0)
  return start < 0 ? null : { before: whole.slice(0, start), whole: whole.slice(0, LONGEST_BLOCK) }
}

function appended(text: string, more: string): string {
  const added = more.replace(/\s+/gu, ' ')
  return /\s$/u.test(text) || text === '' ? text + added.trimStart() : text + added
}

function tidy(text: string): string {
  return text.replace(/\s+/gu, ' ').trim()
}
