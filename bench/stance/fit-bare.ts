import { parseArgs } from 'node:util'
import { openPairJudge } from './judge-pairs.ts'
import { publicSets } from './public-sets.ts'

/**
 * Fits BARE_SHARPNESS of src/judge/stance-weights.ts: `node bench/stance/fit-bare.ts --data folder`, the folder having
 * the sets under `public`. Per set the figure that the others give, and its calibration error with that; then the
 * figure of all of them, which is the one in force.
 */
const { values } = parseArgs({ options: { data: { type: 'string', default: '../shared/data' } } })
const { reader, stance } = openPairJudge()
const numbers = await publicSets(values.data, { nli: reader, judge: stance }, (line) =>
  process.stderr.write(`${line}\n`),
)
const told = Object.entries(numbers).filter(([name]) => /_(?:sharpness|judge_ece|in_force_ece)$/.test(name))
for (const [name, value] of told) process.stdout.write(`${name} ${Number(value).toFixed(3)}\n`)
