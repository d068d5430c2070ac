import { isoTime } from '../../domain/clock.ts'
import type { TargetRow } from '../../domain/target.ts'
import type { ResearchParts } from '../parts.ts'
import type { SearchCall } from '../search-call.ts'
import { citationEdge } from './citation-edge.ts'

export type NamedCitationDeps = Pick<ResearchParts, 'store' | 'clock'>

/** A candidate of the citation list that somebody chose is linked to the paper in whose list it stands. */
export function followNamedCitations(
  { store, clock }: NamedCitationDeps,
  { taskId, causeId }: SearchCall,
  rows: readonly TargetRow[],
): void {
  for (const { kind, value, page_id: pageId } of rows) {
    if (kind !== 'citation' || value === null || pageId === null) continue
    const candidate = store.citationCandidates.get(taskId, value)
    if (candidate === null || candidate.page_id === pageId) continue
    store.edges.saveCitation(
      citationEdge({ ...candidate, from: candidate.told_by, otherId: pageId, at: isoTime(clock), causeId }),
    )
    store.citationCandidates.markKept(taskId, value, 'named by the caller')
  }
}
