import { isoTime } from '../../domain/clock.ts'
import { inTurns, type Steps } from '../../domain/in-turns.ts'
import type { Fragment } from '../../domain/page.ts'
import type { ResearchParts } from '../parts.ts'
import { ratingWeights } from '../rating-weights.ts'
import type { SearchCall } from '../search-call.ts'
import { embedStatements } from './statement-vectors.ts'

export type EmbedDeps = Pick<ResearchParts, 'store' | 'embedder' | 'clock'>
export type RankDeps = Pick<ResearchParts, 'store' | 'embedder' | 'analyser' | 'rank' | 'settings'>

/**
 * Every fragment of the search gets its vector and its entry in the full-text index, saved at once (EXPLORE 4.3,
 * 4.4.7).
 */
export async function embedFragments(
  deps: EmbedDeps,
  { signal, progress }: SearchCall,
  fragments: readonly Fragment[],
): Promise<void> {
  await saveVectors(deps, fragments, signal, (missing) => progress(`Embedding ${missing} fragments`))
}

function* lackingVectors({ store, embedder }: EmbedDeps, fragments: readonly Fragment[]): Steps<readonly Fragment[]> {
  const missing: Fragment[] = []
  for (const fragment of fragments) {
    if (store.vectors.get('fragment', fragment.id, embedder.modelId) === null) missing.push(fragment)
    yield
  }
  return missing
}

/** The same without a word to whoever waits. */
export async function saveVectors(
  deps: EmbedDeps,
  fragments: readonly Fragment[],
  signal: AbortSignal,
  tell: (missing: number) => void = () => {},
): Promise<void> {
  const { store, embedder, clock } = deps
  const missing = await inTurns(lackingVectors(deps, fragments))
  tell(missing.length)
  const vectors = await embedder.embed(
    missing.map((fragment) => fragment.text_content),
    signal,
  )
  await inTurns(savingWords(store, fragments))
  await inTurns(savingVectors(store, missing, vectors, embedder.modelId, isoTime(clock)))
}

/** Rows of one transaction: short enough that nobody waits for it, and what a crash leaves out the backlog finds. */
const AT_ONCE = 64

function* savingWords(store: EmbedDeps['store'], fragments: readonly Fragment[]): Steps<void> {
  for (let from = 0; from < fragments.length; from += AT_ONCE) {
    const texts = fragments.slice(from, from + AT_ONCE).map((one) => ({ id: one.id, text: withHeading(one) }))
    const words = yield* store.texts.preparing('fragment', texts)
    store.texts.save('fragment', words)
    yield
  }
}

function* savingVectors(
  store: EmbedDeps['store'],
  fragments: readonly Fragment[],
  vectors: readonly (Float32Array | undefined)[],
  modelId: string,
  at: string,
): Steps<void> {
  for (let from = 0; from < fragments.length; from += AT_ONCE) {
    store.write(() => {
      for (const [index, fragment] of fragments.slice(from, from + AT_ONCE).entries()) {
        const vector = vectors[from + index]
        if (vector !== undefined) store.vectors.save('fragment', fragment.id, modelId, vector, at)
      }
    })
    yield
  }
}

/**
 * BM25 -> embedding -> quality (REQ 3.3.3) and ratings (FEEDBACK 5) -> Kneedle (EXPLORE 4.3): what the search keeps,
 * best first.
 */
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
  const ratingOf = ratingWeights(store, call)
  const ranked = await rank(
    call.query,
    fragments.map((fragment) => ({
      id: fragment.id,
      text: withHeading(fragment, statements.get(fragment.id)?.text),
      quality: fragment.quality_score,
      weight: ratingOf(fragment),
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
