import type { Settings } from '../domain/settings.ts'
import { dot } from './embedder.ts'
import { readSignals } from './rules/signals.ts'
import { isJapanese } from './rules/words.ts'
import { type FusedScore, fuseWindow, relationOf, type StanceThresholds } from './stance-score.ts'
import { type StanceWindow, stanceWindows } from './stance-windows.ts'
import type { Embedder, NliModel, StanceJudge, StanceScore, StanceVerdict } from './types.ts'

export interface StanceJudgeOptions {
  readonly nli: NliModel
  readonly embedder: Embedder
  readonly settings: Settings['judgement']
}

interface JudgedWindow extends FusedScore {
  readonly window: StanceWindow
}

/** Windows asked of the model per fragment, nearest to the claim first; the whole of a short fragment comes on top. */
const ASKED_WINDOWS = 3

/** Share of the whole in a short fragment's verdict, chosen on SciFact train. */
const WHOLE_SHARE = 0.7

function blend(part: StanceScore, whole: StanceScore): StanceScore {
  const mix = (a: number, b: number) => a * (1 - WHOLE_SHARE) + b * WHOLE_SHARE
  return {
    supports: mix(part.supports, whole.supports),
    refutes: mix(part.refutes, whole.refutes),
    neutral: mix(part.neutral, whole.neutral),
  }
}

const decided = (scores: StanceScore) => Math.max(scores.supports, scores.refutes)

function firstBest<T>(items: readonly T[], value: (item: T) => number): T | undefined {
  let best: T | undefined
  for (const item of items) if (best === undefined || value(item) > value(best)) best = item
  return best
}

/** The most decided window speaks for the fragment, tempered by the fragment as a whole where that was judged. */
function aggregate(judged: readonly JudgedWindow[], thresholds: StanceThresholds): StanceVerdict {
  const parts = judged.filter(({ window }) => window.kind !== 'whole')
  const whole = judged.find(({ window }) => window.kind === 'whole')
  const lead = firstBest(parts, ({ scores }) => decided(scores))
  if (lead === undefined)
    return {
      relation: 'neutral',
      confidence: 1,
      scores: { supports: 0, refutes: 0, neutral: 1 },
      rationale: '',
      notes: ['no_sentence'],
    }
  const scores = whole === undefined ? lead.scores : blend(lead.scores, whole.scores)
  const relation = relationOf(scores, thresholds)
  const speaking = relation === 'neutral' ? lead : (firstBest(parts, (part) => part.scores[relation]) ?? lead)
  const notes = new Set([...speaking.notes, ...(whole?.notes ?? [])])
  return { relation, confidence: scores[relation], scores, rationale: speaking.window.text, notes: [...notes] }
}

export function createStanceJudge({ nli, embedder, settings }: StanceJudgeOptions): StanceJudge {
  const thresholds = { support: settings.support_threshold, refute: settings.refute_threshold }

  async function judgeOne(claim: string, claimVector: Float32Array, text: string, signal?: AbortSignal) {
    const windows = stanceWindows(text)
    const vectors = await embedder.embed(
      windows.map((window) => window.text),
      signal,
    )
    const measured = windows.map((window, index) => {
      const vector = vectors[index]
      return { window, similarity: vector === undefined ? 0 : dot(claimVector, vector) }
    })
    const nearest = measured
      .filter(({ window }) => window.kind !== 'whole')
      .sort((a, b) => b.similarity - a.similarity)
      .slice(0, ASKED_WINDOWS)
    const asked = [...nearest, ...measured.filter(({ window }) => window.kind === 'whole')]
    const scores = await nli.judge(
      asked.map(({ window }) => ({ evidence: window.text, claim })),
      signal,
    )
    const judged = asked.flatMap(({ window, similarity }, index): JudgedWindow[] => {
      const model = scores[index]
      if (model === undefined) return []
      const japanese = isJapanese(claim) || isJapanese(window.text)
      const facts = { model, similarity, signals: readSignals(claim, window.text), japanese }
      return [{ window, ...fuseWindow(facts, thresholds) }]
    })
    return aggregate(judged, thresholds)
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
