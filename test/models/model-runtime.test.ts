import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { ROOT } from '../architecture/source-files.ts'

test('LYRA 4.1: the model runtime keeps no device id and no events about its user', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'lyra-runtime-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  for (const name of ['home', 'tmp']) mkdirSync(join(folder, name))
  const program = `
    import { loadModelRuntime } from './src/models/model-runtime.ts'
    const ort = await loadModelRuntime()
    const session = await ort.InferenceSession.create('models/lyra-embed-mini/model.onnx')
    console.log(session.inputNames.includes('input_ids'))`

  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
    cwd: ROOT,
    encoding: 'utf8',
    env: { HOME: join(folder, 'home'), TMPDIR: join(folder, 'tmp') },
  })

  assert.equal(stdout, 'true\n')
  assert.deepEqual([readdirSync(join(folder, 'home')), readdirSync(join(folder, 'tmp'))], [[], []])
})
