import { readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { weigh } from '../../src/judge/stance-score.ts'
import { CHEAP_WEIGHTS } from '../../src/judge/stance-weights.ts'
import { openSearched } from './searched-sentences.ts'

/**
 * What the judge asks about the sentences that searches showed it, for a reader that is still to be trained
 * (recipe/pair_texts.py): `node bench/stance/searched-questions.ts --homes homes.jsonl --out questions.jsonl`.
 * `gate` is how surely a pair says nothing before anything is read. Whether two figures are of the same quantity is
 * asked of the reader in force, or of `--reader NAME` under `--models HOME`: one that was taught these worlds would be
 * trusted too far by the fusion.
 */
const text = { type: 'string' } as const
const { values } = parseArgs({ options: { homes: text, out: text, reader: text, models: text } })
if (values.homes === undefined || values.out === undefined) throw new Error('--homes and --out are needed')
const searched = openSearched({
  ...(values.models === undefined ? {} : { home: values.models }),
  ...(values.reader === undefined ? {} : { model: values.reader }),
})
const rows: string[] = []
for (const line of readFileSync(values.homes, 'utf8').trim().split('\n'))
  for await (const { questions, claim, passage: _, places: __, ...rest } of searched(JSON.parse(line)))
    rows.push(
      JSON.stringify({ ...rest, claim: claim.text, q: questions, gate: weigh(rest.cheap, CHEAP_WEIGHTS).neutral }),
    )
writeFileSync(values.out, `${rows.join('\n')}\n`)
