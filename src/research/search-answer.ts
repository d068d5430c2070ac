import type { FoundClaim, SearchAnswer } from '../api/search.ts'
import { LyraError } from '../domain/errors.ts'
import type { SearchRow } from '../domain/task.ts'
import { requireTask } from '../store/require-task.ts'
import type { Store } from '../store/types.ts'
import { budgetOf } from './budget.ts'
import type { DomainTrust } from './domain-trust.ts'
import { readFindings, type ShownFinding } from './findings/read-findings.ts'
import { foundClaim, round } from './found-claim.ts'
import { type ClaimNode, loadTaskGraph } from './graph/task-graph.ts'
import { refutationsOf } from './refuting-evidence.ts'
import { searchHarvest, shownStatus } from './search-harvest.ts'

interface AnswerParts {
  readonly store: Store
  readonly trust: DomainTrust
}

/** Findings shown in one answer; the rest is a query_graph away. */
const FINDINGS_SHOWN = 20

/** What is known of a search, finished or running. */
export function answerSearch(parts: AnswerParts, searchId: string): SearchAnswer {
  const { store } = parts
  const row = store.searches.get(searchId)
  if (row === null) throw new LyraError('NOT_FOUND', `There is no search ${searchId}`)
  const budget = budgetOf(store, requireTask(store, row.task_id))
  const harvest = searchHarvest(store, row)
  const nodes = loadTaskGraph(parts, row.task_id)
  const contradictions = store.claims.contradictions(row.task_id)
  const status = shownStatus(store, row)
  const provisional = row.status === 'running' ? { provisional: true as const } : {}
  const found = foundBy(row, readFindings(parts, row.task_id, nodes), store.findings.relevances(row.task_id))
  const against = row.options.refute ? refutationsOf(parts, row, nodes) : []
  return {
    ok: true,
    search_id: row.id,
    query: row.query,
    status,
    pages_fetched: harvest.pages_fetched,
    useful_fragments: harvest.useful_fragments,
    harvest_rate: round(harvest.harvest_rate),
    claims_found: found.slice(0, FINDINGS_SHOWN).map(({ node, finding }) => ({
      ...foundClaim(parts, node, contradictions),
      ...findingBeside(node, finding),
      ...provisional,
    })),
    refutations: against.slice(0, FINDINGS_SHOWN),
    refutations_total: against.length,
    ...targetsTold(store, row),
    ...besideQuery(store, row),
    satisfaction_score: round(row.satisfaction_score),
    novelty_score: round(row.novelty_score),
    budget_remaining: { pages: budget.pages_left, percent: budget.remaining_percent },
    warnings:
      found.length > FINDINGS_SHOWN
        ? [...row.warnings, `${found.length - FINDINGS_SHOWN} more claims: use query_graph (v_findings)`]
        : row.warnings,
  }
}

/** What became of each target; while the search runs, of those it has come to. */
function targetsTold({ searches }: Pick<Store, 'searches'>, { id, options }: SearchRow): Pick<SearchAnswer, 'targets'> {
  if (options.targets === undefined) return {}
  const targets = searches.targetsOf(id).map(({ given, kind, outcome, reason, url, page_id }) => ({
    ...{ target: given, kind, outcome },
    ...(reason === null ? {} : { reason }),
    ...(url === null ? {} : { url }),
    ...(page_id === null ? {} : { page_id }),
  }))
  return { targets }
}

/** What was asked beside the query: the steps of a pivot, and expansions. */
function besideQuery(
  { trails }: Pick<Store, 'trails'>,
  { id, options }: SearchRow,
): Pick<SearchAnswer, 'pivots' | 'expansions'> {
  const steps = options.pivot_from === undefined ? undefined : trails.stepsOf(id)
  const expansions = trails.expansionsOf(id)
  return {
    ...(steps === undefined
      ? {}
      : {
          pivots: steps.map(({ ask, source, value, outcome, found, same_name, reason }) => ({
            ...{ ask, source, outcome, found, same_name },
            ...(value === null ? {} : { value }),
            ...(reason === null ? {} : { reason }),
          })),
        }),
    ...(expansions.length === 0
      ? {}
      : {
          expansions: expansions.map(({ query, by, term, synonym }) => ({
            ...{ query, by },
            ...(term === null ? {} : { term }),
            ...(synonym === null ? {} : { synonym }),
          })),
        }),
  }
}

interface FoundFinding {
  readonly finding: ShownFinding
  /** The claim that is told for it: of those that the search found the nearest to the question. */
  readonly node: ClaimNode
}

/**
 * The nearest to the question first, which later searches do not change: asked again, the search gives the same answer
 * (LYRA 3.6).
 */
function foundBy(
  { id: searchId, finished_at: answeredAt }: Pick<SearchRow, 'id' | 'finished_at'>,
  findings: readonly ShownFinding[],
  relevances: ReadonlyMap<string, number>,
): readonly FoundFinding[] {
  const near = ({ claim }: ClaimNode) => relevances.get(claim.id) ?? 0
  // What the citations bring after the answer comes after what it told.
  const isLate = ({ claim }: ClaimNode) => Number(answeredAt !== null && claim.created_at > answeredAt)
  const nearestFirst = (a: ClaimNode, b: ClaimNode) =>
    isLate(a) - isLate(b) || near(b) - near(a) || (a.claim.id < b.claim.id ? -1 : 1)
  return findings
    .flatMap((finding) => {
      const [node] = finding.members.filter(({ claim }) => claim.search_id === searchId).sort(nearestFirst)
      return node === undefined ? [] : [{ finding, node }]
    })
    .sort((a, b) => nearestFirst(a.node, b.node))
}

function findingBeside(node: ClaimNode, finding: ShownFinding): Pick<FoundClaim, 'finding'> {
  const others = finding.members.filter((one) => one !== node).map(({ claim }) => claim.id)
  if (others.length === 0 && finding.disputes.length === 0) return {}
  return {
    finding: {
      id: finding.id,
      confidence: round(finding.confidence),
      verification_status: finding.verification_status,
      sources: finding.supporting_sources,
      against: finding.refuting_sources,
      claims: others,
      in_dispute_with: finding.disputes,
    },
  }
}
