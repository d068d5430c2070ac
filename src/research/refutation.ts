import { dot } from '../domain/vector.ts'
import type { SearchRun } from './parts.ts'

/**
 * REQ 3.1.7.5: a claim that this refuting search was about and against which nothing is known is marked "no refutation
 * found"; its confidence loses 5 % (once, see NO_REFUTATION_DECAY). A refutation found later takes the mark away.
 */
export function decayUnrefuted(run: SearchRun): void {
  const { store } = run.parts
  for (const claim of store.claims.ofTask(run.task.id)) {
    const refuted = store.edges.evidenceFor(claim.id).some((edge) => edge.relation === 'refutes')
    if (claim.no_refutation_found && refuted) store.claims.setNoRefutationFound(claim.id, false)
    if (!refuted && isAbout(run, claim.id)) store.claims.setNoRefutationFound(claim.id, true)
  }
}

function isAbout(run: SearchRun, claimId: string): boolean {
  const { store, embedder, settings } = run.parts
  const claim = store.vectors.get('claim', claimId, embedder.modelId)
  return (
    claim !== null && run.queryVector !== null && dot(claim, run.queryVector) >= settings.judgement.candidate_similarity
  )
}
