import type { SearchAnswer } from '../domain/answers.ts'
import { LyraError } from '../domain/errors.ts'
import { requireTask } from '../store/require-task.ts'
import type { Store } from '../store/types.ts'
import { budgetOf } from './budget.ts'
import { foundClaim, round } from './found-claim.ts'
import { counts, loadTaskGraph } from './graph/task-graph.ts'
import { harvestSoFar } from './search-so-far.ts'
import type { TrustBook } from './trust-book.ts'

interface AnswerParts {
  readonly store: Store
  readonly trust: TrustBook
}

/** Claims shown in one answer; the rest is a query_graph away. */
const CLAIMS_SHOWN = 20

/** What is known of a search, finished or running. */
export function answerSearch(parts: AnswerParts, searchId: string): SearchAnswer {
  const { store } = parts
  const row = store.searches.get(searchId)
  if (row === null) throw new LyraError('NOT_FOUND', `There is no search ${searchId}`)
  const budget = budgetOf(store, requireTask(store, row.task_id))
  const harvest = harvestSoFar(store, row)
  const nodes = loadTaskGraph(parts, row.task_id)
  const contradictions = store.claims.contradictions(row.task_id)
  const found = nodes.filter((node) => node.claim.search_id === searchId)
  return {
    ok: true,
    search_id: row.id,
    query: row.query,
    status: row.status,
    pages_fetched: harvest.pages_fetched,
    useful_fragments: harvest.useful_fragments,
    harvest_rate: round(harvest.harvest_rate),
    claims_found: found.slice(0, CLAIMS_SHOWN).map((node) => foundClaim(parts, node, contradictions)),
    refutations: row.options.refute ? refutations(parts, searchId, nodes) : [],
    satisfaction_score: round(row.satisfaction_score),
    novelty_score: round(row.novelty_score),
    budget_remaining: { pages: budget.pages_left, percent: budget.remaining_percent },
    warnings:
      found.length > CLAIMS_SHOWN
        ? [...row.warnings, `${found.length - CLAIMS_SHOWN} more claims: use query_graph`]
        : row.warnings,
  }
}

/**
 * What does not count refutes nothing: else a claim would be marked "no refutation found" with its refutation beside
 * it.
 */
function refutations(
  parts: AnswerParts,
  searchId: string,
  nodes: ReturnType<typeof loadTaskGraph>,
): SearchAnswer['refutations'] {
  const trust = parts.trust.reading()
  const pages = new Set(parts.store.searches.pagesOf(searchId).map((page) => page.page_id))
  return nodes
    .flatMap((node) =>
      node.evidence
        .filter((edge) => edge.relation === 'refutes' && pages.has(edge.page.id) && counts({ trust }, edge))
        .map((edge) => ({
          claim_id: node.claim.id,
          claim_text: node.claim.claim_text,
          source_url: edge.page.url,
          source_trust_level: trust.ofPage(edge.page).level,
          verification_status: node.claim.verification_status,
          rationale: edge.rationale ?? '',
        })),
    )
    .slice(0, CLAIMS_SHOWN)
}
