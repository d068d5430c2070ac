import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Tokenizer } from '@huggingface/tokenizers'

/**
 * The texts of pair_texts.py as tokens, without the signs around them: `node text-tokens.ts OUT` writes `ids.bin`
 * (16-bit numbers, text after text) and `sizes.bin` (how many each has).
 */
const [folder] = process.argv.slice(2)
if (folder === undefined) throw new Error('the folder of pair_texts.py is needed')
const tokenizer = new Tokenizer(JSON.parse(readFileSync(join(import.meta.dirname, '..', 'tokenizer.json'), 'utf8')), {})
/** More than a pair has room for. */
const LONGEST = 254
const ids: number[] = []
const sizes: number[] = []
for (const line of readFileSync(join(folder, 'texts.jsonl'), 'utf8').split('\n')) {
  if (line === '') continue
  const read = tokenizer.encode(JSON.parse(line), { add_special_tokens: false }).ids.slice(0, LONGEST)
  sizes.push(read.length)
  for (const id of read) ids.push(id)
}
writeFileSync(join(folder, 'ids.bin'), Uint16Array.from(ids))
writeFileSync(join(folder, 'sizes.bin'), Int32Array.from(sizes))
