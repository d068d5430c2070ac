import { turnTaker } from '../domain/in-turns.ts'
import type { Embedder, Reader, StancePair, StanceScore } from '../models/types.ts'
import { matchFigures } from './figure-match.ts'
import { quietContext } from './quiet-context.ts'
import { areOpposed } from './rules/direction.ts'
import { readSameWords } from './rules/same-words.ts'
import { isJapanese } from './rules/words.ts'
import { NO_QUANTITY, readQuantities, type TextInContext } from './same-quantity.ts'
import { quietBefore } from './sentence-before.ts'
import type { SpeechCheck } from './speech-check.ts'
import { type FragmentReading, measureCheaply } from './stance-features.ts'
import { type PlannedReading, planReading } from './stance-plan.ts'
import { weigh } from './stance-score.ts'
import { CHEAP_WEIGHTS } from './stance-weights.ts'
import { isBare, NO_CONTEXT } from './text-context.ts'
import { titleSimilarities } from './title-similarity.ts'
import type { StanceJudge } from './types.ts'

/** One sentence of a fragment, what is asked about it and what was measured of it; without titles the whole passage. */
export interface StanceCase {
  /** Place of its fragment among those that were asked about. */
  readonly fragment: number
  /** The sentence as it stands, and as it is read. */
  readonly text: string
  readonly said: string
  /** Sentence and claim, both in their places: under title and heading, after the sentence before. */
  readonly pair: StancePair
  readonly japanese: boolean
  readonly measured: Omit<FragmentReading, 'model'>
  readonly sameWords: 'says' | 'denies' | null
  /** The one speaks of more, the other of less. */
  readonly opposed: boolean
  /** Neither side has a title or a heading, or the claim stands on no page. */
  readonly bare: boolean
}

/** A claim with what stands around it; one that somebody states stands on no page, and no search has looked for it. */
interface StatedText extends TextInContext {
  readonly ofNoPage?: boolean
}

/** What is asked about a fragment: of a fragment without cases `unread` is all that is known. */
export interface PlannedFragment {
  readonly cases: readonly StanceCase[]
  /** What closeness and figures alone say of its likeliest sentence; null where no sentence states anything. */
  readonly unread: StanceScore | null
}

interface Planned {
  readonly asked: PlannedReading
  readonly evidence: TextInContext
}

interface CaseDeps {
  readonly embedder: Embedder
  readonly reader: Pick<Reader, 'sameQuantity'>
  readonly isSpeech: SpeechCheck
}

/**
 * A sentence this plainly unrelated by its figures and closeness is not read: 7 in 10, among them 3 in 100 supports and
 * 10 in 100 refutations.
 */
const PLAINLY_UNRELATED = 0.993
/** Where all pages speak of one thing nothing is plainly unrelated: a sentence for each fragment is read, no more. */
const READ_OF_A_FRAGMENT = 1
const ALWAYS_READ = 4

/** The cases most worth it, as many as that share of the fragments which were asked about. */
export function likeliest<T>(
  some: readonly T[],
  neutralOf: (one: T) => number,
  { asked, share }: { readonly asked: number; readonly share: number },
): ReadonlySet<T> {
  const most = Math.max(ALWAYS_READ, Math.ceil(share * asked))
  return new Set([...some].sort((a, b) => neutralOf(a) - neutralOf(b)).slice(0, most))
}

/** From this closeness on another figure or another day may be one for the same thing. */
const OF_ONE_THING = 0.42

type Measured = Parameters<typeof measureCheaply>[0]

const unreadScore = (measured: Measured) => weigh(measureCheaply(measured), CHEAP_WEIGHTS)
const plainness = (measured: Measured) => unreadScore(measured).neutral

function isWorthReading(measured: Measured): boolean {
  const { similarity, figures } = measured
  if ((figures.other || figures.dateDiffers) && similarity >= OF_ONE_THING) return true
  return plainness(measured) < PLAINLY_UNRELATED
}

