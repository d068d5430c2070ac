import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { defaultSettings } from '../../src/domain/settings.ts'
import { isJapanese } from '../../src/judge/rules/words.ts'
import { STANCE_FEATURES } from '../../src/judge/stance-features.ts'
import { fuseFragment } from '../../src/judge/stance-score.ts'
import type { StanceWeights } from '../../src/judge/stance-weights.ts'
import { fitLogistic, type Sample, type Weights } from './logistic.ts'
import { type Kind, loadReadings, type MeasuredReading, measure } from './readings.ts'
import { readScifact } from './scifact.ts'
import { brier, calibrationError, figuresOf, macroF1, RELATIONS } from './score.ts'

/**
 * Fits src/judge/stance-weights.ts on SciFact train and the written topics: `node bench/stance/fit.ts --reads
 * reads.jsonl.gz --plan topics-plan.jsonl.gz [--data folder]`. The readings are the model's logits
 * (models/lyra-stance-mini/recipe/train.py); those of the tuned model come from five-fold copies that had seen neither
 * the claim nor any abstract it cites, nor the topic. Held-out topics are left out.
 */
const SHARE: Readonly<Record<Kind, number>> = { gold: 1, abs: 0.3, ret: 0.02, topic: 0.03 }
const CLASS = [1.2, 1.4, 1] as const
const RIDGE = 20
/** Of the tuned model the ridge pulls towards its own answer: the pairs are few for so many features. */
const MODEL_ALONE: Weights = STANCE_FEATURES.map((name) =>
  name === 'wholeSupports' ? [1, 0] : name === 'wholeRefutes' ? [0, 1] : [0, 0],
)

const { values } = parseArgs({
  options: {
    reads: { type: 'string' },
    plan: { type: 'string' },
    temperature: { type: 'string', default: '1.6' },
    data: { type: 'string', default: process.env.LYRA_DATA ?? '../shared/data' },
  },
})
const scifact = readScifact(resolve(import.meta.dirname, '..', '..', values.data))
if (values.reads === undefined || scifact === null) throw new Error('--reads and the SciFact folder are needed')
const readings = loadReadings(values.reads, scifact, values.plan).filter(({ fold }) => fold >= 0)

const numbersOf = ({ features }: MeasuredReading) => STANCE_FEATURES.map((name) => features[name])

function fitOn(part: readonly MeasuredReading[], start: Weights): Weights {
  const samples = part.map((row): Sample => ({ x: numbersOf(row), y: row.y, weight: SHARE[row.kind] * CLASS[row.y] }))
  return fitLogistic(samples, RIDGE, start, 300)
}

function named(weights: Weights): StanceWeights {
  const names = [...STANCE_FEATURES, 'bias'] as const
  return Object.fromEntries(names.map((name, at) => [name, weights[at] ?? [0, 0]])) as unknown as StanceWeights
}

/** What the judge would say, rules included; the second opinion of the other model is not in it. */
function verdicts(part: readonly (MeasuredReading & { readonly weights: StanceWeights })[], bar: number) {
  return part.map((row) => {
    const japanese = isJapanese(row.claim) || isJapanese(row.joined)
    const { relation, scores } = fuseFragment({ ...row, japanese }, row.weights, { support: bar, refute: bar })
    return { label: RELATIONS[row.y], said: relation, scores }
  })
}

function report(name: string, part: Parameters<typeof verdicts>[0]): void {
  for (const bar of [0.5, defaultSettings.judgement.support_threshold, 0.6]) {
    const judged = verdicts(part, bar)
    const s = figuresOf(judged, 'supports')
    const r = figuresOf(judged, 'refutes')
    const line = [macroF1(judged), s.precision, s.recall, r.precision, r.recall].map((v) => v.toFixed(3)).join(' ')
    process.stderr.write(
      `${name} at ${bar} (${judged.length}): macro-F1, supports p r, refutes p r ${line}; Brier ${brier(judged).toFixed(3)} ECE ${calibrationError(judged).toFixed(3)}\n`,
    )
  }
}

for (const [model, which, temperature, start] of [
  ['lyra-stance-mini', 'tuned', Number(values.temperature), MODEL_ALONE],
  ['lyra-nli-mini', 'untuned', 2.1, []],
] as const) {
  const measured = readings.flatMap((reading) => measure(reading, which, temperature) ?? [])
  const held = [0, 1, 2, 3, 4].flatMap((fold) => {
    const weights = named(
      fitOn(
        measured.filter((row) => row.fold !== fold),
        start,
      ),
    )
    return measured.filter((row) => row.fold === fold).map((row) => ({ ...row, weights }))
  })
  const of = (kind: Kind) => held.filter((row) => row.kind === kind)
  report(`${model} gold sentences`, of('gold'))
  for (const depth of [2, 5])
    report(
      `${model} retrieved@${depth}`,
      held.filter(({ kind, rank }) => (kind === 'abs' || kind === 'ret') && rank >= 0 && rank < depth),
    )
  const topics = of('topic')
  report(
    `${model} topics, English`,
    topics.filter(({ language }) => language === 'en'),
  )
  report(
    `${model} topics, Japanese`,
    topics.filter(({ language }) => language !== 'en'),
  )
  const final = named(fitOn(measured, start))
  process.stdout.write(`  '${model}': {\n`)
  for (const [name, pair] of Object.entries(final))
    process.stdout.write(`    ${name}: [${pair.map((v) => v.toFixed(3)).join(', ')}],\n`)
  process.stdout.write('  },\n')
}
