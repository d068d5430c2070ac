import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { runCli } from '../../src/cli/run-cli.ts'
import { fakeWorld } from './fake-world.ts'

test('LYRA 6.5: before the first task a backup has nothing to write, says so and exits 0; a wrong home is an error', async (t) => {
  const home = mkdtempSync(join(tmpdir(), 'lyra-empty-'))
  t.after(() => rmSync(home, { recursive: true, force: true }))
  const file = join(home, '研究.tar')
  const backup = async (...flags: readonly string[]) => {
    const world = fakeWorld({}, { env: {} })
    const exit = await runCli(['backup', file, '--json', ...flags], world)
    return { exit, answer: JSON.parse(world.out()) }
  }

  const empty = await backup('--home', home)
  const wrong = await backup('--home', join(home, 'typo'))

  assert.deepEqual([empty.exit, empty.answer], [0, { ok: true, outcome: 'nothing_yet', home }])
  assert.deepEqual([wrong.exit, wrong.answer.error.code], [3, 'NOT_FOUND'])
  assert.equal(existsSync(file), false)
})
