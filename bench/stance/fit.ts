import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { defaultSettings } from '../../src/domain/settings.ts'
import {
  CHEAP_FEATURES,
  FIRST_FEATURES,
  STANCE_FEATURES,
  type StanceFeature,
  type StanceFeatures,
} from '../../src/judge/stance-features.ts'
import { relationOf } from '../../src/judge/stance-score.ts'
import { fitLogistic, probabilities, type Sample, type Weights } from './logistic.ts'
import { calibrationError, figuresOf, macroF1, RELATIONS } from './score.ts'
import type { WebPair } from './webs.ts'

/**
 * Fits the fusion on listed pairs, of the open worlds and of webs that the reader was not trained on. The weights in
 * force are of fit-searches.ts; this tells what a reader is worth pair by pair:
 * `node bench/stance/fit.ts --reads reads.jsonl` (read-webs.ts writes them). Every figure is of folds that leave out
 * one world, or one file of webs; each line after the first leaves features out (not with `--quick`).
 */
const { values } = parseArgs({ options: { reads: { type: 'string' }, quick: { type: 'boolean', default: false } } })
if (values.reads === undefined) throw new Error('--reads is needed')

interface Row extends WebPair {
  readonly features: StanceFeatures
}

const RIDGE = 1
/** Traps count more, since a search meets more neutral pairs than the truth lists. */
const SHARE: Readonly<Record<WebPair['kind'], number>> = {
  ...{ sentences: 0.6, pages: 0.4, world: 1, near: 1.5, unlisted: 0.8, alike: 0.1 },
}
/** Small worlds are many, and what they do not list is often related all the same. */
const shareOf = ({ web, kind }: Pick<Row, 'web' | 'kind'>) =>
  isSmall(web) ? SHARE[kind] * (kind === 'unlisted' ? 0.05 : 0.25) : SHARE[kind]
const NOTHING: Weights = STANCE_FEATURES.map(() => [0, 0])

const rows = readFileSync(values.reads, 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Row)
/** A world by itself; small worlds and webs by the file they stand in. */
const isSmall = (web: string) => web.includes(':') && !web.includes('.jsonl:')
const foldOf = ({ web }: Row) => web.split(':')[0] ?? web
const folds = [...new Set(rows.map(foldOf))]
const isWorld = ({ kind }: Row) => kind !== 'sentences' && kind !== 'pages'

function fitted(some: readonly Row[], names: readonly StanceFeature[], steps: number): Weights {
  const samples = some.map((row): Sample => {
    return { x: names.map((name) => row.features[name]), y: row.y, weight: shareOf(row) }
  })
  return fitLogistic(samples, RIDGE, NOTHING.slice(0, names.length), steps)
}

function crossed(names: readonly StanceFeature[]) {
  return folds.flatMap((fold) => {
    const weights = fitted(
      rows.filter((row) => foldOf(row) !== fold),
      names,
      250,
    )
    return rows
      .filter((row) => foldOf(row) === fold)
      .map((row) => {
        const x = names.map((name) => row.features[name])
        const [supports, refutes, neutral] = probabilities(weights, x)
        return { row, label: RELATIONS[row.y], scores: { supports, refutes, neutral } }
      })
  })
}

type Crossed = ReturnType<typeof crossed>

function loss(judged: Crossed): number {
  const weight = judged.reduce((sum, { row }) => sum + shareOf(row), 0)
  return judged.reduce((sum, { row, label, scores }) => sum - shareOf(row) * Math.log(scores[label] + 1e-9), 0) / weight
}

const print = (text: string) => process.stdout.write(`${text}\n`)
const { support_threshold: support, refute_threshold: refute } = defaultSettings.judgement
const all = crossed(STANCE_FEATURES)
for (const fold of folds) {
  const judged = all.filter(({ row }) => foldOf(row) === fold && row.kind !== 'unlisted')
  const said = judged.map((one) => ({ ...one, said: relationOf(one.scores, { support, refute }) }))
  const [s, r] = [figuresOf(said, 'supports'), figuresOf(said, 'refutes')]
  const near = said.filter(({ row }) => row.kind === 'near')
  const kept = near.filter((one) => one.said === 'neutral').length / Math.max(near.length, 1)
  const figures = [macroF1(said), s.precision, s.recall, r.precision, r.recall, kept, calibrationError(said)]
  print(`${fold} ${said.length}: macro-F1, S P R, R P R, near kept, ECE ${figures.map((v) => v.toFixed(3)).join(' ')}`)
}
for (const [name, some] of [
  ['open worlds', all.filter(({ row }) => isWorld(row) && !isSmall(row.web))],
  ['small worlds', all.filter(({ row }) => isWorld(row) && isSmall(row.web))],
] as const)
  for (const bar of [0.35, 0.4, 0.45, 0.5, 0.55, 0.6]) {
    const said = some.map((one) => ({ ...one, said: relationOf(one.scores, { support: bar, refute: bar }) }))
    const told = said.filter(({ row }) => row.kind === 'world' || row.kind === 'near')
    const [s, r] = [figuresOf(told, 'supports'), figuresOf(told, 'refutes')]
    const kept = (kind: WebPair['kind']) => {
      const own = said.filter(({ row }) => row.kind === kind)
      return own.filter((one) => one.said === 'neutral').length / Math.max(own.length, 1)
    }
    const figures = [s.precision, s.recall, r.precision, r.recall, kept('near'), kept('unlisted')]
    print(`${name}, bar ${bar}: S P R, R P R, near, unlisted kept ${figures.map((v) => v.toFixed(3)).join(' ')}`)
  }
const worlds = (judged: Crossed) => loss(judged.filter(({ row }) => isWorld(row)))
const webs = (judged: Crossed) => loss(judged.filter(({ row }) => !isWorld(row)))
print(`all: log-loss worlds ${worlds(all).toFixed(4)}, webs ${webs(all).toFixed(4)}`)
const FAMILIES: Readonly<Record<string, readonly StanceFeature[]>> = {
  'everything but the model': STANCE_FEATURES.filter((name) => name !== 'supports' && name !== 'refutes'),
  similarity: ['similarity'],
  'similarity of titles': ['titleSimilarity'],
  'the quantity question': ['figureAgrees', 'figureDiffers'],
  'shared figures': ['figureShared'],
  'other figures': ['figureOther'],
  dates: ['dateFits', 'dateDiffers'],
  'the reading in reverse': ['reverseSupports', 'reverseRefutes'],
  'the reading without context': ['aloneSupports', 'aloneRefutes'],
  'the reading with context': ['supports', 'refutes'],
}
for (const [name, left] of values.quick ? [] : Object.entries(FAMILIES)) {
  const without = crossed(STANCE_FEATURES.filter((feature) => !left.includes(feature)))
  const change = [worlds(without) - worlds(all), webs(without) - webs(all)].map((v) => v.toFixed(4))
  print(`without ${name}: worlds ${change[0]}, webs ${change[1]}`)
}
for (const names of [CHEAP_FEATURES, STANCE_FEATURES.slice(0, FIRST_FEATURES.length), STANCE_FEATURES]) {
  const weights = fitted(rows, names, 400)
  print('')
  for (const [at, name] of [...names, 'bias'].entries())
    print(`  ${name}: [${(weights[at] ?? [0, 0]).map((v) => v.toFixed(3)).join(', ')}],`)
}
