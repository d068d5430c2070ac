import type { BlockedDomain, EvidenceSummary, StatusAnswer, TaskMetrics } from '../api/get-status.ts'
import type { Page } from '../domain/page.ts'
import type { SearchRow, Task, TaskStatus } from '../domain/task.ts'
import { isSetAside } from '../domain/verification.ts'
import { requireTask } from '../store/require-task.ts'
import type { Store } from '../store/types.ts'
import { budgetOf, unsatisfiedQueries } from './budget.ts'
import { citationsPending } from './citation-queue.ts'
import { preview } from './find-texts.ts'
import { readFindings, type ShownFinding } from './findings/read-findings.ts'
import { round } from './found-claim.ts'
import type { ClaimNode } from './graph/task-graph.ts'
import { loadTaskGraph } from './graph/task-graph.ts'
import { taskMetrics } from './metrics/task-metrics.ts'
import type { ResearchParts } from './parts.ts'
import { type Harvest, searchHarvest, shownStatus } from './search-harvest.ts'
import { blockReason, RESTORE_VIA, skippedDomains } from './skipped-results.ts'

export interface AuthSummary {
  readonly summary: StatusAnswer['auth_queue']
  readonly alerts: readonly string[]
}

export type StatusParts = Pick<ResearchParts, 'store' | 'trust' | 'settings'>

/** Metrics only, never advice (REQ 2.1.2 step 4). */
export function taskStatus(parts: StatusParts, taskId: string, auth: AuthSummary): StatusAnswer {
  const { store } = parts
  const task = requireTask(store, taskId)
  const searches = store.searches.ofTask(taskId)
  const nodes = loadTaskGraph(parts, taskId)
  const findings = readFindings(parts, taskId, nodes)
  const pages = store.pages.ofTask(taskId)
  const { pages_left: _left, ...budget } = budgetOf(store, task)
  const domains = [...new Set([...pages.map((page) => page.domain), ...skippedDomains(parts, taskId)])]
  const blocked = blockedDomains(parts, domains)
  // A preprint and its article are one source.
  const retracted = [
    ...new Map(pages.filter((page) => page.is_retracted).map((page) => [page.work_id ?? page.id, page])).values(),
  ]
  return {
    ok: true,
    task_id: task.id,
    status: task.status,
    query: task.query,
    searches: searches.map((row) => ({
      id: row.id,
      query: row.query,
      status: shownStatus(store, row),
      ...soFar(store, row),
      satisfaction_score: round(row.satisfaction_score),
      novelty_score: round(row.novelty_score),
      has_primary_source: row.has_primary_source,
      refute: row.options.refute === true,
      warnings: row.error === null ? row.warnings : [...row.warnings, `ended early: ${row.error}`],
    })),
    metrics: {
      total_searches: searches.length,
      satisfied_count: searches.filter((row) => row.status === 'satisfied').length,
      total_pages: pages.length,
      total_fragments: store.fragments.ofTask(taskId).length,
      total_claims: nodes.length,
      total_findings: findings.length,
      elapsed_seconds: budget.time_used_seconds,
      contested_claims: nodes.filter((node) => node.claim.verification_status === 'contested').length,
      rejected_claims: nodes.filter((node) => node.claim.verification_status === 'rejected').length,
      retracted_sources: retracted.length,
    },
    task_metrics: rounded(taskMetrics(parts, taskId, nodes)),
    budget,
    auth_queue: auth.summary,
    background: { citations_pending: citationsPending(store, taskId) },
    warnings: [
      ...(task.status === 'completed' && budget.remaining_percent > 0
        ? []
        : [`budget: ${budget.remaining_percent} % left`]),
      ...pauseWarnings(store, task.id, task.status),
      ...forcedStop(task, searches),
      ...auth.alerts,
      ...retracted.map((page) => `retracted source: ${page.title ?? page.url}`),
    ],
    blocked_domains: blocked,
    unverified_domains: unverified(parts, pages),
    verification_alerts: verificationAlerts(nodes),
    ...(task.status === 'completed'
      ? { evidence_summary: summarise(store, taskId, { nodes, findings, pages: pages.length }) }
      : {}),
  }
}

