import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { createEmbedder } from '../../src/models/embedder.ts'
import { readCard } from '../../src/models/model-card.ts'
import { findModel } from '../../src/models/model-folder.ts'
import { openModel } from '../../src/models/onnx-session.ts'
import { openStanceHead } from '../../src/models/stance-head.ts'
import { type Family, tinyGraph, tinyTokenizer } from './tiny-model.ts'

const home = mkdtempSync(join(tmpdir(), 'lyra-families-'))
after(() => rmSync(home, { recursive: true }))

const WITH_TYPES = ['input_ids', 'attention_mask', 'token_type_ids']
const WITHOUT_TYPES = ['input_ids', 'attention_mask']
const ID2LABEL = { 0: 'contradiction', 1: 'entailment', 2: 'neutral' }

/** A model folder as `lyra models pull` writes it, of random weights. */
function folderOf(family: Family, output: 'logits' | 'last_hidden_state', inputs: readonly string[]): string {
  const { json, vocabulary } = tinyTokenizer(family)
  const name = `${family}-${output}`
  const folder = join(home, 'models', name)
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'tokenizer.json'), json)
  writeFileSync(join(folder, 'model.onnx'), tinyGraph({ inputs, vocabulary, output }))
  const card = { hidden_size: 8, max_position_embeddings: 66, model_type: 'xlm-roberta', id2label: ID2LABEL }
  const { config } = readCard(
    `tiny/${name}`,
    { config: card, pooling: undefined, length: undefined },
    { inputs, outputs: [output] },
  )
  writeFileSync(join(folder, 'config.json'), JSON.stringify(config))
  return name
}

const PAIR = { evidence: 'the trams ran late.', claim: 'the trams were on time.' }

for (const [family, inputs, pieces] of [
  ['WordPiece', WITH_TYPES, 38],
  ['Unigram', WITHOUT_TYPES, 48],
  ['BPE', WITHOUT_TYPES, 42],
] as const) {
  test(`LYRA 7: a pair classifier with a ${family} tokenizer reads pairs, with the labels of its map`, async () => {
    const name = folderOf(family, 'logits', inputs)

    const head = openStanceHead({ home, model: name, threads: 1 })
    const [logits, longer] = await head.logits([PAIR, { ...PAIR, evidence: PAIR.evidence.repeat(40) }])

    assert.deepEqual(head.labels, ['refutes', 'supports', 'neutral'])
    assert.deepEqual([logits?.length, longer?.length], [3, 3])
    assert.notDeepEqual(logits, longer)
  })

  test(`LYRA 7: an encoder with a ${family} tokenizer gives unit vectors that tell texts apart`, async () => {
    const name = folderOf(family, 'last_hidden_state', inputs)

    const embedder = createEmbedder({ home, model: name, threads: 1, device: 'cpu' })
    const [a, b, again] = await embedder.embed(['the trams ran late.', 'さくらのはな', 'the trams ran late.'])

    assert.equal(a?.length, 8)
    assert.equal(Math.hypot(...(a ?? [])).toFixed(4), '1.0000')
    assert.deepEqual(again, a)
    assert.notDeepEqual(b, a)
  })

  test(`LYRA 7: of a ${family} pair the place of the claim is known, so that the evidence is cut`, async () => {
    const name = folderOf(family, 'logits', inputs)

    const loaded = await openModel(findModel(name, { home }), 1)()
    const { ids, typeIds, secondFrom } = loaded.encodePair(PAIR.evidence, PAIR.claim)

    assert.equal(ids.length, pieces)
    const claim = loaded.encode(PAIR.claim).ids.slice(1)
    assert.deepEqual(ids.slice(secondFrom ?? typeIds.indexOf(1)).slice(-claim.length), claim)
  })
}
