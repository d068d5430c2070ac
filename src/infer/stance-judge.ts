import { splitSentences } from '../domain/sentences.ts'
import type { Settings } from '../domain/settings.ts'
import { dot } from '../domain/vector.ts'
import { isStatement } from './claim-drops.ts'
import { withoutEstimates } from './rules/numbers.ts'
import { rulesOppose } from './rules/signals.ts'
import { isJapanese } from './rules/words.ts'
import { type FragmentReading, measureFragment, type ReadSentence } from './stance-features.ts'
import { isHard } from './stance-promotion.ts'
import { type FusedScore, fuseFragment } from './stance-score.ts'
import { weightsFor } from './stance-weights.ts'
import type { Embedder, NliModel, StanceJudge, StancePair, StanceScore, StanceVerdict } from './types.ts'

export interface StanceJudgeOptions {
  readonly nli: NliModel
  /** Asked again where `nli` alone would refute: about half of a small model's refutations are wrong. */
  readonly second?: NliModel | undefined
  /** Reads the hard and the contradicting cases once more, and then decides (REQ 3.3, NLI promotion). */
  readonly larger?: NliModel | undefined
  /** Reads the pairs in which claim or evidence is Japanese, in place of `nli`. */
  readonly japanese?: NliModel | undefined
  readonly embedder: Embedder
  readonly settings: Settings['judgement']
}

/** Sentences asked of the model per fragment, nearest to the claim first. */
const ASKED_SENTENCES = 3
const MOST_SENTENCES = 60
/** A fragment this short is also judged whole: the model was better on joined evidence sentences than on the best one. */
const WHOLE = { english: 1200, japanese: 500 }

const NOTHING: StanceVerdict = {
  relation: 'neutral',
  confidence: 1,
  scores: { supports: 0, refutes: 0, neutral: 1 },
  rationale: '',
  notes: ['no_sentence'],
}

interface Near {
  readonly index: number
  readonly text: string
  readonly similarity: number
}

/** What the model is asked about: it is weak on documents and fair on sentences (model card). */
function plan(statement: string, text: string, sentences: readonly Near[]) {
  // The model takes one study's estimate for part of the statement.
  const claim = withoutEstimates(statement) || statement
  const near = [...sentences].sort((a, b) => b.similarity - a.similarity).slice(0, ASKED_SENTENCES)
  const joinedText = near
    .slice(0, 2)
    .sort((a, b) => a.index - b.index)
    .map((sentence) => sentence.text)
    .join(' ')
  const limit = isJapanese(text) ? WHOLE.japanese : WHOLE.english
  const trimmed = text.trim()
  const wholeText = sentences.length > 2 && trimmed.length <= limit ? trimmed : joinedText
  const nearestText = near[0]?.text ?? ''
  const pairs: StancePair[] = [
    ...near.map((sentence) => ({ evidence: sentence.text, claim })),
    { evidence: joinedText, claim },
    { evidence: wholeText, claim },
    { evidence: claim, claim: nearestText },
  ]
  return { near, joinedText, wholeText, pairs }
}

/** Each different pair is asked once: a fragment of one sentence needs two readings, not four. */
async function askOnce(nli: NliModel, pairs: readonly StancePair[], signal?: AbortSignal) {
  const keys = pairs.map(({ evidence, claim }) => `${evidence}\u0000${claim}`)
  const distinct = [...new Set(keys)]
  const answers = await nli.judge(
    distinct.map((key) => pairs[keys.indexOf(key)] as StancePair),
    signal,
  )
  return keys.map((key) => answers[distinct.indexOf(key)] ?? NOTHING.scores)
}

/** Log odds of refutes over supports that the second model must give; chosen on SciFact train. */
const SECOND_ODDS = 0

