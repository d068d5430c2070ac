import type { Page } from '../../domain/page.ts'
import type { NetResponse } from '../../net/types.ts'

/** What an archived page says of itself beyond its stored passages. */
export interface ArchivedHead {
  /** Titles of page and site. */
  readonly names: string
  /** All its letters in small ones, bylines among them. */
  readonly letters: string
}

/** Where the head of a page ends, as a rule, and how much of it is looked at for a byline. */
const HEAD_BYTES = 20_000
const BYLINE_BYTES = 200_000
const TITLE = /<title[^<>]{0,200}>([^<]{1,500})/iu
const SITE = /<meta[^<>]{0,200}og:site_name[^<>]{0,200}content=["']([^"'<>]{1,200})/iu

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
    heads.set(page.id, {
      names: [TITLE.exec(head)?.[1] ?? '', SITE.exec(head)?.[1] ?? ''].join(' '),
      letters: new TextDecoder().decode(read.body.subarray(0, BYLINE_BYTES)).toLowerCase(),
    })
  }
  return heads
}
