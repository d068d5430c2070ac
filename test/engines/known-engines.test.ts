import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { createTask } from '../../src/api/create-task.ts'
import { getStatus } from '../../src/api/get-status.ts'
import { search } from '../../src/api/search.ts'
import { createLyra } from '../../src/app/create-lyra.ts'
import { openLyra } from '../../src/app/open-lyra.ts'
import { LyraError } from '../../src/domain/errors.ts'
import { loadEngineTable } from '../../src/engines/engine-table.ts'
import { repoFile } from './data-folder.ts'
import { world } from './web-search-world.ts'

const OWN = `engines:
  - name: intranet
    url: https://search.intranet.example/?q={query}
    layouts: [{ result: li, title: { selector: a }, url: { selector: a, attribute: href } }]
`

async function openHome(t: TestContext) {
  const home = mkdtempSync(join(tmpdir(), 'lyra-known-'))
  writeFileSync(join(home, 'engines.yaml'), OWN)
  const lyra = createLyra(() => openLyra({ flags: {}, home, mode: 'cli' }))
  t.after(async () => {
    await lyra.close()
    rmSync(home, { recursive: true, force: true })
  })
  return lyra
}

test('REQ 3.2.1: an unknown engine is INVALID_PARAMS before anything is asked, and names the known ones, own ones included', async (t) => {
  const lyra = await openHome(t)
  const { task_id: taskId } = await lyra.call(createTask, { query: '高血圧の治療' })

  await assert.rejects(
    lyra.call(search, { task_id: taskId, query: '高血圧 治療', options: { engines: ['mojeek', 'Bogus', 'yahoo'] } }),
    (error: unknown) => {
      assert.ok(error instanceof LyraError)
      assert.equal(error.code, 'INVALID_PARAMS')
      const shipped = loadEngineTable(repoFile('config/engines.yaml')).map(({ name }) => name)
      assert.equal(error.message, `no engine is called "bogus", "yahoo"; known: ${shipped.join(', ')}, intranet`)
      return true
    },
  )
  assert.deepEqual((await lyra.call(getStatus, { task_id: taskId })).searches, [])
})

test('REQ 3.1.1: an unknown name among the defaults is INVALID_CONFIG at the start', () => {
  assert.throws(
    () => world({}, { default: ['alpha', 'altavista'] }),
    (error: unknown) =>
      error instanceof LyraError &&
      error.code === 'INVALID_CONFIG' &&
      error.message === 'engines.default: no engine is called "altavista"; known: alpha, beta, gamma, scarce',
  )
})
