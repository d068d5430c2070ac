import { isoTime } from '../../domain/clock.ts'
import { LyraError } from '../../domain/errors.ts'
import { stableId } from '../../domain/ids.ts'
import type { HumanDeps } from '../human-deps.ts'
import { type Applied, claimsTouchedByPages, type FeedbackInput, pageOf } from './target.ts'

export function correctCitation(deps: HumanDeps, input: FeedbackInput<'correct_citation'>): Applied {
  const { payload } = input
  const citing = pageOf(deps, input.targetId)
  const cited = pageOf(deps, payload.cited_fragment_id)
  if (citing.id === cited.id)
    throw new LyraError('INVALID_PARAMS', `Both ids lie on page ${citing.id}; a page does not cite itself`)
  if (payload.correction_type === 'add') saveCitation(deps, citing.id, cited.id, input.causeId)
  else if (!deps.store.edges.removeCitation(citing.id, cited.id))
    throw new LyraError('NOT_FOUND', `Page ${citing.id} has no citation of page ${cited.id}`)
  const act = payload.correction_type === 'add' ? 'added' : 'removed'
  return {
    applied: [`citation ${citing.id} -> ${cited.id}: ${act}`],
    touched: claimsTouchedByPages(deps, [citing.id, cited.id]),
    payload: { ...payload, citing_page_id: citing.id, cited_page_id: cited.id },
  }
}

export function saveCitation({ store, clock }: HumanDeps, citing: string, cited: string, causeId: string): void {
  store.edges.saveCitation({
    id: stableId('edge', citing, cited, 'cites', 'user'),
    source_type: 'page',
    source_id: citing,
    target_type: 'page',
    target_id: cited,
    relation: 'cites',
    nli_label: null,
    nli_confidence: null,
    rationale: null,
    citation_source: 'user',
    is_influential: false,
    human_corrected: true,
    created_at: isoTime(clock),
    cause_id: causeId,
  })
}
