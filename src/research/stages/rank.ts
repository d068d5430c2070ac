import { isoTime } from '../../domain/clock.ts'
import type { Fragment } from '../../domain/page.ts'
import type { SearchRun } from '../parts.ts'
import { embedStatements } from './statement-vectors.ts'

/** A heading or a scrap says nothing by itself; it is context, not evidence. */
const LEAST_CHARACTERS = 30

export function isEvidence(fragment: Fragment): boolean {
  return (
    fragment.fragment_type !== 'heading' &&
    fragment.fragment_type !== 'code' &&
    fragment.text_content.length >= LEAST_CHARACTERS
  )
}

/**
 * Every fragment of the search gets its vector and its entry in the full-text index, saved at once (EXPLORE 4.3,
 * 4.4.7).
 */
export async function embedFragments(run: SearchRun, fragments: readonly Fragment[]): Promise<void> {
  const { store, embedder, clock } = run.parts
  const missing = fragments.filter((fragment) => store.vectors.get('fragment', fragment.id, embedder.modelId) === null)
  run.step(`Embedding ${missing.length} fragments`)
  const vectors = await embedder.embed(
    missing.map((fragment) => fragment.text_content),
    run.signal,
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
export async function keepUseful(run: SearchRun, fragments: readonly Fragment[]): Promise<readonly Fragment[]> {
  const { store, embedder, settings, rank } = run.parts
  run.step(`Ranking ${fragments.length} fragments`)
  const byId = new Map(fragments.map((fragment) => [fragment.id, fragment]))
  const analyser = await run.parts.analyser()
  const stated = await embedStatements(run, fragments)
  const ranked = await rank(
    run.row.query,
    fragments.map((fragment) => ({
      id: fragment.id,
      text: withHeading(fragment, stated.get(fragment.id)?.text),
      quality: fragment.quality_score,
    })),
    {
      analyser,
      embed: embedder,
      vectors: (id) => stated.get(id)?.vector ?? store.vectors.get('fragment', id, embedder.modelId),
      settings: settings.ranking,
      signal: run.signal,
    },
  )
  store.write(() =>
    store.searches.saveFragments(
      ranked.map((entry) => ({
        query_id: run.row.id,
        fragment_id: entry.id,
        bm25: entry.bm25,
        embedding: entry.embedding,
        final_score: entry.final,
        kept: entry.kept,
      })),
    ),
  )
  return ranked.flatMap((entry) => (entry.kept ? [byId.get(entry.id) as Fragment] : []))
}

function withHeading(fragment: Fragment, text = fragment.text_content): string {
  return fragment.heading_context === null ? text : `${fragment.heading_context}\n${text}`
}
