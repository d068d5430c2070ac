import type { Clock } from '../domain/clock.ts'
import type { Page, PageType } from '../domain/page.ts'
import { lastSeen, revisitKey } from '../domain/page-change.ts'
import type { Settings } from '../domain/settings.ts'
import type { Store } from '../store/types.ts'
import type { SearchCall } from './search-call.ts'

/** Whether the task's search at this place, the first being 0, asks for a page again that it knows. */
export type StalePages = (search: number, page: Page, isUpdate?: boolean) => boolean

type Freshness = Settings['freshness']

const DAYS_OF: Readonly<Record<PageType, keyof Freshness>> = {
  article: 'article_days',
  knowledge: 'knowledge_days',
  documentation: 'documentation_days',
  forum: 'forum_days',
  listing: 'listing_days',
  product: 'product_days',
  service: 'product_days',
  paper: 'paper_days',
  pdf: 'paper_days',
  login_wall: 'other_days',
  register: 'other_days',
  record: 'other_days',
  other: 'other_days',
}

const DAY_MS = 86_400_000

/** By its kind and the time since it was last seen. Abstracts are the indexes', which are asked in every search. */
export function staleByAge(settings: Freshness, clock: Clock): StalePages {
  return (_search, page, isUpdate) => {
    if (page.route === 'api' || page.route === 'file') return false
    if (isUpdate) return true
    return clock.now() - Date.parse(lastSeen(page)) >= settings[DAYS_OF[page.page_type]] * DAY_MS
  }
}

/** As the event log recorded it: the clock of a replay stands still, and no page would grow old. */
export function staleAsRecorded(revisits: ReadonlySet<string>): StalePages {
  return (search, page) => revisits.has(revisitKey(search, page.url))
}

/** Once a search has looked at a page, the page is fresh for the rest of it; in an update, for the rest of that. */
export function isStale(
  { store, stalePages }: { readonly store: Pick<Store, 'searches'>; readonly stalePages: StalePages },
  { taskId, searchId, update }: SearchCall,
  page: Page,
): boolean {
  const searches = store.searches.ofTask(taskId)
  const place = searches.findIndex(({ id }) => id === searchId)
  if (!stalePages(place, page, update !== undefined)) return false
  const mine = searches.filter(
    ({ id, options }) => id === searchId || (update !== undefined && options.revalidate === update),
  )
  return !mine.some(({ id }) => store.searches.pagesOf(id).some(({ url }) => url === page.url))
}
