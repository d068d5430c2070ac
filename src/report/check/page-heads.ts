import type { Page } from '../../domain/page.ts'
import type { NetResponse } from '../../net/types.ts'

/** What an archived page says of itself beyond its stored passages. */
export interface ArchivedHead {
  /** Titles of page and site. */
  readonly names: string
  /** Who wrote it, as far as its head and the lines about its date tell. */
  readonly bylines: string
  /** All its letters in small ones, bylines among them. */
  readonly letters: string
}

/** Where the head of a page ends, as a rule, and how much of it is looked at for a byline. */
const HEAD_BYTES = 20_000
const BYLINE_BYTES = 200_000
const TITLE = /<title[^<>]{0,200}>([^<]{1,500})/iu
const SITE = /<meta[^<>]{0,200}og:site_name[^<>]{0,200}content=["']([^"'<>]{1,200})/iu

const AUTHOR = /<meta[^<>]{0,200}name=["']author["'][^<>]{0,200}content=["']([^"'<>]{1,200})/iu
const DATED = /(?:1[5-9]|20)\d\d[-/.年]\s?\d{1,2}|\d{1,2} [A-Z][a-z]{2,8} (?:1[5-9]|20)\d\d/u
const LONGEST_BYLINE = 120
const MOST_BYLINES = 4

/** Short lines that hold a date, and their neighbours: "Ada Kern / 2020-01-31". */
function bylinesOf(markup: string): readonly string[] {
  const lines = markup
    .split(/<[^<>]{0,2000}>/u)
    .map((line) => line.trim())
    .filter((line) => line !== '')
  const places = lines.flatMap((line, at) => (line.length <= LONGEST_BYLINE && DATED.test(line) ? [at] : []))
  return places
    .slice(0, MOST_BYLINES)
    .flatMap((at) => lines.slice(Math.max(0, at - 1), at + 2).filter((line) => line.length <= LONGEST_BYLINE))
}

function plainText(text: string): string {
  return text.replaceAll('&amp;', '&').replaceAll('&#39;', "'").replaceAll('&quot;', '"')
}

/**
 * What the archived pages call themselves in their heads: the stored title has lost the name of the site, by which a
 * draft cites ("Harbour Herald, 2023"). A page without an archived record has none.
 */
export async function pageHeads(
  pages: readonly Page[],
  readBack: (page: Page) => Promise<Pick<NetResponse, 'body'> | null>,
): Promise<ReadonlyMap<string, ArchivedHead>> {
  const heads = new Map<string, ArchivedHead>()
  for (const page of pages) {
    const read = await readBack(page).catch(() => null)
    if (read === null) continue
    const head = new TextDecoder().decode(read.body.subarray(0, HEAD_BYTES))
    const all = new TextDecoder().decode(read.body.subarray(0, BYLINE_BYTES))
    const isMarkup = head.includes('<')
    heads.set(page.id, {
      names: plainText([TITLE.exec(head)?.[1] ?? '', SITE.exec(head)?.[1] ?? ''].join(' ')),
      bylines: isMarkup ? plainText([AUTHOR.exec(head)?.[1] ?? '', ...bylinesOf(all)].join(' ')) : '',
      letters: all.toLowerCase(),
    })
  }
  return heads
}
