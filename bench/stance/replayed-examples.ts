import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { hiddenBytes } from '../../src/human/learning/replayed-examples.ts'
import { isDecidedByCode } from '../../src/judge/learned-stance.ts'
import { STANCE_FEATURES } from '../../src/judge/stance-features.ts'
import { openPairJudge } from './judge-pairs.ts'
import { heldOutPairs } from './webs.ts'

/**
 * Writes models/lyra-reader-mini/base-examples.json, which learning from corrections replays: `node
 * bench/stance/replayed-examples.ts folder [folder ...]`, the folders being those of the written webs. Signals and
 * hidden layers of every fourth pair of the held-out webs (no pair of a world), and readings of held-out written
 * sentences. To be run again whenever model.onnx has changed, after recipe/add-hidden.ts.
 */
const MODEL = join(import.meta.dirname, '..', '..', 'models', 'lyra-reader-mini')
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { out: { type: 'string', default: join(MODEL, 'base-examples.json') }, model: { type: 'string' } },
})
if (positionals.length === 0) throw new Error('a folder of written webs is needed')
const EVERY = 4
const [CHECKABLE, DEPENDENT] = ['C', 'D']

interface Labelled {
  readonly before: string
  readonly text: string
  readonly label: string
}

const { reader, judge } = openPairJudge(values.model)
const stance: (readonly number[])[] = []
const layers: Float32Array[] = []
const names = new Set<string>()
for (const pair of positionals.flatMap(heldOutPairs).filter((_, at) => at % EVERY === 0)) {
  const verdict = await judge(pair)
  if (verdict?.signals == null || isDecidedByCode(verdict)) continue
  stance.push([pair.y, ...verdict.signals.map((value) => Number(value.toFixed(3)))])
  if (verdict.hidden === undefined) continue
  names.add(verdict.hidden.layer)
  layers.push(verdict.hidden.values)
}
const [layer] = names
if (layer === undefined || layers.length !== stance.length)
  throw new Error('the reader gives no hidden layer out: run recipe/add-hidden.ts first')

const lines = (name: string) =>
  readFileSync(join(MODEL, 'recipe', `${name}.jsonl`), 'utf8')
    .trim()
    .split('\n')
const held = ['sentences-en', 'sentences-ja', 'negatives'].flatMap((name) =>
  lines(name)
    .map((line) => JSON.parse(line) as Labelled)
    .filter((_, at) => (name === 'negatives' ? at % 8 === 7 : at % 6 === 5)),
)
const readings = await reader.readSentences(held)
const claims = held.map(({ label }, at) => {
  const probabilities = Object.values(readings[at] ?? {}).map((value) => Number(value.toFixed(4)))
  return [label === CHECKABLE || label === DEPENDENT ? 0 : 1, ...probabilities]
})
const hidden = { layer, width: layers[0]?.length ?? 0, rows: hiddenBytes(layers) }
writeFileSync(values.out, `${JSON.stringify({ features: STANCE_FEATURES, stance, claims, hidden })}\n`)
process.stdout.write(`${stance.length} pairs with ${layer}, ${claims.length} sentences\n`)
