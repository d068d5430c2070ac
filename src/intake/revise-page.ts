import type { Fragment, Page } from '../domain/page.ts'
import { lastSeen, PAGE_CHANGED, type PageChangeData } from '../domain/page-change.ts'
import type { Screened } from '../domain/screened.ts'
import { closestText } from '../domain/text-overlap.ts'
import type { Store } from '../store/types.ts'

/** The search for which a page was asked for again. */
export interface RevisitCause {
  readonly taskId: string
  readonly searchId: string
  readonly causeId: string
}

/** A page as it was found this time, under the id it has. */
export interface PageRevision {
  readonly row: Screened<Page>
  readonly fragments: readonly Screened<Fragment>[]
}

/** Below this two passages are about other things, and the old one was taken out rather than rewritten. */
const LEAST_OVERLAP = 0.4
/** Changes told one by one; a page that was rewritten altogether is told by its first. */
const MOST_REPLACED = 200

/**
 * A page that is known was read again. Passages that stand there still keep their rows, wherever they moved; those that
 * do not are superseded and keep the archived record they came from; new ones are added. True when something changed.
 * Call it inside a transaction.
 */
export function revisePage(
  store: Pick<Store, 'pages' | 'fragments' | 'events'>,
  known: Page,
  { row, fragments }: PageRevision,
  { taskId, searchId, causeId }: RevisitCause,
): boolean {
  const at = row.fetched_at
  const current = store.fragments.ofPage(known.id)
  const said = new Set(current.map(({ text_hash }) => text_hash))
  const says = new Set(fragments.map(({ text_hash }) => text_hash))
  // What a person added was never the page's own reading.
  const gone = current.filter((one) => !says.has(one.text_hash) && one.extraction_method !== 'user')
  const added = fragments.filter((one) => !said.has(one.text_hash))
  if (gone.length === 0 && added.length === 0) {
    store.pages.confirm(known.id, at)
    return false
  }
  store.fragments.supersede(
    gone.map(({ id }) => id),
    { at, file: known.warc_file, recordId: known.warc_record_id },
  )
  store.pages.revise(known.id, row)
  store.fragments.saveAll(added)
  const data: PageChangeData = {
    search_id: searchId,
    last_seen: lastSeen(known),
    replaced: gone.slice(0, MOST_REPLACED).map((was) => ({ was: was.id, now: successorOf(was, added)?.id ?? null })),
    added: added.length,
  }
  store.events.append({ kind: PAGE_CHANGED, taskId, subjectType: 'page', subjectId: known.id, data, causeId })
  return true
}

/** The new passage that stands in its place: the most alike, first under the same heading. */
function successorOf(was: Fragment, added: readonly Fragment[]): Fragment | null {
  const near = added.filter((one) => one.heading_context === was.heading_context)
  const closest = (among: readonly Fragment[]) =>
    closestText(was.text_content, among, ({ text_content }) => text_content, LEAST_OVERLAP)
  return closest(near) ?? closest(added)
}
