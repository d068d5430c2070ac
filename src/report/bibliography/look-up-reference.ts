import type { Page } from '../../domain/page.ts'
import { normaliseUrl } from '../../domain/url.ts'
import type { Store } from '../../store/types.ts'
import type { AlikeWork, GatheredWorks } from './gathered-works.ts'
import { type FoundWork, foundIn, workOfPage } from './page-work.ts'
import type { ReferenceItem } from './reference-item.ts'
import { mismatches } from './same-work.ts'

export interface InGraph {
  readonly works: readonly FoundWork[]
  readonly page: Page | null
  /** Works of the same title that are not taken for the one cited, each with the reason. */
  readonly alike: readonly AlikeWork[]
}

/**
 * What the graph has: the work of each identifier, the page of the address and the work that this is a text of. Where
 * no identifier leads there, and the page of the address is not what the entry says, the works of its title.
 */
export async function fromGraph(
  store: Pick<Store, 'works' | 'pages'>,
  item: ReferenceItem,
  gathered: () => Promise<GatheredWorks>,
): Promise<InGraph> {
  const { identifiers, url } = item
  const named = identifiers.flatMap((identifier) => {
    const work = store.works.byIdentifier(identifier)
    return work === null ? [] : [foundIn(work, 'identifier')]
  })
  const there = url === null ? null : (byUrl(store, url) ?? (await gathered()).byAddress(url))
  const addressed = there === null ? null : workOfPage(store, there, 'address', item.title)
  const page = there ?? identifiers.map((one) => store.pages.byIdentifier(one)).find((one) => one !== null) ?? null
  const works = [...named, ...(addressed === null ? [] : [addressed])]
  const isKnown = named.length > 0 || (addressed !== null && mismatches(item, addressed).length === 0)
  if (isKnown || item.title === null) return { works, page, alike: [] }
  const titled = (await gathered()).byTitle(item, there)
  return { works: [...works, ...titled.works], page: page ?? (url === null ? titled.page : null), alike: titled.alike }
}

/** As it is written, in the one spelling of the store, and with or without www and the s of https. */
function byUrl({ pages }: Pick<Store, 'pages'>, url: string): Page | null {
  const spelled = [url, normaliseUrl(url)].filter((one) => one !== null)
  const all = spelled.flatMap((one) => [
    one,
    one.replace(/^https?:/u, (scheme) => (scheme === 'http:' ? 'https:' : 'http:')),
  ])
  const sites = all.flatMap((one) => [
    one,
    one.replace(/^(https?:\/\/)(www\.)?/u, (_, scheme, www) => scheme + (www ? '' : 'www.')),
  ])
  for (const one of new Set(sites)) {
    const page = pages.byUrl(one)
    if (page !== null) return page
  }
  return null
}
