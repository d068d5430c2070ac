import { statesFindings } from '../../domain/full-text.ts'
import { turnTaker } from '../../domain/in-turns.ts'
import type { Fragment } from '../../domain/page.ts'
import { dot, drawnTowards } from '../../domain/vector.ts'
import { contextParts } from '../../judge/text-context.ts'
import type { ResearchParts } from '../parts.ts'
import { CONTEXT_SHARE } from './stance-candidates.ts'

interface Near {
  readonly fragment: Fragment
  readonly near: number
}

/**
 * What a search is read for claims: first the fragments it kept, best first, then the others of the pages that are
 * about the query. The cut of the ranking is made for an answer of a few passages; a page that answers the question
 * states more than the one passage most like the query. One search takes a limited number of claims, so that each page
 * is read from its nearest fragment on, in turn with the others: a long page silences nobody.
 */
export async function claimSources(
  deps: Pick<ResearchParts, 'store' | 'embedder' | 'settings'>,
  queryVector: Float32Array | null,
  { kept, read }: { readonly kept: readonly Fragment[]; readonly read: readonly Fragment[] },
): Promise<readonly Fragment[]> {
  const chosen = new Set(kept.map(({ id }) => id))
  const about = new Set(kept.map(({ page_id: id }) => id))
  const nearness = await nearnessTo(deps, queryVector, read)
  const others: Near[] = []
  const turn = turnTaker()
  for (const fragment of read) {
    await turn()
    const near = nearness(fragment)
    if (near >= deps.settings.judgement.claim_page_similarity) about.add(fragment.page_id)
    if (!chosen.has(fragment.id)) others.push({ fragment, near })
  }
  const inTurn = pageByPage(others.filter(({ fragment }) => about.has(fragment.page_id)))
  // Of a paper in full: what it found, not how it was done.
  return [...kept, ...inTurn].filter(({ section }) => statesFindings(section))
}

/** How near a fragment is to the query, by itself or under its title, which names what it is about. */
async function nearnessTo(
  { store, embedder }: Pick<ResearchParts, 'store' | 'embedder'>,
  queryVector: Float32Array | null,
  read: readonly Fragment[],
): Promise<(fragment: Fragment) => number> {
  if (queryVector === null) return () => 0
  const pages = store.pages.many([...new Set(read.map(({ page_id: id }) => id))])
  // What a title asks or orders brings no page nearer (L2).
  const titled = pages.flatMap(({ id, title }) => contextParts({ title, heading: null }).map((text) => ({ id, text })))
  const vectors = await embedder.embed(titled.map(({ text }) => text))
  const titles = new Map(titled.map(({ id }, at) => [id, vectors[at]]))
  return ({ id, page_id: pageId }) => {
    const own = store.vectors.get('fragment', id, embedder.modelId)
    if (own === null) return 0
    return Math.max(dot(own, queryVector), dot(drawnTowards(own, titles.get(pageId), CONTEXT_SHARE), queryVector))
  }
}

/** The nearest fragment of every page, the nearest page first, then the second of every page, and so on. */
function pageByPage(others: readonly Near[]): readonly Fragment[] {
  const nearest = [...others].sort((a, b) => b.near - a.near)
  const seen = new Map<string, number>()
  const rounds = nearest.map((one) => {
    const round = seen.get(one.fragment.page_id) ?? 0
    seen.set(one.fragment.page_id, round + 1)
    return { ...one, round }
  })
  return rounds.sort((a, b) => a.round - b.round).map(({ fragment }) => fragment)
}
