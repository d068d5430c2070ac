import { readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { findModel } from '../../src/models/model-folder.ts'
import { loadModelRuntime } from '../../src/models/model-runtime.ts'
import type { NliModel } from '../../src/models/types.ts'
import { median } from '../bench.ts'

/** Short rounds in turns: what else runs on the machine then falls on both sides alike. */
const PAIRS = 15
const TOKENS = 128
const ROUNDS = 12
const OTHERS = ['taken', 'made', 'told', 'sent']

/** The product's model call against the bare runtime on the same ids, in turns. */
export async function pairsPerSecond(nli: NliModel, model: string) {
  const ort = await loadModelRuntime()
  const { Tokenizer } = await import('@huggingface/tokenizers')
  const folder = findModel(model, { home: tmpdir() })
  const tokenizer = new Tokenizer(JSON.parse(readFileSync(folder.tokenizerPath, 'utf8')), {})
  const session = await ort.InferenceSession.create(folder.modelPath, {
    intraOpNumThreads: 2,
    extra: { session: { intra_op: { allow_spinning: '0' } } },
  })
  const claim = 'Vitamin D supplements reduce the number of falls in older adults living at home.'
  let evidence = 'Participants'
  const length = (text: string) => tokenizer.encode(text, { text_pair: claim, return_token_type_ids: true }).ids.length
  while (length(`${evidence} given`) <= TOKENS) evidence += ' given'
  const { ids, token_type_ids } = tokenizer.encode(evidence, { text_pair: claim, return_token_type_ids: true })
  const row = (values: readonly number[]) =>
    new ort.Tensor(
      'int64',
      BigInt64Array.from(values, (value) => BigInt(value)),
      [1, values.length],
    )
  const bare = async () => {
    for (let i = 0; i < PAIRS; i += 1)
      await session.run({
        input_ids: row(ids),
        attention_mask: row(ids.map(() => 1)),
        token_type_ids: row(token_type_ids),
      })
  }
  let asked = 0
  /** A reading is remembered: every pair has another word in another place. */
  const another = () => {
    const words = evidence.split(' ')
    const [place, other] = [1 + (asked % (words.length - 1)), OTHERS[Math.floor(asked / (words.length - 1))] ?? 'lost']
    asked += 1
    return { evidence: words.with(place, other).join(' '), claim }
  }
  const product = async () => {
    await nli.judge(Array.from({ length: PAIRS }, another))
  }
  const rate = async (work: () => Promise<void>) => {
    const started = performance.now()
    await work()
    return (PAIRS * 1000) / (performance.now() - started)
  }
  await nli.judge([{ evidence, claim }])
  const rates = { bare: [] as number[], product: [] as number[] }
  for (let round = 0; round < ROUNDS; round += 1) {
    rates.bare.push(await rate(bare))
    rates.product.push(await rate(product))
  }
  return {
    tokens: ids.length,
    pairs_per_second: median(rates.product),
    bare_pairs_per_second: median(rates.bare),
    of_bare_runtime: median(rates.product) / median(rates.bare),
  }
}
