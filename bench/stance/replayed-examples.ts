import { readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { STANCE_FEATURES, type StanceFeatures, signalsOf } from '../../src/judge/stance-features.ts'
import { createReader } from '../../src/models/reader.ts'
import type { WebPair } from './webs.ts'

/**
 * Writes models/lyra-reader-mini/base-examples.json, which learning from corrections replays: signals of pairs of the
 * held-out webs (`--reads`, see read-webs.ts; no pair of a world), and readings of held-out written sentences.
 */
const { values } = parseArgs({ options: { reads: { type: 'string' }, out: { type: 'string' } } })
if (values.reads === undefined || values.out === undefined) throw new Error('--reads and --out are needed')
const RECIPE = join(import.meta.dirname, '..', '..', 'models', 'lyra-reader-mini', 'recipe')
const EVERY = 2
const [CHECKABLE, DEPENDENT] = ['C', 'D']

interface Labelled {
  readonly before: string
  readonly text: string
  readonly label: string
}

const lines = (file: string) => readFileSync(file, 'utf8').trim().split('\n')
const pairs = lines(values.reads)
  .map((line) => JSON.parse(line) as WebPair & { features: StanceFeatures })
  .filter(({ kind }) => kind === 'sentences' || kind === 'pages')
  .filter((_, at) => at % EVERY === 0)
const stance = pairs.map(({ y, features }) => [y, ...signalsOf(features).map((value) => Number(value.toFixed(3)))])

const reader = createReader({ home: tmpdir(), threads: 2, model: 'lyra-reader-mini' })
const held = ['sentences-en', 'sentences-ja', 'negatives'].flatMap((name) =>
  lines(join(RECIPE, `${name}.jsonl`))
    .map((line) => JSON.parse(line) as Labelled)
    .filter((_, at) => (name === 'negatives' ? at % 8 === 7 : at % 6 === 5)),
)
const readings = await reader.readSentences(held)
const claims = held.map(({ label }, at) => {
  const probabilities = Object.values(readings[at] ?? {}).map((value) => Number(value.toFixed(4)))
  return [label === CHECKABLE || label === DEPENDENT ? 0 : 1, ...probabilities]
})
writeFileSync(values.out, `${JSON.stringify({ features: STANCE_FEATURES, stance, claims })}\n`)
process.stdout.write(`${stance.length} pairs, ${claims.length} sentences\n`)
