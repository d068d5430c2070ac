import { splitSentences } from '../domain/sentences.ts'
import type { Settings } from '../domain/settings.ts'
import { dot } from '../domain/vector.ts'
import { isStatement } from './claim-drops.ts'
import { rulesOppose } from './rules/signals.ts'
import { isJapanese } from './rules/words.ts'
import { type FragmentReading, measureFragment } from './stance-features.ts'
import { type FusedScore, fuseFragment } from './stance-score.ts'
import { weightsFor } from './stance-weights.ts'
import type { Embedder, NliModel, StanceJudge, StancePair, StanceScore, StanceVerdict } from './types.ts'

export interface StanceJudgeOptions {
  readonly nli: NliModel
  /** Asked again where `nli` alone would refute (REQ 3.3, NLI promotion): half of a small model's refutations are wrong. */
  readonly second?: NliModel
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
function plan(claim: string, text: string, sentences: readonly Near[]) {
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
const SECOND_ODDS = 0.7

export function createStanceJudge({ nli, second, embedder, settings }: StanceJudgeOptions): StanceJudge {
  const thresholds = { support: settings.support_threshold, refute: settings.refute_threshold }
  const weights = weightsFor(nli.modelId)

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
    const { near, joinedText, wholeText, pairs } = plan(claim, whole, measured)
    if (near.length === 0) return NOTHING
    const scores = await askOnce(nli, pairs, signal)
    const score = (at: number): StanceScore => scores[at] ?? NOTHING.scores
    const reading: FragmentReading = {
      sentences: near.map((sentence, at) => ({ ...sentence, model: score(at) })),
      joined: { text: joinedText, model: score(near.length) },
      whole: score(near.length + 1),
      reversed: score(near.length + 2),
    }
    const facts = measureFragment(claim, reading)
    if (facts === null) return NOTHING
    const japanese = isJapanese(claim) || isJapanese(joinedText)
    const fused = fuseFragment({ ...facts, model: reading.joined.model, japanese }, weights, thresholds)
    if (fused.relation === 'refutes' && second !== undefined && !rulesOppose(facts.signals)) {
      const [again] = await second.judge([{ evidence: wholeText, claim }], signal)
      if (again !== undefined && Math.log(again.refutes / again.supports) < SECOND_ODDS)
        return verdictOf(withdrawRefutation(fused), reading)
    }
    return verdictOf(fused, reading)
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

/** The sentence that speaks loudest for the verdict is its rationale; the nearest one where nothing is said. */
function verdictOf(fused: FusedScore, { sentences }: FragmentReading): StanceVerdict {
  const { relation, scores, notes } = fused
  let speaking = sentences[0]
  if (relation !== 'neutral')
    for (const sentence of sentences)
      if (speaking === undefined || sentence.model[relation] > speaking.model[relation]) speaking = sentence
  return { relation, confidence: scores[relation], scores, rationale: speaking?.text ?? '', notes }
}
