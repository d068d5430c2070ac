import type { FlowAnswer } from '../../api/get-flow.ts'
import type { UnreadPage } from '../../api/get-unread.ts'
import { hostOf } from '../../domain/url.ts'
import type { LookedRow } from '../../store/overview-rows.ts'
import { requireTask } from '../../store/require-task.ts'
import type { Store } from '../../store/types.ts'
import type { OverviewParts } from './findings.ts'
import { tally } from './tally.ts'

/**
 * From found to used, after the PRISMA flow of reviews. A hit is one finder's mention of one address; each box is the
 * box before it less what was left out there, so that the counts add up by construction.
 */
export function flowOf({ store, trust }: OverviewParts, taskId: string): FlowAnswer {
  const task = requireTask(store, taskId)
  const looked = oneEach(store.overview.looked(taskId))
  const results = store.overview.results(taskId)
  const hits = hitsOf(results, [...looked.values()])
  const addresses = new Set(hits.map(({ url }) => url))
  const unread = [...looked.values()].filter((row) => row.page_id === null)
  const pageIds = new Set([...looked.values()].flatMap((row) => row.page_id ?? []))
  const uses = store.overview.uses(taskId)
  const used = new Set(uses.map((use) => use.page_id).filter((id) => pageIds.has(id)))
  const unused = store.pages.many([...pageIds].filter((id) => !used.has(id)))
  const level = trust.reading()
  const side = (relation: 'supports' | 'refutes') =>
    new Set(uses.filter((use) => use.relation === relation && used.has(use.page_id)).map((use) => use.page_id)).size
  return {
    ok: true,
    task_id: taskId,
    query: task.query,
    found: hits.length,
    found_by: tally(hits.map(({ by }) => by)),
    repeated: hits.length - addresses.size,
    screened: addresses.size,
    not_tried: addresses.size - looked.size,
    tried: looked.size,
    unread: unread.length,
    unread_by: tally(unread.map((row) => row.outcome)),
    same_page: looked.size - unread.length - pageIds.size,
    read: pageIds.size,
    unused: pageIds.size - used.size,
    unused_by: tally(
      unused.map((page) => {
        if (page.is_retracted) return 'retracted'
        if (level.ofPage(page).level === 'BLOCKED') return 'domain_blocked'
        return page.outcome === 'ok' || page.outcome === 'not_modified' ? 'nothing_to_the_point' : page.outcome
      }),
    ),
    used: used.size,
    used_for: side('supports'),
    used_against: side('refutes'),
    findings: store.findings.ofTask(taskId).length,
  }
}

/** One row an address: the search that read it, else the last that tried. */
function oneEach(rows: readonly LookedRow[]): ReadonlyMap<string, LookedRow> {
  const kept = new Map<string, LookedRow>()
  for (const row of rows) if (kept.get(row.url)?.page_id == null) kept.set(row.url, row)
  return kept
}

interface Hit {
  readonly url: string
  readonly by: string
}

/** Every result of every search; and who else led to an address that was tried: an index, a citation, a link. */
function hitsOf(
  results: readonly { readonly url: string; readonly found_by: string }[],
  looked: readonly LookedRow[],
): readonly Hit[] {
  const engines = new Set(results.map((row) => row.found_by))
  const listed = new Set(results.map((row) => row.url))
  const others = looked.flatMap((row) => {
    const finders = row.found_by.split('+').filter((by) => by !== '' && !engines.has(by))
    // Written with another address than the result had: the engine is still who found it.
    const named = finders.length === 0 && !listed.has(row.url) ? [row.found_by.split('+')[0] ?? row.found_by] : finders
    return named.map((by) => ({ url: row.url, by: kindOfFinder(by) }))
  })
  return [...results.map((row) => ({ url: row.url, by: row.found_by })), ...others]
}

/** `link:sitemap` is a link. */
function kindOfFinder(by: string): string {
  return by.split(':')[0] ?? by
}

/** What could not be read, in the order in which it was tried. */
export function unreadOf(store: Store, taskId: string): readonly UnreadPage[] {
  return [...oneEach(store.overview.looked(taskId)).values()]
    .filter((row) => row.page_id === null)
    .map((row) => ({
      url: row.url,
      domain: hostOf(row.url) ?? '',
      outcome: row.outcome,
      reason: row.reason,
      found_by: row.found_by,
      search: row.query,
      attempts: row.attempts,
    }))
}
