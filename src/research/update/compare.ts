import { isSuccess } from '../../domain/outcome.ts'
import type { Page } from '../../domain/page.ts'
import type { SourceChange, TaskDelta, TaskSnapshot } from '../../domain/task-delta.ts'
import { readFindings, type ShownFinding } from '../findings/read-findings.ts'
import { pageNews } from '../graph/page-rewrites.ts'
import { type ClaimNode, type GraphParts, loadTaskGraph } from '../graph/task-graph.ts'
import { isGone, revisitsOf } from './revisits.ts'

export interface ComparedTask {
  readonly taskId: string
  readonly before: TaskSnapshot
  /** The searches of the update. */
  readonly searchIds: ReadonlySet<string>
}

/** What is otherwise than it was: findings by their claims, since they are grouped anew, and pages by their address. */
export function compareTask(parts: GraphParts, { taskId, before, searchIds }: ComparedTask): TaskDelta {
  const nodes = loadTaskGraph(parts, taskId)
  const findings = readFindings(parts, taskId, nodes)
  const pages = [...parts.store.pages.ofTask(taskId)].sort((a, b) => (a.url < b.url ? -1 : a.url > b.url ? 1 : 0))
  const asked = revisitsOf(parts, pages, searchIds)
  const told = toldBy(findings)
  const sources = pages.flatMap((page): readonly SourceChange[] => {
    const known = before.pages[page.id]
    const place = { page_id: page.id, url: page.url, title: page.title, finding_ids: told.get(page.id) ?? [] }
    if (known === undefined) return [{ change: 'new', ...place }]
    const outcome = asked.get(page.id)
    const lost = outcome !== undefined && !isSuccess(outcome) && !isGone(outcome)
    const isBack = known.is_gone && outcome !== undefined && isSuccess(outcome)
    const news = newsOf(parts, page, nodes, searchIds).filter(({ change }) => change !== 'gone' || !known.is_gone)
    return [
      ...news.map((one) => ({ ...one, ...place })),
      ...(isBack ? [{ change: 'back' as const, ...place }] : []),
      ...(page.is_retracted && !known.is_retracted
        ? [{ change: 'retracted' as const, ...place, notice: noticeOf(page) }]
        : []),
      ...(lost ? [{ change: 'unreachable' as const, ...place, outcome }] : []),
    ]
  })
  const rewritten = new Set(sources.filter(({ change }) => change === 'changed').map(({ page_id }) => page_id))
  return {
    new_findings: findings.filter((finding) => isNew(finding, before)).map(shownNew),
    changed_findings: findings.flatMap((finding) => changedVerdict(finding, before)),
    sources,
    pages_asked: asked.size,
    pages_unchanged: [...asked].filter(([id, outcome]) => isSuccess(outcome) && !rewritten.has(id)).length,
  }
}

function isNew({ members }: ShownFinding, { claims }: TaskSnapshot): boolean {
  return members.every(({ claim }) => claims[claim.id] === undefined)
}

function shownNew(finding: ShownFinding): TaskDelta['new_findings'][number] {
  const { supporting_sources, refuting_sources, verification_status: status, confidence } = finding
  return { ...placeOf(finding), status, confidence: rounded(confidence), supporting_sources, refuting_sources }
}

/** Below this a confidence has moved by the copies and the order in which passages came, not by news. */
const LEAST_MOVE = 0.1

/** A finding is compared with the one that its oldest claim stood in. */
function changedVerdict(finding: ShownFinding, { claims }: TaskSnapshot): TaskDelta['changed_findings'] {
  const was = finding.members.flatMap(({ claim }) => claims[claim.id] ?? [])[0]
  if (was === undefined) return []
  const { verification_status: status, confidence } = finding
  const moved = Math.abs(confidence - was.confidence) >= LEAST_MOVE
  if (was.status === status && !moved) return []
  const decisive = finding.members.find(({ claim }) => claim.verification_status === status) ?? finding.shown
  return [
    {
      ...placeOf(finding),
      before: { status: was.status, confidence: rounded(was.confidence) },
      after: { status, confidence: rounded(confidence) },
      reason: decisive.claim.status_reason ?? null,
    },
  ]
}

function placeOf({ id, shown }: ShownFinding) {
  return { finding_id: id, text: shown.claim.claim_text, url: shown.page.url }
}

function rounded(value: number): number {
  return Math.round(value * 1e4) / 1e4
}

/** Findings that rest on each page: by what it says itself, and by what it says of others. */
function toldBy(findings: readonly ShownFinding[]): ReadonlyMap<string, string[]> {
  const byPage = new Map<string, Set<string>>()
  for (const { id, members } of findings)
    for (const { page, evidence } of members)
      for (const one of [page, ...evidence.filter((edge) => edge.relation !== 'neutral').map((edge) => edge.page)])
        byPage.set(one.id, (byPage.get(one.id) ?? new Set()).add(id))
  return new Map([...byPage].map(([page, ids]) => [page, [...ids].sort()]))
}

function newsOf(parts: GraphParts, page: Page, nodes: readonly ClaimNode[], searchIds: ReadonlySet<string>) {
  return pageNews(parts, [page], nodes)
    .filter(({ searchId }) => searchIds.has(searchId))
    .map((news) =>
      news.kind === 'gone'
        ? { change: 'gone' as const, last_seen: news.lastSeen, outcome: news.outcome }
        : {
            change: 'changed' as const,
            last_seen: news.lastSeen,
            passages: news.passages,
            rewrites: news.rewrites.map(({ was, now }) => ({ was, now })),
          },
    )
}

function noticeOf({ paper_metadata: paper }: Page): string | null {
  return typeof paper?.retraction_notice === 'string' ? paper.retraction_notice : null
}
