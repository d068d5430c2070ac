import type { Settings } from '../domain/settings.ts'
import type { Embedder, HiddenLayer, NliModel, Reader, StanceScore } from '../models/types.ts'
import { hiddenMean } from './hidden-mean.ts'
import type { TextInContext } from './same-quantity.ts'
import { createSpeechCheck } from './speech-check.ts'
import { likeliest, type PlannedFragment, planCases, type StanceCase, secondPairs } from './stance-cases.ts'
import { type FirstFeatures, measureFirst, measureSecond, signalsOf } from './stance-features.ts'
import { readByOutsideModel } from './stance-outside.ts'
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

const NEUTRAL: StanceScore = { supports: 0, refutes: 0, neutral: 1 }
const UNDECIDED: FusedScore = { scores: NEUTRAL, relation: 'neutral', notes: [] }
/** No sentence of the fragment states anything, so that no model is asked. */
const NOTHING: StanceVerdict = {
  ...{ relation: 'neutral', confidence: 1, scores: NEUTRAL, rationale: '', notes: [], decidedBy: null },
}

/** Something is said that may not speak, and no title tells what of: half of such pairs are neutral. */
const UNHEARD: StanceVerdict = {
  ...{ ...NOTHING, confidence: 0.5, scores: { supports: 0.25, refutes: 0.25, neutral: 0.5 }, read: NEUTRAL },
}

interface Asked {
  /** What stands on no page is told by the first reading alone: the others weigh nothing there (`BARE_FEATURES`). */
  readonly once: boolean
  readonly signal: AbortSignal | undefined
}

interface Decided {
  readonly fused: FusedScore
  readonly model: NliModel
  readonly features: FirstFeatures | null
  readonly hidden?: HiddenLayer | undefined
}

/** A sentence this plainly neutral at the first reading is not read again: 2 in 3, among them 1 in 25 related ones. */
const PLAINLY_NEUTRAL = 0.98
/** And of those that were read at most so many, the likeliest first: all are in doubt where all speak of one thing. */
const SHARE_READ_AGAIN = 2 / 3

/** Another figure for what may be the same quantity is in doubt however neutral the sentence reads. */
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
  const isSpeech = createSpeechCheck(options.reader, { every: true, embedder: options.embedder })
  const thresholds = { support: settings.support_threshold, refute: settings.refute_threshold }

  /** The cases read by one model, together; those in doubt once more the other way round and without context. */
  async function readBy(model: NliModel, claim: string, cases: readonly StanceCase[], asked: Asked) {
    const { once, signal } = asked
    if (model.outside === true) {
      const read = await readByOutsideModel(model, claim, cases, thresholds, signal)
      return read.map((fused): Decided => ({ fused, model, features: null }))
    }
    const scores = await model.judge(
      cases.map(({ pair }) => pair),
      signal,
    )
    const first = cases.map(({ measured }, at) => measureFirst({ ...measured, model: scores[at] ?? NEUTRAL }))
    const open = once ? [] : toReadAgain(cases, first, settings.read_every_candidate)
    const again = await model.judge(
      open.flatMap((at) => cases.slice(at, at + 1).flatMap((one) => secondPairs(one, claim))),
      signal,
    )
    return cases.map(({ sameWords, opposed, bare }, at): Decided => {
      const features = first[at]
      const place = open.indexOf(at)
      if (features === undefined) return { fused: UNDECIDED, model, features: null }
      const readings = [scores[at], ...(place < 0 ? [] : again.slice(2 * place, 2 * place + 2))]
      const by = { model, hidden: hiddenMean(readings) }
      if (place < 0 && !once)
        return { fused: { ...UNDECIDED, scores: weigh(features, FIRST_WEIGHTS) }, ...by, features }
      const [, reverse = NEUTRAL, alone = NEUTRAL] = readings
      const second = { reverse, alone }
      const whole = measureSecond(features, second)
      return { fused: fuseFragment(whole, thresholds, { sameWords, opposed, bare }), ...by, features: whole }
    })
  }

  async function decide(claim: string, cases: readonly StanceCase[], asked: Asked): Promise<Map<StanceCase, Decided>> {
    const decided = new Map<StanceCase, Decided>()
    const by = async (model: NliModel, some: readonly StanceCase[], note: string | null) => {
      if (some.length === 0) return
      const read = await readBy(model, claim, some, asked)
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
      const own = { text: claim.text, context: claim.context ?? NO_CONTEXT, ofNoPage: claim.context === undefined }
      const every = settings.read_every_candidate
      const planned = await planCases({ ...options, isSpeech }, own, fragments, signal, every)
      const decided = await decide(
        own.text,
        planned.flatMap(({ cases }) => cases),
        { once: own.ofNoPage, signal },
      )
      return planned.map(({ cases, unread }, at) => {
        const loudest = loudestOf(cases, decided)
        if (loudest !== null) return loudest
        if (unread !== null) return unreadVerdict(unread)
        return isUnheard(own, fragments[at]) ? UNHEARD : NOTHING
      })
    },
  }
}

/** No model has read it: it is neutral, and as surely as closeness and figures say. */
function unreadVerdict(scores: StanceScore): StanceVerdict {
  return { ...NOTHING, confidence: scores.neutral, scores }
}

function isUnheard(claim: TextInContext, fragment: Partial<TextInContext> | undefined): boolean {
  return fragment?.text?.trim() !== '' && isBare(claim.context, fragment?.context ?? NO_CONTEXT)
}

function withNote({ fused, ...rest }: Decided, note: string): Decided {
  return { ...rest, fused: { ...fused, notes: [...fused.notes, note] } }
}

/** The verdict of a fragment is that of the sentence which speaks loudest for or against the claim. */
function loudestOf(cases: PlannedFragment['cases'], decided: ReadonlyMap<StanceCase, Decided>): StanceVerdict | null {
  const verdicts = cases.flatMap((one) => {
    const verdict = decided.get(one)
    return verdict === undefined ? [] : [verdictOf(verdict, one.text)]
  })
  const loudness = ({ relation, scores }: StanceVerdict) =>
    relation === 'neutral' ? Math.max(scores.supports, scores.refutes) - 1 : scores[relation]
  return verdicts.sort((a, b) => loudness(b) - loudness(a))[0] ?? null
}

function verdictOf({ fused, model, features, hidden }: Decided, rationale: string): StanceVerdict {
  const { relation, scores, notes, read = scores } = fused
  const signals = features === null ? null : signalsOf(features)
  return {
    ...{ relation, confidence: scores[relation], scores, rationale, notes, decidedBy: model.modelId, read, signals },
    ...(hidden === undefined ? {} : { hidden }),
  }
}
