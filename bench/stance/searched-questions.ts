import { readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { openPairReader } from './read-pairs.ts'
import { searchedPairs } from './searched-pairs.ts'

/**
 * What the judge asks about the pairs that searches showed it, for a reader that is still to be trained
 * (recipe/search_tune.py): `node bench/stance/searched-questions.ts --homes homes.jsonl --out questions.jsonl`.
 */
const { values } = parseArgs({ options: { homes: { type: 'string' }, out: { type: 'string' } } })
if (values.homes === undefined || values.out === undefined) throw new Error('--homes and --out are needed')
const { read } = openPairReader(null)
const rows: string[] = []
for (const line of readFileSync(values.homes, 'utf8').trim().split('\n'))
  for (const { features, said, right, world, pair } of searchedPairs(JSON.parse(line))) {
    const { claim, passage } = pair
    const web = { web: world, language: '', kind: 'world', y: 2, claim, passage } as const
    const asked = await read(web)
    if (asked === null) continue
    const { q, figures } = asked
    rows.push(JSON.stringify({ world, said, right, features, pair, q, figures }))
  }
writeFileSync(values.out, `${rows.join('\n')}\n`)
