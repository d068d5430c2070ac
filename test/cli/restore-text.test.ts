import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { runCli } from '../../src/cli/run-cli.ts'
import { openAt } from '../store/graph-fixture.ts'
import { fakeWorld } from './fake-world.ts'

test('LYRA 6.5: what a backup tells of itself cannot write to the terminal', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'lyra-restore-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  const home = join(folder, 'home')
  openAt(join(home, 'lyra.db')).close()
  const model = join(home, 'models', '緑茶\u001b[2J')
  mkdirSync(model, { recursive: true })
  writeFileSync(join(model, 'model.onnx'), 'x')
  const [made, read] = [fakeWorld(), fakeWorld()]

  const backup = await runCli(['backup', join(folder, 'a.tar'), '--home', home], made)
  const restore = await runCli(['restore', join(folder, 'a.tar'), '--into', join(folder, 'b')], read)

  assert.deepEqual([backup, restore], [0, 0], made.err() + read.err())
  assert.match(read.out(), /^Not in it: model 緑茶\[2J; lyra models pull fetches it again$/m)
})
