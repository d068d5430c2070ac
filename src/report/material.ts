import type { Contradiction } from '../domain/claim.ts'
import type { Page } from '../domain/page.ts'
import type { SearchRow, Task } from '../domain/task.ts'
import type { TrustLevel } from '../domain/trust.ts'
import { independentSources } from '../research/graph/independent-sources.ts'
import { type ClaimNode, counts, type GraphParts, loadTaskGraph } from '../research/graph/task-graph.ts'
import { requireTask } from '../store/require-task.ts'
import type { EvidenceEdge, SearchPageRow } from '../store/types.ts'
import { Citations } from './citations.ts'

/** Citation numbers of the strongest passages, and how many there are in all. */
export interface Passages {
  readonly cited: readonly number[]
  readonly total: number
}

/** Where a claim stands in the report; citations are numbered in this order, as they are read. */
const PARTS = ['supported', 'disputed', 'weaker', 'aside'] as const

export interface ReportedClaim {
  readonly part: (typeof PARTS)[number]
  readonly node: ClaimNode
  readonly trust: TrustLevel
  readonly independent: number
  /** Numbers in the list of citations. */
  readonly source: number
  readonly supports: Passages
  readonly refutes: Passages
  /** Passages of blocked or retracted sources: shown, not counted. */
  readonly discounted: Passages
  /** The strongest refutation, for showing both sides. */
  readonly against: EvidenceEdge | null
}

export interface ReportMaterial {
  readonly task: Task
  readonly searches: readonly SearchRow[]
  readonly claims: readonly ReportedClaim[]
  readonly contradictions: readonly Contradiction[]
  readonly citations: Citations
  readonly retracted: readonly Page[]
  readonly unread: readonly SearchPageRow[]
  readonly pages: readonly Page[]
}

/** Gathers what a report is written from; the assistant draws the conclusions (REQ 2.1). */
export function gatherMaterial(parts: GraphParts, taskId: string): ReportMaterial {
  const { store, trust } = parts
  const task = requireTask(store, taskId)
  const searches = store.searches.ofTask(taskId)
  const citations = new Citations()
  const nodes = [...loadTaskGraph(parts, taskId)].sort(asRead)
  const claims = nodes.map((node): ReportedClaim => {
    const span = node.fragment.text_content.slice(node.claim.span_start, node.claim.span_end)
    const strongest = [...node.evidence].sort((a, b) => (b.nli_confidence ?? 0) - (a.nli_confidence ?? 0))
    const cite = (edge: EvidenceEdge) =>
      citations.add(edge.page, edge.fragment, edge.rationale ?? edge.fragment.text_content)
    const refuting = strongest.filter((edge) => edge.relation === 'refutes' && counts(parts, edge))
    const uncounted = strongest.filter(
      (edge) => edge.relation !== 'neutral' && !counts(parts, edge) && !edge.fragment.is_irrelevant,
    )
    return {
      part: partOf(node),
      node,
      trust: trust.ofPage(node.page).level,
      independent: independentSources(parts, node).size,
      source: citations.add(node.page, node.fragment, span),
      supports: passages(
        strongest.filter((edge) => edge.relation === 'supports' && counts(parts, edge)),
        cite,
      ),
      refutes: passages(refuting, cite),
      discounted: passages(uncounted, cite),
      against: refuting[0] ?? null,
    }
  })
  const pages = store.pages.ofTask(taskId)
  const read = new Set(pages.map((page) => page.url))
  const looked = searches.flatMap((search) => store.searches.pagesOf(search.id))
  return {
    task,
    searches,
    claims,
    contradictions: store.claims.contradictions(taskId),
    citations,
    retracted: pages.filter((page) => page.is_retracted),
    unread: onePerUrl(looked.filter((row) => row.page_id === null && !read.has(row.url))),
    pages,
  }
}

/** Only claims at or above this stand in the main part; the others carry a caution (REQ 4.5). */
const MAIN_CONFIDENCE = 0.7

function partOf({ claim }: ClaimNode): ReportedClaim['part'] {
  if (!claim.adopted) return 'aside'
  if (claim.verification_status === 'contested') return 'disputed'
  return claim.confidence >= MAIN_CONFIDENCE ? 'supported' : 'weaker'
}

/** Supporting and refuting passages cited per claim. */
const SHOWN = 4

function asRead(a: ClaimNode, b: ClaimNode): number {
  const byPart = PARTS.indexOf(partOf(a)) - PARTS.indexOf(partOf(b))
  return byPart || b.claim.confidence - a.claim.confidence || (a.claim.id < b.claim.id ? -1 : 1)
}

function passages(edges: readonly EvidenceEdge[], cite: (edge: EvidenceEdge) => number): Passages {
  return { cited: [...new Set(edges.slice(0, SHOWN).map(cite))].sort((a, b) => a - b), total: edges.length }
}

function onePerUrl(rows: readonly SearchPageRow[]): readonly SearchPageRow[] {
  return [...new Map(rows.map((row) => [row.url, row])).values()]
}
