import { markScreened, type Screened } from '../domain/screened.ts'
import type { SerpItem } from '../domain/task.ts'
import { type Screening, screenFields } from '../guard/l2-page-screen.ts'
import type { CacheStore, EventStore, SearchStore, SerpEntry } from '../store/types.ts'
import { reportDanger } from './report-danger.ts'

export interface AdmittedResults {
  readonly items: readonly SerpItem[]
  readonly warnings: readonly string[]
}

/** L2 (REQ 4.4.1): title and snippet are the words of a page that may never be read, and query_graph shows them. */
function screenResult(item: SerpItem): Screening & { readonly item: Screened<SerpItem> } {
  const { safe, ...screening } = screenFields({ title: item.title, snippet: item.snippet })
  const date = screenFields({ date: item.date }).safe.date
  const row = { ...item, title: safe.title ?? '', snippet: safe.snippet ?? '', date }
  return { ...screening, item: markScreened(row) }
}

/** The result stays, with its address: the page behind it is judged by its own words. */
export function admitResults(
  events: Pick<EventStore, 'audit'>,
  items: readonly SerpItem[],
  causeId: string,
): AdmittedResults {
  const screened = items.map(screenResult)
  const warnings = screened.flatMap(({ item: { url }, ...screening }) =>
    reportDanger(events, { type: 'result', id: url, url }, screening, causeId),
  )
  return { items: screened.map(({ item }) => item), warnings }
}

/**
 * Results that `admitResults` has let in and reported, now or before the search was resumed. What was read back from
 * disk is no proof: it is screened again, which changes nothing in what was screened before.
 */
export function saveResults(
  searches: Pick<SearchStore, 'addSerpItems'>,
  searchId: string,
  items: readonly SerpItem[],
  causeId: string,
): void {
  searches.addSerpItems(
    searchId,
    items.map((item) => screenResult(item).item),
    causeId,
  )
}

/** The cache of result pages, which query_graph reads, too: what it keeps is screened. */
export function screenedSerpCache<T extends Pick<CacheStore, 'saveSerp'>>(
  caches: T,
): Omit<T, 'saveSerp'> & { readonly saveSerp: (entry: SerpEntry<SerpItem>) => void } {
  return {
    ...caches,
    saveSerp: (entry) => caches.saveSerp({ ...entry, items: entry.items.map((item) => screenResult(item).item) }),
  }
}
