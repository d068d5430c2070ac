import { isoTime } from '../../domain/clock.ts'
import type { Fragment } from '../../domain/page.ts'
import type { ResearchParts } from '../parts.ts'
import type { SearchCall } from '../search-call.ts'
import { embedStatements } from './statement-vectors.ts'

export type EmbedDeps = Pick<ResearchParts, 'store' | 'embedder' | 'clock'>
export type RankDeps = Pick<ResearchParts, 'store' | 'embedder' | 'analyser' | 'rank' | 'settings'>

/**
 * Every fragment of the search gets its vector and its entry in the full-text index, saved at once (EXPLORE 4.3,
 * 4.4.7).
 */
export async function embedFragments(
  { store, embedder, clock }: EmbedDeps,
  { signal, progress }: SearchCall,
  fragments: readonly Fragment[],
): Promise<void> {
  const missing = fragments.filter((fragment) => store.vectors.get('fragment', fragment.id, embedder.modelId) === null)
  progress(`Embedding ${missing.length} fragments`)
  const vectors = await embedder.embed(
    missing.map((fragment) => fragment.text_content),
    signal,
  )
  const words = store.texts.prepare(
    'fragment',
    fragments.map((fragment) => ({ id: fragment.id, text: withHeading(fragment) })),
  )
  store.write(() => {
    store.texts.save('fragment', words)
    for (const [index, fragment] of missing.entries()) {
      const vector = vectors[index]
      if (vector !== undefined) store.vectors.save('fragment', fragment.id, embedder.modelId, vector, isoTime(clock))
    }
  })
}

/** BM25 -> embedding -> quality (REQ 3.3.3) -> Kneedle (EXPLORE 4.3): what the search keeps, best first. */
export async function keepUseful(
  deps: RankDeps,
  call: SearchCall,
  fragments: readonly Fragment[],
): Promise<readonly Fragment[]> {
  const { store, embedder, settings, rank } = deps
  call.progress(`Ranking ${fragments.length} fragments`)
  const byId = new Map(fragments.map((fragment) => [fragment.id, fragment]))
  const analyser = await deps.analyser()
  const statements = await embedStatements(deps, fragments, call.signal)
  const ranked = await rank(
    call.query,
    fragments.map((fragment) => ({
      id: fragment.id,
      text: withHeading(fragment, statements.get(fragment.id)?.text),
      quality: fragment.quality_score,
    })),
    {
      analyser,
      embed: embedder,
      vectors: (id) => statements.get(id)?.vector ?? store.vectors.get('fragment', id, embedder.modelId),
      settings: settings.ranking,
      signal: call.signal,
    },
  )
  store.write(() =>
    store.searches.saveFragments(
      ranked.map((entry) => ({
        query_id: call.searchId,
        fragment_id: entry.id,
        bm25: entry.bm25,
        embedding: entry.embedding,
        final_score: entry.final,
        kept: entry.kept,
      })),
    ),
  )
  return ranked.flatMap((entry) => (entry.kept ? (byId.get(entry.id) ?? []) : []))
}

function withHeading(fragment: Fragment, text = fragment.text_content): string {
  return fragment.heading_context === null ? text : `${fragment.heading_context}\n${text}`
}
