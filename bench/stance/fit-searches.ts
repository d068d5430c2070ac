import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { CHEAP_FEATURES, FIRST_FEATURES, STANCE_FEATURES, type StanceFeature } from '../../src/judge/stance-features.ts'
import { fitLogistic, probabilities, type Weights } from './logistic.ts'
import { RELATIONS } from './score.ts'
import { type SearchedPair, searchedPairs } from './searched-pairs.ts'

/**
 * Fits src/judge/stance-weights.ts on the pairs that searches show the judge:
 * `node bench/stance/fit-searches.ts --homes homes.jsonl` (bench/worlds/play.ts --every-candidate writes them).
 * Every figure leaves the world out that it is of.
 */
const { values } = parseArgs({ options: { homes: { type: 'string' }, steps: { type: 'string', default: '300' } } })
if (values.homes === undefined) throw new Error('--homes is needed')
const RIDGE = 1
const steps = Number(values.steps)
const print = (text: string) => process.stdout.write(`${text}\n`)

const pairs = readFileSync(values.homes, 'utf8')
  .trim()
  .split('\n')
  .flatMap((line) => searchedPairs(JSON.parse(line)))
const worlds = [...new Set(pairs.map(({ world }) => world))]

function fitted(some: readonly SearchedPair[], names: readonly StanceFeature[]): Weights {
  const samples = some.map(({ features, right }) => {
    return { x: names.map((name) => features[name]), y: RELATIONS.indexOf(right), weight: 1 }
  })
  return fitLogistic(
    samples,
    RIDGE,
    names.map(() => [0, 0]),
    steps,
  )
}

/** Each pair by weights that have not seen its world. */
function leftOut(names: readonly StanceFeature[]) {
  return worlds.flatMap((world) => {
    const weights = fitted(
      pairs.filter((pair) => pair.world !== world),
      names,
    )
    return pairs
      .filter((pair) => pair.world === world)
      .map((pair) => ({
        pair,
        p: probabilities(
          weights,
          names.map((name) => pair.features[name]),
        ),
      }))
  })
}

type Judged = ReturnType<typeof leftOut>
const share = (hits: number, of: number) => (of === 0 ? '-' : (hits / of).toFixed(3))
const rightOnes = (judged: Judged, relation: string) => judged.filter(({ pair }) => pair.right === relation).length

function table(judged: Judged, what: string): void {
  for (const [side, relation] of ['supports', 'refutes'].entries()) {
    const all = rightOnes(judged, relation)
    const said = judged.filter(({ pair }) => pair.said === relation)
    print(`${what} ${relation}: ${all}; said right ${share(rightOnes(said, relation), said.length)} of ${said.length}`)
    for (const bar of [0.2, 0.25, 0.3, 0.35, 0.4, 0.5, 0.6, 0.7, 0.8]) {
      const over = judged.filter(({ p }) => (p[side] ?? 0) >= bar && (p[side] ?? 0) >= (p[1 - side] ?? 0))
      const hits = rightOnes(over, relation)
      print(`  from ${bar}: right ${share(hits, over.length)} of ${over.length}, found ${share(hits, all)}`)
    }
  }
}

/** What a gate leaves unread, and how many of the right verdicts go with it. */
function gate(judged: Judged, what: string, bars: readonly number[]): void {
  for (const bar of bars) {
    const kept = judged.filter(({ p }) => p[2] < bar)
    const of = (relation: string) => share(rightOnes(kept, relation), rightOnes(judged, relation))
    print(`${what} below ${bar}: ${share(kept.length, judged.length)}, ${of('supports')} and ${of('refutes')} kept`)
  }
}

const judged = leftOut(STANCE_FEATURES)
for (const world of worlds)
  table(
    judged.filter(({ pair }) => pair.world === world),
    world,
  )
table(judged, 'all')
gate(leftOut(CHEAP_FEATURES), 'before any reading', [0.95, 0.97, 0.98, 0.985, 0.99])
gate(leftOut(FIRST_FEATURES), 'after one reading', [0.9, 0.95, 0.97, 0.98])
for (const names of [CHEAP_FEATURES, FIRST_FEATURES, STANCE_FEATURES]) {
  const weights = fitted(pairs, names)
  print('')
  for (const [at, name] of [...names, 'bias'].entries())
    print(`  ${name}: [${(weights[at] ?? [0, 0]).map((value) => Number(value.toFixed(3))).join(', ')}],`)
}
