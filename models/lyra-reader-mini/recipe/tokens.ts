import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Tokenizer } from '@huggingface/tokenizers'
import { cutPair } from '../../../src/models/pair-input.ts'

/**
 * Rows as tokens for cell_tune.py, cut as the product cuts them: `node tokens.ts rows.jsonl`. Beside the rows stand then
 * `rows.jsonl.ids` (16-bit numbers, row after row) and `rows.jsonl.sizes` (length of a row, where its second text begins).
 */
const [source] = process.argv.slice(2)
if (source === undefined) throw new Error('a file of rows is needed')
const model = join(import.meta.dirname, '..')
const tokenizer = new Tokenizer(JSON.parse(readFileSync(join(model, 'tokenizer.json'), 'utf8')), {})
const LONGEST = 256
const ids: number[] = []
const sizes: number[] = []
for (const line of readFileSync(source, 'utf8').split('\n')) {
  if (line.trim() === '') continue
  const { e, c } = JSON.parse(line) as { readonly e: string; readonly c: string }
  const read = tokenizer.encode(e || '.', { text_pair: c, return_token_type_ids: true })
  const cut = cutPair({ ids: read.ids, typeIds: read.token_type_ids }, LONGEST)
  sizes.push(cut.ids.length, cut.typeIds.indexOf(1))
  for (const id of cut.ids) ids.push(id)
}
writeFileSync(`${source}.ids`, Uint16Array.from(ids))
writeFileSync(`${source}.sizes`, Int32Array.from(sizes))
