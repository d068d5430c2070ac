import assert from 'node:assert/strict'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { findModels } from '../../src/app/model-list.ts'
import { settingsSchema } from '../../src/domain/settings.ts'
import { SHIPPED_MODELS } from '../../src/models/model-folder.ts'

const place = mkdtempSync(join(tmpdir(), 'lyra-models-'))
after(() => rmSync(place, { recursive: true }))

test('LYRA 7: the list shows every model with its problem', async () => {
  const [home, root] = [join(place, 'home'), join(place, 'root')]
  for (const name of ['lyra-embed-mini', 'lyra-nli-mini']) {
    mkdirSync(join(root, 'models', name), { recursive: true })
    for (const file of ['model.onnx', 'tokenizer.json']) writeFileSync(join(root, 'models', name, file), '')
    cpSync(join(SHIPPED_MODELS, name, 'config.json'), join(root, 'models', name, 'config.json'))
  }
  mkdirSync(join(home, 'models', 'bare'), { recursive: true })

  const settings = settingsSchema.parse({ home, models: { embedding: 'lyra-embed-mini', nli: 'lyra-nli-mini' } })
  const list = await findModels(root, settings)

  assert.deepEqual(
    list.map(({ name, task, used_for, problem }) => [name, task, used_for, problem]),
    [
      ['bare', 'unknown', null, 'missing model.onnx, tokenizer.json, config.json'],
      ['lyra-embed-mini', 'sentence-embedding', 'embedding', null],
      ['lyra-nli-mini', 'nli', 'nli', null],
    ],
  )
})
