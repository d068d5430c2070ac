import { z } from 'zod'
import type { EvidenceEdge, LoggedEvent } from '../../store/types.ts'
import { pageRevisits } from './page-revisits.ts'
import { type ClaimNode, type GraphParts, loadClaims } from './task-graph.ts'
import type { TimelineEntry, TimelineKind } from './timeline-entry.ts'

export interface ClaimTimeline {
  readonly claim_id: string
  readonly entries: readonly TimelineEntry[]
  /**
   * Publication of the oldest and newest dated source for or against it; metadata, never a weight (TRUST decision 3).
   */
  readonly earliest_source: string | null
  readonly latest_source: string | null
}

/** REQ 3.4: first seen, updated, corrected and retracted, each with what caused it; undated entries come last. */
export function claimTimeline(parts: Pick<GraphParts, 'store'>, claimId: string): ClaimTimeline | null {
  const [node] = loadClaims(parts, [claimId])
  if (node === undefined) return null
  const taking = node.evidence.filter((edge) => edge.relation !== 'neutral')
  const pages = onePerPage([node.page, ...taking.map((edge) => edge.page)]).map((page) => page.id)
  const events = parts.store.events.about([claimId, ...taking.map((edge) => edge.id), ...pages])
  const entries = [
    ...firstSeen(node),
    ...taking.map((edge): TimelineEntry => updatedBy(edge)),
    ...sourceUpdates(node, taking),
    ...events.flatMap((event) => logged(event)),
    ...pageRevisits(parts, node, taking, events),
    ...saidUntil(parts, node),
    ...retractions(node, taking),
  ]
  const dates = [node.page, ...taking.map((edge) => edge.page)]
    .flatMap((page) => page.published_at ?? (page.year === null ? [] : String(page.year)))
    .sort()
  return {
    claim_id: claimId,
    entries: entries.sort(byTime),
    earliest_source: dates[0] ?? null,
    latest_source: dates.at(-1) ?? null,
  }
}

function firstSeen({ claim, page }: ClaimNode): readonly TimelineEntry[] {
  return [
    ...(page.published_at === null
      ? []
      : [entry('first_seen', page.published_at, `published on ${page.domain}`, page.id, page.cause_id)]),
    entry('first_seen', claim.created_at, 'found by this task', page.id, claim.cause_id),
  ]
}

function updatedBy(edge: EvidenceEdge): TimelineEntry {
  const what = `${edge.page.domain} ${edge.relation} it${edge.human_corrected ? ' (stance set by a person)' : ''}`
  return entry('updated', edge.created_at, what, edge.page.id, edge.cause_id)
}

/** One entry a page, however many of its fragments speak of the claim. */
function sourceUpdates(node: ClaimNode, taking: readonly EvidenceEdge[]): readonly TimelineEntry[] {
  return onePerPage([node.page, ...taking.map((edge) => edge.page)]).flatMap((page) =>
    page.updated_at === null
      ? []
      : [entry('updated', page.updated_at, `${page.domain} changed its page`, page.id, page.cause_id)],
  )
}

/** What an archived version of the page said instead (REQ 3.1.6); the page still lives. */
function saidUntil({ store }: Pick<GraphParts, 'store'>, { claim, page }: ClaimNode): readonly TimelineEntry[] {
  return store.pageStatements
    .ofPages([page.id])
    .filter(({ claim_id }) => claim_id === claim.id)
    .map(({ was, now, said_from, said_until, cause_id }) => {
      const first = said_from.slice(0, 7)
      const until = said_until.slice(0, 7)
      const when = first === until ? `in ${until}` : `from ${first} until ${until}`
      const says = now === null ? 'and no longer does' : `and now says “${now}”`
      return entry('updated', said_until, `${page.domain} said “${was}” ${when} (archived), ${says}`, page.id, cause_id)
    })
}

function retractions(node: ClaimNode, taking: readonly EvidenceEdge[]): readonly TimelineEntry[] {
  return onePerPage([node.page, ...taking.map((edge) => edge.page)]).flatMap((page) => {
    if (!page.is_retracted) return []
    const notice = page.paper_metadata?.retraction_notice
    const role = page.id === node.page.id ? 'its source' : 'evidence'
    const what = `${role} was retracted${typeof notice === 'string' ? ` (notice ${notice})` : ''}`
    // The academic sources say that a paper was retracted, not when.
    return [entry('retracted', null, what, page.id, page.cause_id)]
  })
}

/** REQ 3.1.6: what the archive's earlier versions of a source say (event of stages/fetch.ts). */
const history = z.object({
  changes: z.array(
    z.object({ to: z.string(), headings_added: z.array(z.string()), headings_removed: z.array(z.string()) }),
  ),
})

function logged(event: LoggedEvent): readonly TimelineEntry[] {
  if (event.kind === 'page_history') {
    return (history.safeParse(event.data).data?.changes ?? []).map((change) => {
      const parts = [
        ...change.headings_added.map((heading) => `+ ${heading}`),
        ...change.headings_removed.map((heading) => `- ${heading}`),
      ]
      const differing = parts.length === 0 ? '' : `: ${parts.slice(0, 5).join(', ')}`
      const what = `an archived version of the source differs${differing}`
      return entry('updated', change.to, what, event.subject_id, event.cause_id)
    })
  }
  if (event.kind === 'claim_status_changed')
    return [
      entry(
        'updated',
        event.at,
        `${String(event.data.from)} became ${String(event.data.to)}: ${String(event.data.reason)}`,
        null,
        event.cause_id,
      ),
    ]
  if (event.kind.startsWith('feedback.'))
    return [
      entry('corrected', event.at, `${byWhom(event)}: ${event.kind.slice('feedback.'.length)}`, null, event.cause_id),
    ]
  return []
}

/** Events of before it was kept are a person's. */
function byWhom({ data }: LoggedEvent): string {
  if (data.by === 'assistant') return 'an assistant'
  return data.by === 'rule' ? 'as its copy was' : 'a person'
}

function entry(
  kind: TimelineKind,
  at: string | null,
  what: string,
  pageId: string | null,
  causeId: string | null,
): TimelineEntry {
  return { kind, at, what, page_id: pageId, cause_id: causeId }
}

function onePerPage<T extends { readonly id: string }>(pages: readonly T[]): readonly T[] {
  return [...new Map(pages.map((page) => [page.id, page])).values()]
}

const ORDER: readonly TimelineKind[] = ['first_seen', 'updated', 'corrected', 'retracted']

function byTime(a: TimelineEntry, b: TimelineEntry): number {
  if (a.at !== null && b.at !== null && a.at !== b.at) return a.at < b.at ? -1 : 1
  if ((a.at === null) !== (b.at === null)) return a.at === null ? 1 : -1
  return ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind) || (a.what < b.what ? -1 : 1)
}
