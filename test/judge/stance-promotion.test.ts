import assert from 'node:assert/strict'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { settingsSchema } from '../../src/domain/settings.ts'
import { createStanceJudge } from '../../src/judge/stance-judge.ts'
import { createNliIfPresent, openStanceModels } from '../../src/judge/stance-promotion.ts'
import { NO_CONTEXT } from '../../src/judge/text-context.ts'
import { createEmbedder } from '../../src/models/embedder.ts'
import { SHIPPED_MODELS } from '../../src/models/model-folder.ts'
import { createNli } from '../../src/models/nli.ts'
import type { NliModel, StancePair } from '../../src/models/types.ts'
import { reader } from './shipped-reader.ts'

const home = mkdtempSync(join(tmpdir(), 'lyra-promotion-'))
after(() => rmSync(home, { recursive: true }))
const places = { home, threads: 2 }
const settings = settingsSchema.parse({})

/** The shipped weights under another name stand in for a model that was pulled. */
function standIn(name: string, change: (config: Record<string, unknown>) => object = (config) => config): string {
  const folder = join(home, 'models', name)
  mkdirSync(folder, { recursive: true })
  const shipped = join(SHIPPED_MODELS, 'lyra-nli-mini')
  symlinkSync(join(shipped, 'model.onnx'), join(folder, 'model.onnx'))
  cpSync(join(shipped, 'tokenizer.json'), join(folder, 'tokenizer.json'))
  const config = JSON.parse(readFileSync(join(shipped, 'config.json'), 'utf8')) as Record<string, unknown>
  writeFileSync(join(folder, 'config.json'), JSON.stringify({ ...change(config), name }))
  return name
}

function counted(model: NliModel) {
  const asked: StancePair[] = []
  const judge: NliModel['judge'] = (pairs, signal) => {
    asked.push(...pairs)
    return model.judge(pairs, signal)
  }
  return { model: { ...model, judge }, asked }
}

const nli = createNli({ ...places, model: 'lyra-reader-mini' })
const embedder = createEmbedder({ ...places, model: 'lyra-embed-mini' })
const CLAIM = 'Vitamin D supplements reduce the risk of falls in older adults.'

async function judgeWith(models: { larger?: NliModel; japanese?: NliModel }, claim: string, text: string) {
  const judge = createStanceJudge({ nli, reader, ...models, embedder, settings: settings.judgement })
  const [verdict] = await judge.judgeFragments({ text: claim, language: 'en', context: NO_CONTEXT }, [
    { id: 'frag_1', text },
  ])
  assert.ok(verdict)
  return verdict
}

test('REQ 3.3 promotion: a contradiction is read again by the larger model, which then decides', async () => {
  const larger = counted(createNli({ ...places, model: standIn('nli-larger') }))
  const against = 'Vitamin D supplements did not reduce the risk of falls in older adults.'
  const verdict = await judgeWith({ larger: larger.model }, CLAIM, against)
  assert.equal(verdict.relation, 'refutes')
  assert.equal(verdict.notes.includes('promoted'), true)
  assert.deepEqual(
    larger.asked.map(({ evidence }) => evidence),
    [against, against],
    'the passage with context, and without',
  )
})

test('REQ 3.3 promotion: a plain agreement and a text about something else do not cost the larger model', async () => {
  const larger = counted(createNli({ ...places, model: 'lyra-nli-mini' }))
  const agreed = await judgeWith(
    { larger: larger.model },
    CLAIM,
    'Vitamin D supplements reduced the risk of falls in older adults.',
  )
  const other = await judgeWith({ larger: larger.model }, CLAIM, 'The museum of glass opens at nine on weekdays.')
  assert.deepEqual([agreed.relation, other.relation], ['supports', 'neutral'])
  assert.deepEqual(larger.asked, [])
})

test('REQ 3.3 promotion: Japanese pairs go to the model for Japanese, English ones do not', async () => {
  const japanese = counted(createNli({ ...places, model: 'lyra-nli-mini' }))
  const verdict = await judgeWith(
    { japanese: japanese.model },
    '新薬は再発率を低下させる。',
    '新薬の投与により再発率が有意に低下した。',
  )
  await judgeWith({ japanese: japanese.model }, CLAIM, 'Vitamin D supplements reduced the risk of falls.')
  assert.equal(verdict.relation, 'supports')
  assert.deepEqual(
    japanese.asked.map(({ claim }) => claim),
    ['新薬は再発率を低下させる。', '新薬の投与により再発率が有意に低下した。', '新薬は再発率を低下させる。'],
  )
})

/** Says the same of every pair, and counts how often it is asked. */
function saying(modelId: string, supports: number, refutes: number) {
  const scores = { supports, refutes, neutral: 1 - supports - refutes }
  const model: NliModel = { modelId, judge: async (pairs) => pairs.map(() => scores) }
  return counted(model)
}

test('REQ 3.3 promotion: the larger model knows English only and never overrules the reading of a Japanese pair', async () => {
  const japanese = saying('nli-japanese', 0.01, 0.97)
  const larger = saying('nli-larger-english', 0.9, 0.02)
  const models = { japanese: japanese.model, larger: larger.model }
  const verdict = await judgeWith(models, '本剤は死亡率を低下させる。', '本剤は死亡率を低下させなかった。')
  assert.deepEqual([verdict.relation, verdict.decidedBy], ['refutes', 'nli-japanese'])
  assert.deepEqual(larger.asked, [])
  const english = await judgeWith(
    models,
    CLAIM,
    'Vitamin D supplements did not reduce the risk of falls in older adults.',
  )
  assert.deepEqual([english.decidedBy, english.notes.includes('promoted')], ['nli-larger-english', true])
})

test('REQ 3.3 promotion: models that were not pulled are skipped, those that were are opened', () => {
  assert.equal(createNliIfPresent({ ...places, model: 'nli-deberta-v3-small' }), null)
  assert.deepEqual(openStanceModels(settings.models, places), { larger: undefined, japanese: undefined })
  standIn('nli-deberta-v3-small')
  standIn('mDeBERTa-v3-base-mnli-xnli')
  const found = openStanceModels(settings.models, places)
  assert.deepEqual(
    [found.larger?.modelId, found.japanese?.modelId],
    ['nli-deberta-v3-small', 'mDeBERTa-v3-base-mnli-xnli'],
  )
  const off = openStanceModels({ ...settings.models, nli_promotion: '' }, places)
  assert.equal(off.larger, undefined)
})

test('REQ 3.3 promotion: the order of the labels is the config file’s, not a habit', async () => {
  const pair = { evidence: 'Vitamin D did not reduce falls.', claim: 'Vitamin D reduces falls.' }
  const [plain] = await createNli({ ...places, model: 'lyra-nli-mini' }).judge([pair])
  const turned = standIn('nli-turned', (config) => ({ ...config, labels: ['refutes', 'supports', 'neutral'] }))
  const [other] = await createNli({ ...places, model: turned }).judge([pair])
  assert.deepEqual(other, { supports: plain?.refutes, refutes: plain?.supports, neutral: plain?.neutral })
})