export function createStanceJudge(options: StanceJudgeOptions): StanceJudge {
  const { nli, second, larger, japanese: japaneseModel, embedder, settings } = options
  const thresholds = { support: settings.support_threshold, refute: settings.refute_threshold }

  async function judgeOne(claim: string, claimVector: Float32Array, text: string, signal?: AbortSignal) {
    const read = splitSentences(text).slice(0, MOST_SENTENCES)
    const sentences = read.filter((sentence) => isStatement(sentence.text))
    // What was set aside must not come back through the whole.
    const whole = sentences.length === read.length ? text : sentences.map((sentence) => sentence.text).join(' ')
    const vectors = await embedder.embed(
      sentences.map((sentence) => sentence.text),
      signal,
    )
    const measured = sentences.map((sentence, index): Near => {
      const vector = vectors[index]
      return { index, text: sentence.text, similarity: vector === undefined ? 0 : dot(claimVector, vector) }
    })
    const asked = plan(claim, whole, measured)
    if (asked.near.length === 0) return NOTHING
    const japanese = isJapanese(claim) || isJapanese(asked.joinedText)
    const first = await readBy((japanese ? japaneseModel : undefined) ?? nli, claim, asked, japanese, signal)
    if (first === null) return NOTHING
    if (larger !== undefined && isHard(first, thresholds)) {
      const again = await readBy(larger, claim, asked, japanese, signal)
      if (again !== null) return verdictOf(withNote(again.fused, 'promoted'), again.reading)
    }
    if (first.fused.relation === 'refutes' && second !== undefined && !rulesOppose(first.signals)) {
      const [other] = await second.judge([{ evidence: asked.wholeText, claim }], signal)
      if (other !== undefined && Math.log(other.refutes / other.supports) < SECOND_ODDS)
        return verdictOf(withdrawRefutation(first.fused), first.reading)
    }
    return verdictOf(first.fused, first.reading)
  }

  async function readBy(
    model: NliModel,
    claim: string,
    { near, joinedText, pairs }: ReturnType<typeof plan>,
    japanese: boolean,
    signal?: AbortSignal,
  ) {
    const scores = await askOnce(model, pairs, signal)
    const score = (at: number): StanceScore => scores[at] ?? NOTHING.scores
    const reading: FragmentReading = {
      sentences: near.map((sentence, at) => ({ ...sentence, model: score(at) })),
      joined: { text: joinedText, model: score(near.length) },
      whole: score(near.length + 1),
      reversed: score(near.length + 2),
    }
    const facts = measureFragment(claim, reading)
    if (facts === null) return null
    const weights = weightsFor(model.modelId)
    const fused = fuseFragment({ ...facts, model: reading.joined.model, japanese }, weights, thresholds)
    return { reading, signals: facts.signals, fused }
  }

  return {
    modelId: `${nli.modelId}+rules`,
    judgeFragments: async (claim, fragments, signal) => {
      const [claimVector] = await embedder.embed([claim.text], signal)
      if (claimVector === undefined) return []
      const verdicts: StanceVerdict[] = []
      for (const fragment of fragments) verdicts.push(await judgeOne(claim.text, claimVector, fragment.text, signal))
      return verdicts
    },
  }
}

/** Neither a rule nor the second model sees the contradiction: it is no finding. */
function withdrawRefutation({ scores, notes }: FusedScore): FusedScore {
  return {
    relation: 'neutral',
    scores: { supports: scores.supports, refutes: 0, neutral: scores.neutral + scores.refutes },
    notes: [...notes, 'refute_unconfirmed'],
  }
}

function withNote(fused: FusedScore, note: string): FusedScore {
  return { ...fused, notes: [...fused.notes, note] }
}

/** The sentence near to the claim that speaks loudest for the verdict is its rationale; the nearest one where nothing is said. */
function verdictOf(fused: FusedScore, { sentences }: FragmentReading): StanceVerdict {
  const { relation, scores, notes } = fused
  let speaking = sentences[0]
  const loudness = ({ model, similarity }: ReadSentence) =>
    relation === 'neutral' ? similarity : model[relation] * Math.max(similarity, 0)
  for (const sentence of sentences)
    if (speaking === undefined || loudness(sentence) > loudness(speaking)) speaking = sentence
  return { relation, confidence: scores[relation], scores, rationale: speaking?.text ?? '', notes }
}
