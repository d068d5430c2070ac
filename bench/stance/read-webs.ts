import { writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { parseArgs } from 'node:util'
import { planCases, secondPairs } from '../../src/judge/stance-cases.ts'
import { measureFirst, measureSecond } from '../../src/judge/stance-features.ts'
import { createEmbedder } from '../../src/models/embedder.ts'
import { createReader } from '../../src/models/reader.ts'
import { heldOutPairs } from './webs.ts'
import { openWorldPairs } from './world-pairs.ts'

/**
 * The judge's readings of the pairs of the open worlds and of the held-out webs, for fit.ts: `node
 * bench/stance/read-webs.ts --out reads.jsonl --step 2 folder [folder ...]`. Every `step`-th pair of a web is read.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    out: { type: 'string' },
    step: { type: 'string', default: '1' },
    model: { type: 'string', default: 'lyra-reader-mini' },
  },
})
if (values.out === undefined) throw new Error('--out is needed')
const places = { home: tmpdir(), threads: 2 }
const embedder = createEmbedder({ ...places, model: 'lyra-embed-mini', remember: 20_000 })
const reader = createReader({ ...places, model: values.model })

const rows: string[] = []
const webs = positionals.flatMap(heldOutPairs).filter((_, at) => at % Number(values.step) === 0)
const pairs = [...(await openWorldPairs(embedder)), ...webs]
for (const { passage, ...pair } of pairs) {
  const [one] = await planCases(
    { embedder, reader, isSpeech: async (sentences) => sentences.map(() => false) },
    pair.claim,
    [{ id: 'passage', ...passage }],
    undefined,
    () => true,
  )
  if (one === undefined || one === null) continue
  const { asked, measured } = one
  const [model, reverse, alone] = await reader.judge([
    asked.pairOf(asked.wholeText),
    ...secondPairs(asked, pair.claim.text),
  ])
  if (model === undefined || reverse === undefined || alone === undefined) continue
  const features = measureSecond(measureFirst({ ...measured, model }), { reverse, alone })
  rows.push(JSON.stringify({ ...pair, passage, features }))
  if (rows.length % 500 === 0) process.stderr.write(`${rows.length} of ${pairs.length}\n`)
}
writeFileSync(values.out, `${rows.join('\n')}\n`)
