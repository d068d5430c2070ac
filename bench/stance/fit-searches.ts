import { parseArgs } from 'node:util'
import { CHEAP_FEATURES, FIRST_FEATURES, STANCE_FEATURES, type StanceFeature } from '../../src/judge/stance-features.ts'
import { fitLogistic, probabilities, type Weights } from './logistic.ts'
import { RELATIONS } from './score.ts'
import { readTold, type ToldSentence } from './told-readings.ts'

/**
 * Fits src/judge/stance-weights.ts on the sentences that searches show the judge, each read by a reader that was not
 * taught its world: `node bench/stance/fit-searches.ts --folder F` (told-readings.ts says what lies there).
 * Every figure leaves the world out that it is of. A passage says what its loudest sentence says.
 */
const { values } = parseArgs({ options: { folder: { type: 'string' }, steps: { type: 'string', default: '300' } } })
if (values.folder === undefined) throw new Error('--folder is needed')
const RIDGE = 1
const steps = Number(values.steps)
const print = (text: string) => process.stdout.write(`${text}\n`)

const sentences = readTold(values.folder)
const read = sentences.filter(({ features }) => features !== null)
const worlds = [...new Set(sentences.map(({ world }) => world))]

type Measured = Readonly<Record<StanceFeature, number>>
const valuesOf = ({ features, cheap }: ToldSentence, names: readonly StanceFeature[]) =>
  names.map((name) => (features ?? (cheap as Partial<Measured>))[name] ?? 0)

function fitted(some: readonly ToldSentence[], names: readonly StanceFeature[]): Weights {
  const samples = some.map((one) => ({ x: valuesOf(one, names), y: RELATIONS.indexOf(one.right), weight: 1 }))
  return fitLogistic(
    samples,
    RIDGE,
    names.map(() => [0, 0]),
    steps,
  )
}

/** Each sentence by weights that have not seen its world. */
function leftOut(some: readonly ToldSentence[], names: readonly StanceFeature[]) {
  return worlds.flatMap((world) => {
    const weights = fitted(
      some.filter((one) => one.world !== world),
      names,
    )
    const own = some.filter((one) => one.world === world)
    return own.map((one) => ({ one, p: probabilities(weights, valuesOf(one, names)) }))
  })
}

type Judged = ReturnType<typeof leftOut>
const share = (hits: number, of: number) => (of === 0 ? '-' : (hits / of).toFixed(3))
const rightOnes = (judged: Judged, relation: string) => judged.filter(({ one }) => one.right === relation).length

/** Of each passage the sentence that speaks loudest. */
function loudest(judged: Judged): Judged {
  const best = new Map<string, Judged[number]>()
  const loudness = ({ p }: Judged[number]) => Math.max(p[0], p[1])
  for (const each of judged) {
    const before = best.get(each.one.edge)
    if (before === undefined || loudness(each) > loudness(before)) best.set(each.one.edge, each)
  }
  return [...best.values()]
}

function table(judged: Judged, what: string): void {
  const said = loudest(judged)
  for (const [side, relation] of ['supports', 'refutes'].entries()) {
    const all = new Set(judged.filter(({ one }) => one.right === relation).map(({ one }) => one.edge)).size
    print(`${what} ${relation}: ${all} passages`)
    for (const bar of [0.2, 0.25, 0.3, 0.35, 0.4, 0.5, 0.6, 0.7, 0.8]) {
      const over = said.filter(({ p }) => (p[side] ?? 0) >= bar && (p[side] ?? 0) >= (p[1 - side] ?? 0))
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

const judged = leftOut(read, STANCE_FEATURES)
for (const world of worlds)
  table(
    judged.filter(({ one }) => one.world === world),
    world,
  )
table(judged, 'all')
gate(leftOut(sentences, CHEAP_FEATURES), 'before any reading', [0.97, 0.98, 0.985, 0.99, 0.993])
gate(leftOut(read, FIRST_FEATURES), 'after one reading', [0.9, 0.95, 0.97, 0.98])
for (const [names, some] of [
  [CHEAP_FEATURES, sentences],
  [FIRST_FEATURES, read],
  [STANCE_FEATURES, read],
] as const) {
  const weights = fitted(some, names)
  print('')
  for (const [at, name] of [...names, 'bias'].entries())
    print(`  ${name}: [${(weights[at] ?? [0, 0]).map((value) => Number(value.toFixed(3))).join(', ')}],`)
}
