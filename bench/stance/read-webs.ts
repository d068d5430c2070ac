import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { openPairReader } from './read-pairs.ts'
import { heldOutPairs } from './webs.ts'
import { openWorldPairs } from './world-pairs.ts'

/**
 * The judge's readings of the pairs of the open worlds and of the held-out webs, for fit.ts: `node
 * bench/stance/read-webs.ts --out reads.jsonl --step 2 folder [folder ...]`. Every `step`-th pair of a web is read.
 * `--questions`: with the texts that were asked, for recipe/world_tune.py.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    out: { type: 'string' },
    step: { type: 'string', default: '1' },
    questions: { type: 'boolean', default: false },
    model: { type: 'string', default: 'lyra-reader-mini' },
  },
})
if (values.out === undefined) throw new Error('--out is needed')
const { embedder, read } = openPairReader(values.model)
const rows: string[] = []
const webs = positionals.flatMap(heldOutPairs).filter((_, at) => at % Number(values.step) === 0)
const pairs = [...(await openWorldPairs(embedder)), ...webs]
for (const pair of pairs) {
  const row = await read(pair)
  if (row !== null) rows.push(JSON.stringify(values.questions ? row : { ...row, q: undefined }))
  if (rows.length % 500 === 0) process.stderr.write(`${rows.length} of ${pairs.length}\n`)
}
writeFileSync(values.out, `${rows.join('\n')}\n`)
