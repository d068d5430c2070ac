import type { Edge } from '../../domain/claim.ts'
import { stableId } from '../../domain/ids.ts'

interface Link {
  /** The paper in whose list the other stands. */
  readonly page_id: string
  readonly otherId: string
  readonly direction: 'reference' | 'citation'
  readonly is_influential: boolean
  /** The index that told of it. */
  readonly from: string
  readonly at: string
  readonly causeId: string
}

/** One page cites another: who cites whom follows from the list it stands in. */
export function citationEdge({ page_id, otherId, direction, is_influential, from, at, causeId }: Link): Edge {
  const [citing, cited] = direction === 'reference' ? [page_id, otherId] : [otherId, page_id]
  return {
    id: stableId('edge', citing, cited, 'cites', from),
    source_type: 'page',
    source_id: citing,
    target_type: 'page',
    target_id: cited,
    relation: 'cites',
    nli_label: null,
    nli_confidence: null,
    rationale: null,
    citation_source: from,
    is_influential,
    human_corrected: false,
    created_at: at,
    cause_id: causeId,
  }
}
