import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { openPairReader } from './read-pairs.ts'
import { smallWorlds } from './told-worlds.ts'
import { heldOutPairs } from './webs.ts'
import { wholeWorldPairs, worldPairs } from './world-pairs.ts'

/**
 * The judge's readings of the pairs of worlds and of the held-out webs, for fit.ts: `node bench/stance/read-webs.ts
 * --out reads.jsonl --step 2 folder [folder ...]`. Every `step`-th pair of a web is read. `--worlds folder`: small
 * worlds beside the open ones, with as many unlisted neighbours of a statement as `--nearest` says: more is noise where
 * statements are few and near. `--questions`: for recipe/world_tune.py, with the texts that are asked and unread.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    out: { type: 'string' },
    step: { type: 'string', default: '1' },
    worlds: { type: 'string' },
    questions: { type: 'boolean', default: false },
    model: { type: 'string', default: 'lyra-reader-mini' },
    nearest: { type: 'string', default: '2' },
  },
})
if (values.out === undefined) throw new Error('--out is needed')
const { embedder, read } = openPairReader(values.questions ? null : values.model)
const rows: string[] = []
const webs = positionals.flatMap(heldOutPairs).filter((_, at) => at % Number(values.step) === 0)
const pairs = [...webs, ...(await wholeWorldPairs(embedder))]
if (values.worlds !== undefined)
  for (const world of smallWorlds(values.worlds))
    pairs.push(...(await worldPairs(embedder, world, Number(values.nearest))))
for (const pair of pairs) {
  const row = await read(pair)
  if (row !== null) rows.push(JSON.stringify(values.questions ? row : { ...row, q: undefined, figures: undefined }))
  if (rows.length % 500 === 0) process.stderr.write(`${rows.length} of ${pairs.length}\n`)
}
writeFileSync(values.out, `${rows.join('\n')}\n`)
