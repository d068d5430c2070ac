import { statesFindings } from '../../domain/full-text.ts'
import { turnTaker } from '../../domain/in-turns.ts'
import type { Fragment } from '../../domain/page.ts'
import { dot } from '../../domain/vector.ts'
import type { ResearchParts } from '../parts.ts'

/**
 * What a search is read for claims: first the fragments it kept, best first, then the others of the pages that are
 * about the query, the nearest to it first. The cut of the ranking is made for an answer of a few passages; a page that
 * answers the question states more than the one passage most like the query.
 */
export async function claimSources(
  { store, embedder, settings }: Pick<ResearchParts, 'store' | 'embedder' | 'settings'>,
  queryVector: Float32Array | null,
  { kept, read }: { readonly kept: readonly Fragment[]; readonly read: readonly Fragment[] },
): Promise<readonly Fragment[]> {
  const chosen = new Set(kept.map(({ id }) => id))
  const about = new Set(kept.map(({ page_id: id }) => id))
  const others: { readonly fragment: Fragment; readonly near: number }[] = []
  const turn = turnTaker()
  for (const fragment of read) {
    await turn()
    if (chosen.has(fragment.id)) continue
    const vector = store.vectors.get('fragment', fragment.id, embedder.modelId)
    const near = vector === null || queryVector === null ? 0 : dot(vector, queryVector)
    if (near >= settings.judgement.claim_page_similarity) about.add(fragment.page_id)
    others.push({ fragment, near })
  }
  // Nearest first: one search takes a limited number of claims.
  const nearest = others.filter(({ fragment }) => about.has(fragment.page_id)).sort((a, b) => b.near - a.near)
  // Of a paper in full: what it found, not how it was done.
  return [...kept, ...nearest.map(({ fragment }) => fragment)].filter(({ section }) => statesFindings(section))
}
