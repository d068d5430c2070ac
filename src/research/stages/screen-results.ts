import type { SerpItem } from '../../domain/task.ts'
import { type Screening, screenFields } from '../../guard/l2-page-screen.ts'
import type { SearchRun } from '../parts.ts'
import { reportDanger } from './report-danger.ts'

/** L2 (REQ 4.4.1): title and snippet are the words of a page that may never be read, and query_graph shows them. */
function screenResult(item: SerpItem): Screening & { readonly item: SerpItem } {
  const { safe, ...screening } = screenFields({ title: item.title, snippet: item.snippet })
  const date = screenFields({ date: item.date }).safe.date
  return { ...screening, item: { ...item, title: safe.title ?? '', snippet: safe.snippet ?? '', date } }
}

/** For what is kept without a search to tell it to: the cache of result pages. */
export function safeResults(items: readonly SerpItem[]): readonly SerpItem[] {
  return items.map((item) => screenResult(item).item)
}

/** The result stays, with its address: the page behind it is judged by its own words. */
export function screenResults(run: SearchRun, items: readonly SerpItem[]): readonly SerpItem[] {
  return items.map((result) => {
    const { item, ...screening } = screenResult(result)
    reportDanger(run, { id: result.url, url: result.url }, screening, 'result')
    return item
  })
}