function soFar(store: Pick<Store, 'searches'>, row: SearchRow): Harvest {
  const { pages_fetched, useful_fragments, harvest_rate } = searchHarvest(store, row)
  return { pages_fetched, useful_fragments, harvest_rate: round(harvest_rate) }
}

function rounded(metrics: TaskMetrics): TaskMetrics {
  return Object.fromEntries(Object.entries(metrics).map(([name, value]) => [name, round(value)])) as Record<
    keyof TaskMetrics,
    number
  >
}

/** REQ 2.1.5: a task that Lyra paused by itself says why. */
function pauseWarnings({ events }: Pick<Store, 'events'>, taskId: string, status: TaskStatus): readonly string[] {
  if (status !== 'paused') return []
  const event = events.ofTask(taskId, 1000).findLast(({ kind }) => kind === 'task_paused')
  return event === undefined ? [] : [`paused: ${String(event.data.reason)}`]
}

/** REQ 3.1: a task stopped because its budget ran out names its unsatisfied queries. */
function forcedStop(task: Task, searches: readonly SearchRow[]): readonly string[] {
  if (task.stop_reason !== 'budget_exhausted') return []
  return unsatisfiedQueries(searches).map((query) => `budget exhausted before this query was satisfied: ${query}`)
}

function blockedDomains(
  { store, trust }: Pick<ResearchParts, 'store' | 'trust'>,
  domains: readonly string[],
): readonly BlockedDomain[] {
  return domains
    .filter((domain) => trust.ofUrl(`https://${domain}/`, domain).level === 'BLOCKED')
    .sort()
    .map((domain) => {
      const row = store.domains.get(domain)
      const block = store.domains.blocksOf(domain).find(({ lifted_at }) => lifted_at === null)
      return {
        domain,
        blocked_at: row?.blocked_at ?? '',
        reason: blockReason({ store, trust }, domain),
        contradicting_claims: row?.contradicting_claims ?? [],
        original_trust_level: row?.original_trust_level ?? 'UNVERIFIED',
        expires_at: block?.expires_at ?? null,
        can_restore: true,
        restore_via: RESTORE_VIA,
      }
    })
}

function unverified({ trust }: Pick<ResearchParts, 'trust'>, pages: readonly Page[]): readonly string[] {
  return [
    ...new Set(
      pages
        .filter((page) => page.route !== 'file' && trust.ofPage(page).level === 'UNVERIFIED')
        .map((page) => page.domain),
    ),
  ].sort()
}

function verificationAlerts(nodes: readonly ClaimNode[]): readonly string[] {
  return nodes
    .filter(({ claim }) => claim.verification_status === 'contested' || isSetAside(claim.verification_status))
    .slice(0, 20)
    .map(({ claim: { id, verification_status: status, status_reason: reason } }) =>
      reason ? `${id} ${status}: ${reason}` : `${id} ${status}`,
    )
}

/** Those nearest to the question; the others are in v_findings. */
const FINDINGS_SHOWN = 5

interface Summarised {
  readonly nodes: readonly ClaimNode[]
  readonly findings: readonly ShownFinding[]
  readonly pages: number
}

function summarise(
  store: Pick<Store, 'edges' | 'fragments'>,
  taskId: string,
  { nodes, findings, pages }: Summarised,
): EvidenceSummary {
  const edges = store.edges.stancesOfTask(taskId)
  const domains = new Map<string, number>()
  for (const node of nodes) domains.set(node.page.domain, (domains.get(node.page.domain) ?? 0) + 1)
  return {
    findings: findings.slice(0, FINDINGS_SHOWN).map((finding) => ({
      id: finding.id,
      text: preview(finding.shown.claim.claim_text),
      confidence: round(finding.confidence),
      verification_status: finding.verification_status,
      sources: finding.supporting_sources,
    })),
    total_claims: nodes.length,
    total_fragments: store.fragments.ofTask(taskId).length,
    total_pages: pages,
    supporting_edges: edges.filter((edge) => edge.relation === 'supports').length,
    refuting_edges: edges.filter((edge) => edge.relation === 'refutes').length,
    neutral_edges: edges.filter((edge) => edge.relation === 'neutral').length,
    top_domains: [...domains]
      .sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
      .slice(0, 10)
      .map(([domain]) => domain),
  }
}
