import type { Settings } from '../domain/settings.ts'
import type { Embedder, NliModel, StancePair, StanceScore } from '../models/types.ts'
import { isJapanese } from './rules/words.ts'
import { type FragmentReading, measureFragment, type ReadSentence } from './stance-features.ts'
import { type PlannedReading, planReading } from './stance-plan.ts'
import { isHard } from './stance-promotion.ts'
import { type FusedScore, fuseFragment } from './stance-score.ts'
import { weightsFor } from './stance-weights.ts'
import type { StanceJudge, StanceVerdict } from './types.ts'

interface StanceJudgeOptions {
  readonly nli: NliModel
  /** Reads the hard and the contradicting English cases once more, and then decides (REQ 3.3, NLI promotion). */
  readonly larger?: NliModel | undefined
  /** Reads the pairs in which claim or evidence is Japanese, in place of `nli`. */
  readonly japanese?: NliModel | undefined
  readonly embedder: Embedder
  readonly settings: Settings['judgement']
}

const NOTHING: StanceVerdict = {
  relation: 'neutral',
  confidence: 1,
  scores: { supports: 0, refutes: 0, neutral: 1 },
  rationale: '',
  notes: ['no_sentence'],
  decidedBy: null,
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

export function createStanceJudge(options: StanceJudgeOptions): StanceJudge {
  const { nli, larger, japanese: japaneseModel, embedder, settings } = options
  const thresholds = { support: settings.support_threshold, refute: settings.refute_threshold }

  async function judgeOne(claim: string, claimVector: Float32Array, text: string, signal?: AbortSignal) {
    const asked = await planReading(claim, claimVector, text, embedder, signal)
    if (asked.near.length === 0) return NOTHING
    const japanese = isJapanese(claim) || isJapanese(asked.joinedText)
    const own = (japanese ? japaneseModel : undefined) ?? nli
    const first = await readBy(own, claim, asked, japanese, signal)
    if (first === null) return NOTHING
    // The larger model knows English: on a Japanese pair it would overrule the one that can read it.
    if (larger !== undefined && !japanese && isHard(first, thresholds)) {
      const again = await readBy(larger, claim, asked, japanese, signal)
      if (again !== null) return verdictOf(withNote(again.fused, 'promoted'), again.reading, larger)
    }
    return verdictOf(first.fused, first.reading, own)
  }

  async function readBy(
    model: NliModel,
    claim: string,
    { near, joinedText, pairs }: PlannedReading,
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

function withNote(fused: FusedScore, note: string): FusedScore {
  return { ...fused, notes: [...fused.notes, note] }
}

/**
 * The sentence near to the claim that speaks loudest for the verdict is its rationale; the nearest one where nothing is
 * said.
 */
function verdictOf(fused: FusedScore, { sentences }: FragmentReading, model: NliModel): StanceVerdict {
  const { relation, scores, notes } = fused
  let speaking = sentences[0]
  const loudness = ({ model, similarity }: ReadSentence) =>
    relation === 'neutral' ? similarity : model[relation] * Math.max(similarity, 0)
  for (const sentence of sentences)
    if (speaking === undefined || loudness(sentence) > loudness(speaking)) speaking = sentence
  return {
    relation,
    confidence: scores[relation],
    scores,
    rationale: speaking?.text ?? '',
    notes,
    decidedBy: model.modelId,
  }
}
