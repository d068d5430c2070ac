import { turnTaker } from '../../domain/in-turns.ts'
import type { Fragment } from '../../domain/page.ts'
import { dot } from '../../domain/vector.ts'
import type { ResearchParts } from '../parts.ts'

/**
 * What a search is read for claims: first the fragments it kept, best first, then the others of the pages that are
 * about the query. The cut of the ranking is made for an answer of a few passages; a page that answers the question
 * states more than the one passage most like the query.
 */
export async function claimSources(
  { store, embedder, settings }: Pick<ResearchParts, 'store' | 'embedder' | 'settings'>,
  queryVector: Float32Array | null,
  { kept, read }: { readonly kept: readonly Fragment[]; readonly read: readonly Fragment[] },
): Promise<readonly Fragment[]> {
  const chosen = new Set(kept.map(({ id }) => id))
  const about = new Set(kept.map(({ page_id: id }) => id))
  const turn = turnTaker()
  for (const fragment of read) {
    await turn()
    const vector = about.has(fragment.page_id) ? null : store.vectors.get('fragment', fragment.id, embedder.modelId)
    if (vector !== null && queryVector !== null && dot(vector, queryVector) >= settings.judgement.claim_page_similarity)
      about.add(fragment.page_id)
  }
  return [...kept, ...read.filter(({ id, page_id: page }) => about.has(page) && !chosen.has(id))]
}
