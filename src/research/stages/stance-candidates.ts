import { type Claim, ownWords } from '../../domain/claim.ts'
import { inTurns, type Steps, turnTaker } from '../../domain/in-turns.ts'
import type { Fragment, Page } from '../../domain/page.ts'
import { dot, drawnTowards } from '../../domain/vector.ts'
import { type FigureMatch, matchRead } from '../../judge/figure-match.ts'
import { type Quantity, readFigures } from '../../judge/rules/quantities.ts'
import { contentWords } from '../../judge/rules/words.ts'
import { afterParts, contextParts, type TextContext } from '../../judge/text-context.ts'
import type { ResearchParts } from '../parts.ts'
import { embedStatements } from './statement-vectors.ts'

type CandidateDeps = Pick<ResearchParts, 'store' | 'embedder' | 'settings'>

/** A text by its meaning alone, by its meaning on its page, by its words and by its figures. */
interface Profile {
  readonly own: Float32Array
  readonly inContext: Float32Array
  readonly words: ReadonlySet<string>
  readonly figures: readonly Quantity[]
}

/** The fragments of a task, ready to be asked which of them may speak about a claim. */
export interface CandidateIndex {
  readonly fragments: ReadonlyMap<string, Profile>
  /** How much a shared word says: rare ones name the thing that is spoken of. */
  weightOf(word: string): number
}

/** Of two orders of the candidates, how fast a place in one loses weight (reciprocal rank fusion). */
const FUSION = 10
/** How far a text is drawn towards its title and heading. */
export const CONTEXT_SHARE = 0.7
/** Words of the title and heading beside those of the claim itself. */
const CONTEXT_WORDS = 0.3
/** How much each order counts: meaning, meaning in context, words, figures. */
const ORDERS = [1, 1, 1, 0.5]
/** A fragment with more figures than this is a table of them. */
const MOST_FIGURES = 60

export function contextOf(fragment: Fragment, pages: ReadonlyMap<string, Page>): TextContext {
  return { title: pages.get(fragment.page_id)?.title ?? null, heading: fragment.heading_context }
}

export async function indexFragments(
  { store, embedder }: Pick<CandidateDeps, 'store' | 'embedder'>,
  fragments: readonly Fragment[],
  pages: ReadonlyMap<string, Page>,
  signal: AbortSignal,
): Promise<CandidateIndex> {
  const statements = await embedStatements({ embedder }, fragments, signal)
  const told = await inTurns(readingContexts(fragments.map((fragment) => contextOf(fragment, pages))))
  const before = await embedContexts(embedder, told, signal)
  const profiles = new Map<string, Profile>()
  const documents = new Map<string, number>()
  const turn = turnTaker()
  for (const [at, { id, text_content: text }] of fragments.entries()) {
    await turn()
    const own = statements.get(id)?.vector ?? store.vectors.get('fragment', id, embedder.modelId)
    const parts = told[at]
    if (own === null || parts === undefined || profiles.has(id)) continue
    const stated = statements.get(id)?.text ?? text
    const words = contentWords(afterParts(parts, stated))
    for (const word of words) documents.set(word, (documents.get(word) ?? 0) + 1)
    const figures = readFigures(stated).figures.slice(0, MOST_FIGURES)
    profiles.set(id, { own, inContext: drawnTowards(own, before.get(keyOf(parts)), CONTEXT_SHARE), words, figures })
  }
  const weightOf = (word: string) => Math.log((profiles.size + 1) / ((documents.get(word) ?? 0) + 0.5))
  return { fragments: profiles, weightOf }
}

const keyOf = (parts: readonly string[]) => parts.join('\n')

function* readingContexts(contexts: readonly TextContext[]): Steps<readonly (readonly string[])[]> {
  const read: (readonly string[])[] = []
  for (const context of contexts) {
    read.push(contextParts(context))
    yield
  }
  return read
}

/** Titles and headings are few: each is embedded once, whatever stands under it. */
async function embedContexts(
  embedder: CandidateDeps['embedder'],
  told: readonly (readonly string[])[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, Float32Array>> {
  const keys = [...new Set(told.map(keyOf))].filter((key) => key !== '')
  const vectors = await embedder.embed(keys, signal)
  return new Map(keys.flatMap((key, at) => (vectors[at] === undefined ? [] : [[key, vectors[at]] as const])))
}

/**
 * The fragments most likely to speak about the claim, best first: by meaning, by meaning with title and heading on both
 * sides, by shared words and by figures, the orders fused. A sentence that leaves its subject to its title is near
 * to nothing by itself, and one with its title is near to all of its page.
 */
export async function likeliestFragments(
  index: CandidateIndex,
  claim: Claim,
  context: TextContext,
  fragments: readonly Fragment[],
  { embedder, settings }: Pick<CandidateDeps, 'embedder' | 'settings'>,
  signal: AbortSignal,
): Promise<readonly Fragment[]> {
  const least = settings.judgement.candidate_similarity
  const said = ownWords(claim)
  const parts = contextParts(context)
  const told = afterParts(parts, said)
  const [own] = await embedder.embed([said], signal)
  if (own === undefined) return []
  const contexts = await embedContexts(embedder, [parts], signal)
  const placed = drawnTowards(own, contexts.get(keyOf(parts)), CONTEXT_SHARE)
  const wanted = new Map([...contentWords(told)].map((word) => [word, CONTEXT_WORDS * index.weightOf(word)]))
  for (const word of contentWords(said)) wanted.set(word, (1 + CONTEXT_WORDS) * index.weightOf(word))
  const claimed = readFigures(said).figures
  const scoresOf = ({ own: other, inContext: there, words, figures }: Profile) => [
    dot(own, other),
    dot(placed, there),
    [...wanted].reduce((sum, [word, weight]) => sum + (words.has(word) ? weight : 0), 0),
    figureNearness(matchRead(claimed, figures)),
  ]
  const known: { readonly fragment: Fragment; readonly scores: readonly number[] }[] = []
  const turn = turnTaker()
  for (const fragment of fragments) {
    await turn()
    const profile = index.fragments.get(fragment.id)
    if (profile !== undefined && dot(own, profile.own) >= least) known.push({ fragment, scores: scoresOf(profile) })
  }
  const orders = ORDERS.map((weight, order) => ({
    weight,
    places: placesBy(known, ({ scores }) => scores[order] ?? 0),
  }))
  const fused = known.map(({ fragment }, at) => ({
    fragment,
    score: orders.reduce((sum, { weight, places }) => sum + weight / (FUSION + (places[at] ?? known.length)), 0),
  }))
  fused.sort((a, b) => b.score - a.score || (a.fragment.id < b.fragment.id ? -1 : 1))
  return fused.map(({ fragment }) => fragment)
}

/** The same figure or day first, then another one for what may be the same. */
function figureNearness({ shared, other, dateFits, dateDiffers }: FigureMatch): number {
  return shared + (other ? 1 : 0) + (dateFits ? 1 : 0) + (dateDiffers ? 0.5 : 0)
}

/** The place of each item when they are put in order, best first. */
function placesBy<T>(items: readonly T[], scoreOf: (item: T) => number): readonly number[] {
  const scored = items.map((item, at) => ({ at, score: scoreOf(item) }))
  scored.sort((a, b) => b.score - a.score || a.at - b.at)
  const places: number[] = []
  for (const [place, { at }] of scored.entries()) places[at] = place
  return places
}
