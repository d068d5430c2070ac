import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readCard } from '../../src/models/model-card.ts'

const CLASSIFIER = { inputs: ['input_ids', 'attention_mask'], outputs: ['logits'] }
const ENCODER = { inputs: ['input_ids', 'attention_mask'], outputs: ['last_hidden_state'] }

function classifierOf(repository: string, config: object, graph = CLASSIFIER) {
  return readCard(repository, { config: { hidden_size: 384, ...config }, pooling: undefined, length: undefined }, graph)
}

function encoderOf(repository: string, pooling?: object, config: object = {}) {
  return readCard(repository, { config: { hidden_size: 384, ...config }, pooling, length: undefined }, ENCODER).config
}

test('REQ 3.3 promotion: the cards of both DeBERTa families become a config with their own label order', () => {
  const id2label = { 0: 'contradiction', 1: 'entailment', 2: 'neutral' }
  assert.deepEqual(classifierOf('cross-encoder/nli-deberta-v3-small', { id2label, max_position_embeddings: 512 }), {
    config: {
      name: 'cross-encoder/nli-deberta-v3-small',
      task: 'nli',
      languages: [],
      labels: ['refutes', 'supports', 'neutral'],
      max_length: 512,
      inputs: ['input_ids', 'attention_mask'],
      output: 'logits',
      temperature: 1,
    },
    unnamedLabels: false,
  })
})

test('LYRA 7: the three labels are known under the names that data sets give them', () => {
  const labelsOf = (...names: string[]) => {
    const { config } = classifierOf('a/b', { id2label: Object.fromEntries(names.entries()) })
    return config.task === 'nli' ? config.labels : []
  }
  assert.deepEqual(labelsOf('ENTAILMENT', 'NEUTRAL', 'CONTRADICTION'), ['supports', 'neutral', 'refutes'])
  assert.deepEqual(labelsOf('REFUTES', 'SUPPORTS', 'NOT ENOUGH INFO'), ['refutes', 'supports', 'neutral'])
  assert.deepEqual(labelsOf('含意', '矛盾', '中立'), ['supports', 'refutes', 'neutral'])
})

test('LYRA 7: labels without a name are left to be measured', () => {
  const { unnamedLabels } = classifierOf('a/b', { id2label: { 0: 'LABEL_0', 1: 'LABEL_1', 2: 'LABEL_2' } })
  assert.equal(unnamedLabels, true)
})

test('REQ 3.3 promotion: what is no three-way stance model is refused by name', () => {
  const refused = (config: object, graph = CLASSIFIER) => {
    try {
      return classifierOf('a/b', config, graph)
    } catch (error) {
      return error instanceof Error ? error.message : error
    }
  }
  assert.deepEqual(
    [
      refused({ id2label: { 0: 'LABEL_0', 1: 'LABEL_1' } }),
      refused({}),
      refused({ hidden_size: 'wide' }),
      refused({}, { inputs: ['pixel_values'], outputs: ['logits'] }),
      refused({}, { inputs: ['input_ids'], outputs: ['start', 'end'] }),
    ],
    [
      'a/b cannot be used: it has 2 labels (LABEL_0, LABEL_1), and a stance has three',
      'a/b cannot be used: it has 0 labels (), and a stance has three',
      'a/b cannot be used: its config.json has another shape',
      'a/b cannot be used: its graph wants pixel_values, which a tokenizer does not give',
      'a/b cannot be used: its graph gives start, end: neither logits nor vectors',
    ],
  )
})

test('LYRA 7: tokens are pooled as the repository says, else as its family does', () => {
  const cls = { pooling_mode_cls_token: true, pooling_mode_mean_tokens: false }
  const read = [
    encoderOf('Xenova/bge-m3'),
    encoderOf('Xenova/multilingual-e5-small'),
    encoderOf('sentence-transformers/all-MiniLM-L6-v2', cls),
    encoderOf('someone/unnamed'),
  ].map((config) => (config.task === 'sentence-embedding' ? [config.pooling, config.prefix] : []))
  assert.deepEqual(read, [
    ['cls', ''],
    ['mean', 'query: '],
    ['cls', ''],
    ['mean', ''],
  ])
  assert.throws(() => encoderOf('a/b', { pooling_mode_max_tokens: true }), /pools its tokens/)
})

test('LYRA 7: the window is that of the positions, which RoBERTa counts from 2 and DeBERTa may leave open', () => {
  const lengths = [
    encoderOf('a/b', undefined, { model_type: 'xlm-roberta', max_position_embeddings: 514 }),
    encoderOf('a/b', undefined, { model_type: 'xlm-roberta', max_position_embeddings: 130 }),
    encoderOf('a/b', undefined, { model_type: 'deberta-v2', max_position_embeddings: 0 }),
    encoderOf('a/b', undefined, { model_type: 'bert', max_position_embeddings: 8192 }),
  ].map(({ max_length: length }) => length)
  assert.deepEqual(lengths, [512, 128, 512, 512])
})
