import { parseArgs } from 'node:util'
import { BARE_FEATURES, STANCE_FEATURES } from '../../src/judge/stance-features.ts'
import { NO_CONTEXT } from '../../src/judge/text-context.ts'
import { fitLogistic, probabilities, type Sample, type Weights } from './logistic.ts'
import { openPairReader } from './read-pairs.ts'
import { figuresOf, macroF1, RELATIONS } from './score.ts'
import { heldOutPairs } from './webs.ts'

/**
 * Fits BARE_WEIGHTS of src/judge/stance-weights.ts: `node bench/stance/fit-bare.ts --step 2 folder [folder ...]`, the
 * folders being those of the written webs. The held-out webs are read without their titles; the figures are of folds
 * that leave out one file.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { step: { type: 'string', default: '2' } },
})
const RIDGE = 1
/** In a written web fewer pairs are neutral than where somebody gives two sentences to be compared. */
const SHARES = [1, 1, 0.5]
const { read } = openPairReader()
const rows: { readonly fold: string; readonly y: 0 | 1 | 2; readonly x: readonly number[] }[] = []
for (const pair of positionals.flatMap(heldOutPairs).filter((_, at) => at % Number(values.step) === 0)) {
  const bare = ({ text }: { readonly text: string }) => ({ text, context: NO_CONTEXT })
  const one = await read({ ...pair, claim: bare(pair.claim), passage: bare(pair.passage) })
  if (one === null) continue
  const x = BARE_FEATURES.map((name) => one.features[name])
  rows.push({ fold: pair.web.split(':')[0] ?? '', y: pair.y, x })
}
const none: Weights = STANCE_FEATURES.slice(0, BARE_FEATURES.length).map(() => [0, 0])
function fitted(some: typeof rows, steps: number): Weights {
  const samples = some.map(({ x, y }): Sample => ({ x, y, weight: SHARES[y] ?? 1 }))
  return fitLogistic(samples, RIDGE, none, steps)
}
const print = (text: string) => process.stdout.write(`${text}\n`)
const judged = [...new Set(rows.map(({ fold }) => fold))].flatMap((fold) => {
  const weights = fitted(
    rows.filter((row) => row.fold !== fold),
    250,
  )
  return rows
    .filter((row) => row.fold === fold)
    .map(({ x, y }) => {
      const p = probabilities(weights, x)
      return { label: RELATIONS[y], said: RELATIONS[p.indexOf(Math.max(...p)) as 0 | 1 | 2] }
    })
})
const [s, r] = [figuresOf(judged, 'supports'), figuresOf(judged, 'refutes')]
const figures = [macroF1(judged), s.precision, s.recall, r.precision, r.recall]
print(`${rows.length} pairs: macro-F1, S P R, R P R ${figures.map((value) => value.toFixed(3)).join(' ')}`)
const weights = fitted(rows, 400)
for (const [at, name] of [...BARE_FEATURES, 'bias'].entries())
  print(`  ${name}: [${(weights[at] ?? [0, 0]).map((value) => value.toFixed(3)).join(', ')}],`)