/**
 * The sentences of each fragment that are worth reading. What has plainly nothing to do with the claim, or less than
 * enough others, is left unread; with `every` it is read all the same.
 */
export async function planCases(
  { embedder, reader, isSpeech }: CaseDeps,
  stated: StatedText,
  fragments: Parameters<StanceJudge['judgeFragments']>[1],
  signal?: AbortSignal,
  every = false,
): Promise<readonly PlannedFragment[]> {
  const before = await quietBefore(stated.context, isSpeech, signal)
  const claim = { ...stated, context: { ...(await quietContext(stated.context, isSpeech, signal)), before } }
  const [vector] = await embedder.embed([claim.text], signal)
  if (vector === undefined) return fragments.map(() => ({ cases: [], unread: null }))
  const planned: Planned[] = []
  const turn = turnTaker()
  for (const { text, context: found = NO_CONTEXT } of fragments) {
    await turn()
    const context = { ...found, ...(await quietContext(found, isSpeech, signal)) }
    const asked = await planReading(claim, vector, { text, context }, { embedder, isSpeech }, signal)
    planned.push({ asked, evidence: { text: asked.wholeText, context } })
  }
  const titles = await titleSimilarities(embedder, claim, planned, signal)
  const sentences: ReturnType<typeof measureSentences>[number][] = []
  for (const [fragment, one] of planned.entries()) {
    await turn()
    sentences.push(...measureSentences(claim, one, titles[fragment] ?? 0, fragment))
  }
  const isCertain = (one: (typeof sentences)[number]) => every || one.sameWords !== null || one.bare
  const open = sentences.filter((one) => !isCertain(one) && isWorthReading(one.measured))
  const asked = { asked: fragments.length, share: READ_OF_A_FRAGMENT }
  const chosen = likeliest(open, ({ measured }) => plainness(measured), asked)
  const worth = sentences.filter((one) => isCertain(one) || chosen.has(one))
  const quantities = await readQuantities(
    reader,
    claim,
    worth.map(({ said: text, context }) => ({ text, context })),
    signal,
  )
  const cases = worth.map((one, at): StanceCase => {
    const { context: _, measured, ...rest } = one
    const opposed = areOpposed(claim.text, one.said)
    return { ...rest, opposed, measured: { ...measured, quantity: quantities[at] ?? NO_QUANTITY } }
  })
  return planned.map((_, fragment) => {
    const scores = sentences.filter((one) => one.fragment === fragment).map(({ measured }) => unreadScore(measured))
    const [unread = null] = scores.sort((a, b) => a.neutral - b.neutral)
    return { cases: cases.filter((one) => one.fragment === fragment), unread }
  })
}

/** The sentences of a fragment that are nearest to the claim, each by itself; without titles the passage as one. */
function measureSentences(claim: StatedText, { asked, evidence }: Planned, titleSimilarity: number, at: number) {
  const [nearest] = asked.near
  if (nearest === undefined) return []
  const bare = claim.ofNoPage === true || isBare(claim.context, evidence.context)
  const whole = { ...nearest, said: asked.wholeText, before: null }
  const spoken = bare ? [asked.near.map(({ said }) => said)] : asked.near.map(({ said }) => [said])
  return (bare ? [whole] : asked.near).map(({ text, said, before, similarity }, unit) => ({
    ...{ fragment: at, text, said, pair: asked.pairOf(said, before), context: evidence.context, bare },
    measured: { similarity, titleSimilarity, figures: matchFigures(claim.text, said) },
    japanese: isJapanese(claim.text) || isJapanese(said),
    sameWords: (spoken[unit] ?? []).map((one) => readSameWords(claim.text, one)).find((read) => read !== null) ?? null,
  }))
}

/** The claim as evidence for the sentence, and both without context. */
export function secondPairs({ said, pair }: StanceCase, claim: string): readonly [StancePair, StancePair] {
  return [
    { evidence: pair.claim, claim: pair.evidence },
    { evidence: said, claim },
  ]
}
