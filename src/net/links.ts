import type { DomNode } from '../domain/dom-node.ts'
import { parseWebUrl } from '../domain/url.ts'
import { responseText } from './response-text.ts'
import type { NetResponse } from './types.ts'

export interface FoundLink {
  readonly url: string
  readonly text: string
  readonly place: 'heading' | 'contents' | 'related' | 'text' | 'margin'
  readonly score: number
}

const PLACE_SCORE: Readonly<Record<FoundLink['place'], number>> = {
  contents: 5,
  heading: 4,
  related: 4,
  text: 2,
  margin: 0,
}
const CONTENTS = /\b(toc|table-of-contents|contents|mokuji)\b|目次/i
const RELATED = /\b(related|see[- ]?also|recommend(ed)?|more[- ]?on|further reading)\b|関連|あわせて読みたい|参考/i
const MARGIN = new Set(['NAV', 'FOOTER', 'HEADER', 'ASIDE'])
/** Links kept of one page, and bytes of a page that are parsed for them: a list longer than that is no page to read. */
const MOST_LINKS = 400
const MOST_BYTES = 3_000_000
/** Anchors looked at for each link kept: many lead nowhere or to the same place. */
const LOOKED_AT_EACH = 5
/** How far up from an anchor its place on the page is looked for. */
const MOST_ANCESTORS = 12

/** Links of a page with where they stand, those a reader would follow first in front. */
export async function linksOf(response: NetResponse, words: readonly string[] = []): Promise<readonly FoundLink[]> {
  if (!/html/i.test(response.headers['content-type'] ?? 'text/html') || response.body.length > MOST_BYTES) return []
  const { parseHTML } = await import('linkedom')
  const { document } = parseHTML(responseText(response)) as unknown as { document: DomNode }
  const wanted = words.map((word) => word.toLowerCase())
  const best = new Map<string, FoundLink>()
  let looked = 0
  for (const anchor of document.querySelectorAll('a[href]')) {
    looked += 1
    if (looked > MOST_LINKS * LOOKED_AT_EACH || best.size >= MOST_LINKS) break
    const target = URL.parse(anchor.getAttribute('href') ?? '', response.finalUrl)
    if (target === null || parseWebUrl(target.href) === null || /\bnofollow\b/.test(anchor.getAttribute('rel') ?? ''))
      continue
    target.hash = ''
    const text = (anchor.textContent ?? '').replace(/\s+/g, ' ').trim()
    if (text === '') continue
    const place = placeOf(anchor)
    const hits = wanted.filter((word) => text.toLowerCase().includes(word)).length
    const link = { url: target.href, text, place, score: PLACE_SCORE[place] + 2 * hits }
    const known = best.get(link.url)
    if (known === undefined || known.score < link.score) best.set(link.url, link)
  }
  return [...best.values()].sort((a, b) => b.score - a.score)
}

function placeOf(anchor: DomNode): FoundLink['place'] {
  let margin = false
  for (
    let node: DomNode | null = anchor, up = 0;
    node !== null && up < MOST_ANCESTORS;
    node = node.parentElement, up += 1
  ) {
    if (/^H[1-4]$/.test(node.tagName)) return 'heading'
    const name = namesOf(node)
    const title = titleBefore(node)
    if (CONTENTS.test(name) || CONTENTS.test(title)) return 'contents'
    if (RELATED.test(name) || RELATED.test(title)) return 'related'
    if (MARGIN.has(node.tagName)) margin = true
  }
  return margin ? 'margin' : 'text'
}

function namesOf(node: DomNode): string {
  return ['class', 'id', 'aria-label'].map((attribute) => node.getAttribute(attribute) ?? '').join(' ')
}

/** A list belongs to the heading right before it. */
function titleBefore(node: DomNode): string {
  if (node.tagName !== 'UL' && node.tagName !== 'OL') return ''
  const before = node.previousElementSibling
  return before !== null && /^(H[1-6]|P|STRONG)$/.test(before.tagName) ? (before.textContent ?? '').slice(0, 60) : ''
}
