import type { Settings } from '../domain/settings.ts'
import type { Embedder, HiddenLayer, NliModel, Reader, StanceScore } from '../models/types.ts'
import { hiddenMean } from './hidden-mean.ts'
import type { TextInContext } from './same-quantity.ts'
import { createSpeechCheck } from './speech-check.ts'
import { likeliest, planCases, type StanceCase, secondPairs, type UnreadCase } from './stance-cases.ts'
import { type FirstFeatures, measureFirst, measureSecond, signalsOf } from './stance-features.ts'
import { readByOutsideModel } from './stance-outside.ts'
import type { PlannedReading } from './stance-plan.ts'
import { isHard } from './stance-promotion.ts'
import { type FusedScore, fuseFragment, SAME_QUANTITY, weigh } from './stance-score.ts'
import { FIRST_WEIGHTS } from './stance-weights.ts'
import { isBare, NO_CONTEXT } from './text-context.ts'
import type { StanceJudge, StanceVerdict } from './types.ts'

interface StanceJudgeOptions {
  readonly nli: NliModel
  /** Says whether two figures are of the same quantity, whichever model reads the stance. */
  readonly reader: Pick<Reader, 'sameQuantity' | 'readSpeech'> & Partial<Pick<Reader, 'readSentences'>>
  /** Reads the hard and the contradicting English cases once more, and then decides (REQ 3.3, NLI promotion). */
  readonly larger?: NliModel | undefined
  /** Reads the pairs in which claim or evidence is Japanese, in place of `nli`. */
  readonly japanese?: NliModel | undefined
  readonly embedder: Embedder
  readonly settings: Settings['judgement']
}

/** A refutation that the model alone hears in a passage must be in one of its sentences, too, as sure as this. */
const CONFIRMS = 0.4
/** Sentences of a supporting passage that are read once more, the nearest first, to quote the one that supports. */
const QUOTABLE = 3
const NEUTRAL: StanceScore = { supports: 0, refutes: 0, neutral: 1 }
const UNDECIDED: FusedScore = { scores: NEUTRAL, relation: 'neutral', notes: [], certain: false }
/** No sentence of the fragment states anything, so that no model is asked. */
const NOTHING: StanceVerdict = {
  ...{ relation: 'neutral', confidence: 1, scores: NEUTRAL, rationale: '', notes: [], decidedBy: null },
}

/** Something is said that may not speak, and no title tells what of: half of such pairs are neutral. */
const UNHEARD: StanceVerdict = {
  ...{ ...NOTHING, confidence: 0.5, scores: { supports: 0.25, refutes: 0.25, neutral: 0.5 }, read: NEUTRAL },
}

interface Decided {
  readonly fused: FusedScore
  readonly model: NliModel
  readonly features: FirstFeatures | null
  readonly hidden?: HiddenLayer | undefined
}

/** A pair this plainly neutral at the first reading is not read again: 8 in 10, among them 1 in 7 related ones. */
const PLAINLY_NEUTRAL = 0.97
/** And of those that were read at most so many, the likeliest first: all are in doubt where all speak of one thing. */
const SHARE_READ_AGAIN = 2 / 3

/** Another figure for what may be the same quantity is in doubt however neutral the passage reads. */
function isInDoubt(features: FirstFeatures): boolean {
  return weigh(features, FIRST_WEIGHTS).neutral < PLAINLY_NEUTRAL || features.figureDiffers >= SAME_QUANTITY
}

/** Places of the cases that are read twice more. */
function toReadAgain(cases: readonly StanceCase[], first: readonly FirstFeatures[], every: boolean): readonly number[] {
  const places = [...first.keys()]
  const isCertain = (at: number) => every || cases[at]?.bare === true || cases[at]?.sameWords != null
  const neutralOf = (at: number) => weigh(first[at] as FirstFeatures, FIRST_WEIGHTS).neutral
  const doubtful = places.filter((at) => !isCertain(at) && isInDoubt(first[at] as FirstFeatures))
  const chosen = likeliest(doubtful, neutralOf, { asked: cases.length, share: SHARE_READ_AGAIN })
  return places.filter((at) => isCertain(at) || chosen.has(at))
}

