import assert from 'node:assert/strict'
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { LyraError } from '../../src/domain/errors.ts'
import { findEmbeddingModel, findModel, SHIPPED_MODELS } from '../../src/models/model-folder.ts'

const home = mkdtempSync(join(tmpdir(), 'lyra-models-'))
after(() => rmSync(home, { recursive: true }))

function ownModel(name: string, config: string): string {
  const folder = join(home, 'models', name)
  mkdirSync(folder, { recursive: true })
  for (const file of ['model.onnx', 'tokenizer.json']) writeFileSync(join(folder, file), '')
  writeFileSync(join(folder, 'config.json'), config)
  return folder
}

const notReady = (folder: string) => (error: unknown) =>
  error instanceof LyraError && error.code === 'MODEL_NOT_READY' && error.message.includes(folder)

test('LYRA 7: a shipped model is found by its name', () => {
  const model = findModel('lyra-nli-mini', { home })
  assert.equal(model.folder, join(SHIPPED_MODELS, 'lyra-nli-mini'))
  assert.equal(model.config.max_length, 320)
})

test('LYRA 7: a model can be given as a folder', () => {
  const folder = join(SHIPPED_MODELS, 'lyra-embed-mini')
  assert.equal(findEmbeddingModel(folder, { home }).config.dimension, 384)
})

test('LYRA 7: a model in the home folder comes before the shipped one of its name', () => {
  const folder = ownModel('lyra-embed-mini', '{}')
  copyFileSync(join(SHIPPED_MODELS, 'lyra-embed-mini', 'config.json'), join(folder, 'config.json'))
  assert.equal(findModel('lyra-embed-mini', { home }).folder, folder)
  rmSync(folder, { recursive: true })
})

test('LYRA 7: an unknown model is not ready, and the folders looked at are named', () => {
  assert.throws(() => findModel('bge-m3', { home }), notReady(join(home, 'models', 'bge-m3')))
  assert.throws(() => findModel('bge-m3', { home }), notReady(join(SHIPPED_MODELS, 'bge-m3')))
})

test('LYRA 7: a broken config, a missing file and a model of the wrong task are not ready', () => {
  const broken = ownModel('broken', '{"name": "broken", "task": "nli"')
  const wrong = ownModel('wrong', '{"name": "wrong", "task": "nli", "labels": ["supports"]}')
  const bare = join(home, 'models', 'bare')
  mkdirSync(bare)
  assert.throws(() => findModel('broken', { home }), notReady(broken))
  assert.throws(() => findModel('wrong', { home }), notReady(wrong))
  assert.throws(() => findModel('bare', { home }), notReady(bare))
  assert.throws(() => findEmbeddingModel('lyra-nli-mini', { home }), notReady(join(SHIPPED_MODELS, 'lyra-nli-mini')))
})
