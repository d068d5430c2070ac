import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { gunzipSync } from 'node:zlib'
import { softmax } from '../../src/infer/nli.ts'
import { measureFragment, STANCE_FEATURES } from '../../src/infer/stance-features.ts'
import { fitLogistic, probabilities, type Sample, type Weights } from './logistic.ts'
import { readScifact } from './scifact.ts'
import { brier, calibrationError, figuresOf, macroF1, RELATIONS } from './score.ts'

/**
 * Fits src/infer/stance-weights.ts on SciFact train: `node bench/stance/fit.ts --reads reads.jsonl.gz [--data folder]`.
 * The readings are the model's logits for every train claim with its gold sentences, its cited abstracts and ten retrieved
 * ones; those of the tuned model come from five-fold copies that had seen neither the claim nor any abstract it cites
 * (models/lyra-stance-mini/recipe/train.py).
 */
interface Row {
  readonly c: number
  readonly d: number
  readonly k: 'gold' | 'abs' | 'ret'
  readonly y: number
  readonly at: readonly number[]
  readonly o: readonly number[]
  readonly cos: readonly number[]
  readonly rank?: number
  readonly f: number
  /** Logits of the tuned and of the untuned model: up to three sentences, joined, whole, reversed. */
  readonly z: readonly (readonly number[])[]
  readonly b: readonly (readonly number[])[]
}

interface Measured extends Row {
  readonly x: readonly number[]
}

const SHARE = { gold: 1, abs: 0.3, ret: 0.02 } as const
const CLASS = [1.2, 1.4, 1] as const
const WHOLE_LIMIT = 1200
/** Of the tuned model the ridge pulls towards its own answer: 1,100 pairs are few for so many features. */
const MODEL_ALONE: Weights = STANCE_FEATURES.map((name) =>
  name === 'wholeSupports' ? [1, 0] : name === 'wholeRefutes' ? [0, 1] : [0, 0],
)

const { values } = parseArgs({
  options: { reads: { type: 'string' }, data: { type: 'string', default: process.env.LYRA_DATA ?? '../shared/data' } },
})
const scifact = readScifact(resolve(import.meta.dirname, '..', '..', values.data))
if (values.reads === undefined || scifact === null) throw new Error('--reads and the SciFact folder are needed')
const claims = new Map(scifact.train.map(({ id, claim }) => [id, claim]))
const abstracts = scifact.abstracts
const rows = gunzipSync(readFileSync(values.reads))
  .toString('utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Row)

function measure(row: Row, which: 'z' | 'b', temperature: number): readonly number[] {
  const text = abstracts.get(row.d) ?? []
  const score = (at: number) => {
    const [supports = 0, refutes = 0, neutral = 1] = softmax([...(row[which][at] ?? [])], temperature)
    return { supports, refutes, neutral }
  }
  const sentence = (at: number) => text[row.at[at] ?? -1] ?? ''
  const count = row.o.length
  const inOrder = [...row.o.slice(0, 2)].sort((a, b) => a - b)
  const whole = row.at.map((at) => text[at] ?? '').join(' ')
  const measured = measureFragment(claims.get(row.c) ?? '', {
    sentences: row.o.map((at, index) => ({
      text: sentence(at),
      similarity: row.cos[at] ?? 0,
      model: score(index),
    })),
    joined: { text: inOrder.map(sentence).join(' '), model: score(count) },
    whole: score(whole.length <= WHOLE_LIMIT ? count + 1 : count),
    reversed: score(count + 2),
  })
  return STANCE_FEATURES.map((name) => measured?.features[name] ?? 0)
}

function fitOn(part: readonly Measured[], ridge: number, start: Weights): Weights {
  const samples = part.map(
    (row): Sample => ({ x: row.x, y: row.y, weight: SHARE[row.k] * (CLASS[row.y as 0 | 1 | 2] ?? 1) }),
  )
  return fitLogistic(samples, ridge, start, 300)
}

for (const [model, which, temperature, ridge, start] of [
  ['lyra-stance-mini', 'z', 1.8, 20, MODEL_ALONE],
  ['lyra-nli-mini', 'b', 2.1, 20, []],
] as const) {
  const measured = rows.map((row): Measured => ({ ...row, x: measure(row, which, temperature) }))
  const held: (Measured & { p: readonly [number, number, number] })[] = []
  for (let fold = 0; fold < 5; fold += 1) {
    const weights = fitOn(
      measured.filter((row) => row.f !== fold),
      ridge,
      start,
    )
    for (const row of measured) if (row.f === fold) held.push({ ...row, p: probabilities(weights, row.x) })
  }
  const report = (name: string, part: typeof held, support: number, refute: number) => {
    const judged = part.map(({ p, y }) => ({
      label: RELATIONS[y] ?? 'neutral',
      said:
        p[0] >= p[1] ? (p[0] >= support ? 'supports' : 'neutral') : p[1] >= refute ? 'refutes' : ('neutral' as const),
      scores: { supports: p[0], refutes: p[1], neutral: p[2] },
    })) as { label: (typeof RELATIONS)[number]; said: (typeof RELATIONS)[number]; scores: never }[]
    const s = figuresOf(judged, 'supports')
    const r = figuresOf(judged, 'refutes')
    const line = [macroF1(judged), s.precision, s.recall, r.precision, r.recall].map((v) => v.toFixed(3)).join(' ')
    process.stderr.write(
      `${model} ${name} at ${support}/${refute}: macro-F1, supports p r, refutes p r ${line}; Brier ${brier(judged).toFixed(3)} ECE ${calibrationError(judged).toFixed(3)}\n`,
    )
  }
  const gold = held.filter((row) => row.k === 'gold')
  for (const support of [0.45, 0.5, 0.55, 0.6])
    for (const refute of [0.5, 0.55, 0.6]) report('gold', gold, support, refute)
  for (const depth of [1, 2, 5])
    for (const bar of [0.5, 0.6, 0.7]) {
      const near = held.filter((row) => row.k !== 'gold' && (row.rank ?? -1) >= 0 && (row.rank ?? -1) < depth)
      report(`retrieved@${depth}`, near, bar, bar)
    }
  const final = fitOn(measured, ridge, start)
  const names = [...STANCE_FEATURES, 'bias']
  process.stdout.write(`  '${model}': {\n`)
  for (const [index, name] of names.entries())
    process.stdout.write(`    ${name}: [${(final[index] ?? [0, 0]).map((v) => v.toFixed(3)).join(', ')}],\n`)
  process.stdout.write('  },\n')
}
