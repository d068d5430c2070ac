import type { Page } from '../../domain/page.ts'
import { claimPrimarySources } from '../../research/graph/claim-primary-sources.ts'
import type { ClaimNode, GraphParts } from '../../research/graph/task-graph.ts'
import type { EvidenceEdge } from '../../store/types.ts'
import type { Citations } from '../citations.ts'

interface Said {
  readonly relation: 'supports' | 'refutes'
  /** Number in the list of citations. */
  readonly source: number
}

/** What the pages of a finding have it from. */
export interface PrimaryOfFinding {
  readonly page: Page
  readonly toldBy: readonly string[]
  /** What it says of the finding; null where it does not speak of it. */
  readonly says: Said | null
}

/** What the full text of a paper says of its abstract. */
export interface OwnText extends Said {
  readonly page: Page
}

/** Of pages that tell what others said, those others; what the finding itself stands on is named as its source. */
export function primaryOf(
  { store }: Pick<GraphParts, 'store'>,
  members: readonly ClaimNode[],
  citations: Citations,
): readonly PrimaryOfFinding[] {
  const told = members.flatMap((node) =>
    claimPrimarySources(store, node).flatMap(({ page, passage }) =>
      page === null ? [] : [{ page, passage, by: node.page.domain }],
    ),
  )
  return [...Map.groupBy(told, ({ page }) => page.id).values()].slice(0, PRIMARY_SHOWN).flatMap((group) => {
    const page = group[0]?.page
    if (page === undefined) return []
    const passage = group.find((one) => one.passage !== null)?.passage ?? null
    return [{ page, toldBy: [...new Set(group.map(({ by }) => by))], says: saidBy(passage, citations) }]
  })
}

/** Sources behind one finding that are named. */
const PRIMARY_SHOWN = 3

/** An abstract is what authors want to be read of a paper; its results are the paper. */
export function ownTextOf({ page, evidence }: ClaimNode, citations: Citations): OwnText | null {
  if (page.route !== 'api' || page.work_id === null) return null
  const [surest] = evidence
    .filter((edge) => edge.page.full_text_of != null && edge.page.work_id === page.work_id)
    .filter(({ relation }) => relation !== 'neutral')
    .toSorted((a, b) => (b.nli_confidence ?? 0) - (a.nli_confidence ?? 0))
  const said = saidBy(surest ?? null, citations)
  return said === null || surest === undefined ? null : { ...said, page: surest.page }
}

function saidBy(passage: EvidenceEdge | null, citations: Citations): Said | null {
  const relation = passage?.relation
  if (passage === null || (relation !== 'supports' && relation !== 'refutes')) return null
  const { page, fragment, rationale } = passage
  return { relation, source: citations.add(page, fragment, rationale ?? fragment.text_content) }
}