export function createStanceJudge(options: StanceJudgeOptions): StanceJudge {
  const { nli, larger, japanese: japaneseModel, settings } = options
  const isSpeech = createSpeechCheck(options.reader, true)
  const thresholds = { support: settings.support_threshold, refute: settings.refute_threshold }

  /** The cases read by one model, together; those in doubt once more the other way round and without context. */
  async function readBy(model: NliModel, claim: string, cases: readonly StanceCase[], signal?: AbortSignal) {
    if (model.outside === true) {
      const read = await readByOutsideModel(model, claim, cases, thresholds, signal)
      return read.map((fused): Decided => ({ fused, model, features: null }))
    }
    const scores = await model.judge(
      cases.map(({ asked }) => asked.pairOf(asked.wholeText)),
      signal,
    )
    const first = cases.map(({ measured }, at) => measureFirst({ ...measured, model: scores[at] ?? NEUTRAL }))
    const open = toReadAgain(cases, first, settings.read_every_candidate)
    const again = await model.judge(
      open.flatMap((at) => cases.slice(at, at + 1).flatMap(({ asked }) => secondPairs(asked, claim))),
      signal,
    )
    return cases.map(({ sameWords, opposed, bare }, at): Decided => {
      const features = first[at]
      const place = open.indexOf(at)
      if (features === undefined) return { fused: UNDECIDED, model, features: null }
      const readings = [scores[at], ...(place < 0 ? [] : again.slice(2 * place, 2 * place + 2))]
      const by = { model, hidden: hiddenMean(readings) }
      if (place < 0) return { fused: { ...UNDECIDED, scores: weigh(features, FIRST_WEIGHTS) }, ...by, features }
      const [, reverse = NEUTRAL, alone = NEUTRAL] = readings
      const second = { reverse, alone }
      const whole = measureSecond(features, second)
      return { fused: fuseFragment(whole, thresholds, { sameWords, opposed, bare }), ...by, features: whole }
    })
  }

  async function decide(
    claim: string,
    cases: readonly StanceCase[],
    signal?: AbortSignal,
  ): Promise<Map<StanceCase, Decided>> {
    const decided = new Map<StanceCase, Decided>()
    const by = async (model: NliModel, some: readonly StanceCase[], note: string | null) => {
      if (some.length === 0) return
      const read = await readBy(model, claim, some, signal)
      for (const [at, one] of some.entries()) {
        const verdict = read[at]
        if (verdict !== undefined) decided.set(one, note === null ? verdict : withNote(verdict, note))
      }
    }
    const foreign = japaneseModel === undefined ? [] : cases.filter(({ japanese }) => japanese)
    const own = cases.filter((one) => !foreign.includes(one))
    await by(nli, own, null)
    if (japaneseModel !== undefined) await by(japaneseModel, foreign, null)
    // The larger model knows English: on a Japanese pair it would overrule the one that can read it.
    const hard = cases.filter((one) => {
      const first = decided.get(one)
      return !one.japanese && first !== undefined && isHard(first.fused, thresholds)
    })
    if (larger !== undefined) await by(larger, hard, 'promoted')
    return decided
  }

  return {
    modelId: nli.modelId,
    judgeFragments: async (claim, fragments, signal) => {
      const own = { text: claim.text, context: claim.context ?? NO_CONTEXT }
      const every = settings.read_every_candidate
      const cases = await planCases({ ...options, isSpeech }, own, fragments, signal, every)
      const speaking = cases.filter(isRead)
      const decided = await decide(own.text, speaking, signal)
      const verdicts: StanceVerdict[] = []
      for (const [at, one] of cases.entries()) {
        const verdict = isRead(one) ? decided.get(one) : undefined
        if (isRead(one) && verdict !== undefined) verdicts.push(await verdictOf(verdict, one.asked, signal))
        else if (one !== null && !isRead(one)) verdicts.push(unreadVerdict(one))
        else verdicts.push(isUnheard(own, fragments[at]) ? UNHEARD : NOTHING)
      }
      return verdicts
    },
  }
}

function isRead(one: StanceCase | UnreadCase | null): one is StanceCase {
  return one !== null && !('unread' in one)
}

/** No model has read it: it is neutral, and as surely as closeness and figures say. */
function unreadVerdict({ unread: scores }: UnreadCase): StanceVerdict {
  return { ...NOTHING, confidence: scores.neutral, scores }
}

function isUnheard(claim: TextInContext, fragment: Partial<TextInContext> | undefined): boolean {
  return fragment?.text?.trim() !== '' && isBare(claim.context, fragment?.context ?? NO_CONTEXT)
}

function withNote({ fused, ...rest }: Decided, note: string): Decided {
  return { ...rest, fused: { ...fused, notes: [...fused.notes, note] } }
}

/**
 * The sentence that speaks loudest is the rationale, of a support among the nearest: what lies nearest to a claim is
 * often what the passage goes on to deny. A refutation that no sentence bears out is withdrawn.
 */
async function verdictOf(
  { fused: { relation, scores, notes, certain, read: said = scores }, model, features, hidden }: Decided,
  { near, pairOf }: PlannedReading,
  signal?: AbortSignal,
): Promise<StanceVerdict> {
  const signals = features === null ? null : signalsOf(features)
  const measured = { read: said, signals, ...(hidden === undefined ? {} : { hidden }) }
  const verdict = { relation, confidence: scores[relation], scores, notes, decidedBy: model.modelId, ...measured }
  if (relation === 'neutral' || near.length < 2) return { ...verdict, rationale: near[0]?.text ?? '' }
  // Each sentence is worth its time where a refutation stands or falls with it; of a support it is the words shown.
  const asked = relation === 'refutes' ? near : near.slice(0, QUOTABLE)
  const read = await model.judge(
    asked.map(({ text }) => pairOf(text)),
    signal,
  )
  if (relation === 'refutes' && !certain && !read.some(({ refutes }) => refutes >= CONFIRMS)) {
    const neutral = scores.neutral + scores.refutes
    const withdrawn = { ...scores, refutes: 0, neutral }
    return { ...verdict, relation: 'neutral', confidence: neutral, scores: withdrawn, rationale: near[0]?.text ?? '' }
  }
  const loudness = asked.map(({ similarity }, at) => (read[at]?.[relation] ?? 0) * Math.max(similarity, 0))
  return { ...verdict, rationale: asked[loudness.indexOf(Math.max(...loudness))]?.text ?? '' }
}
