import { turnTaker } from '../domain/in-turns.ts'
import type { Embedder, Reader, StancePair, StanceScore } from '../models/types.ts'
import { matchFigures } from './figure-match.ts'
import { areOpposed } from './rules/direction.ts'
import { readSameWords } from './rules/same-words.ts'
import { isJapanese } from './rules/words.ts'
import { NO_QUANTITY, readQuantities, type TextInContext } from './same-quantity.ts'
import type { SpeechCheck } from './speech-check.ts'
import { type FragmentReading, measureCheaply } from './stance-features.ts'
import { type PlannedReading, planReading } from './stance-plan.ts'
import { OF_ONE_THING, weigh } from './stance-score.ts'
import { CHEAP_WEIGHTS } from './stance-weights.ts'
import { isBare, NO_CONTEXT } from './text-context.ts'
import { titleSimilarities } from './title-similarity.ts'
import type { StanceJudge } from './types.ts'

/** A fragment with what is asked about it and what was measured of it. */
export interface StanceCase {
  readonly asked: PlannedReading
  readonly japanese: boolean
  readonly measured: Omit<FragmentReading, 'model'>
  readonly sameWords: 'says' | 'denies' | null
  /** The one speaks of more, the other of less. */
  readonly opposed: boolean
  /** Neither side has a title or a heading. */
  readonly bare: boolean
}

/** A fragment that was left unread, and what closeness and figures alone say of it. */
export interface UnreadCase {
  readonly unread: StanceScore
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
 * A pair this plainly unrelated by its figures and closeness is not read: half of the pairs, 6 in 100 related ones, of
 * which few would have reached a bar.
 */
const PLAINLY_UNRELATED = 0.985
/** Where all pages speak of one thing nothing is plainly unrelated: then the least likely fragments are left unread. */
const SHARE_READ = 0.75
const ALWAYS_READ = 4

/** The fragments most worth it, as many as that share of those which were asked about. */
export function likeliest<T>(
  some: readonly T[],
  neutralOf: (one: T) => number,
  { asked, share }: { readonly asked: number; readonly share: number },
): ReadonlySet<T> {
  const most = Math.max(ALWAYS_READ, Math.ceil(share * asked))
  return new Set([...some].sort((a, b) => neutralOf(a) - neutralOf(b)).slice(0, most))
}

type Measured = Parameters<typeof measureCheaply>[0]

const unreadScore = (measured: Measured) => weigh(measureCheaply(measured), CHEAP_WEIGHTS)
const plainness = (measured: Measured) => unreadScore(measured).neutral

function isWorthReading(measured: Measured): boolean {
  const { similarity, figures } = measured
  if ((figures.other || figures.dateDiffers) && similarity >= OF_ONE_THING) return true
  return plainness(measured) < PLAINLY_UNRELATED
}

/**
 * Null for a fragment none of whose sentences states anything. What has plainly nothing to do with the claim, or less
 * than enough others, is left unread; with `every` it is read all the same.
 */
export async function planCases(
  { embedder, reader, isSpeech }: CaseDeps,
  claim: TextInContext,
  fragments: Parameters<StanceJudge['judgeFragments']>[1],
  signal?: AbortSignal,
  every = false,
): Promise<readonly (StanceCase | UnreadCase | null)[]> {
  const [vector] = await embedder.embed([claim.text], signal)
  if (vector === undefined) return fragments.map(() => null)
  const planned: Planned[] = []
  const turn = turnTaker()
  for (const { text, context = NO_CONTEXT } of fragments) {
    await turn()
    const asked = await planReading(claim, vector, { text, context }, { embedder, isSpeech }, signal)
    planned.push({ asked, evidence: { text: asked.wholeText, context } })
  }
  const titles = await titleSimilarities(embedder, claim, planned, signal)
  const caseOf = ({ asked, evidence }: Planned, titleSimilarity: number) => {
    const [nearest] = asked.near
    if (nearest === undefined) return null
    const figures = matchFigures(claim.text, asked.wholeText)
    const measured = { similarity: nearest.similarity, titleSimilarity, figures }
    const bare = isBare(claim.context, evidence.context)
    const sameWords =
      asked.near.map(({ text }) => readSameWords(claim.text, text)).find((read) => read !== null) ?? null
    const isCertain = every || sameWords !== null || bare
    const japanese = isJapanese(claim.text) || isJapanese(asked.wholeText)
    const isOpen = !isCertain && isWorthReading(measured)
    return { asked, evidence, measured, japanese, sameWords, bare, isCertain, isOpen }
  }
  const cases: ReturnType<typeof caseOf>[] = []
  for (const [at, one] of planned.entries()) {
    await turn()
    cases.push(caseOf(one, titles[at] ?? 0))
  }
  const known = cases.filter((one) => one !== null)
  const open = known.filter(({ isOpen }) => isOpen)
  const asked = { asked: fragments.length, share: SHARE_READ }
  const chosen = likeliest(open, ({ measured }) => plainness(measured), asked)
  const worth = known.filter((one) => one.isCertain || chosen.has(one))
  const quantities = await readQuantities(
    reader,
    claim,
    worth.map(({ evidence }) => evidence),
    signal,
  )
  return cases.map((one): StanceCase | UnreadCase | null => {
    if (one === null) return null
    if (!worth.includes(one)) return { unread: unreadScore(one.measured) }
    const { asked, japanese, sameWords, bare } = one
    const opposed = areOpposed(claim.text, asked.wholeText)
    const quantity = quantities[worth.indexOf(one)] ?? NO_QUANTITY
    return { asked, japanese, sameWords, opposed, bare, measured: { ...one.measured, quantity } }
  })
}

/** The claim as evidence for the passage, and both without context. */
export function secondPairs(asked: PlannedReading, claim: string): readonly [StancePair, StancePair] {
  const pair = asked.pairOf(asked.wholeText)
  return [
    { evidence: pair.claim, claim: pair.evidence },
    { evidence: asked.wholeText, claim },
  ]
}
