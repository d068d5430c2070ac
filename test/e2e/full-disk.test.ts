import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { copyFileSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import type { SearchAnswer } from '../../src/api/search.ts'
import { noSmallDisk, smallDisk } from '../app/small-disk.ts'
import { archiveRemains, remainsOf, startServer } from './crash-world.ts'
import { callTool, ROOT } from './demo-client.ts'

/** Enough for the tables, not for what a search reads. */
const TOO_SMALL_KIB = 3400
const QUERY = 'silverleaf tea blood pressure trial'

interface Refused {
  readonly ok: boolean
  readonly error?: { readonly code: string; readonly message: string; readonly retry: string }
}

function lyra(...args: readonly string[]): Promise<Refused & { readonly exit: number }> {
  return new Promise((resolve) => {
    execFile(process.execPath, [join(ROOT, 'bin', 'lyra'), ...args, '--json'], (error, out) =>
      resolve({ exit: Number(error?.code ?? 0), ...(JSON.parse(out) as Refused) }),
    )
  })
}

test('LYRA 6.1: a disk that fills up is said; with room again the search is finished; no half file stays', {
  skip: noSmallDisk(),
}, async (t) => {
  const disk = smallDisk(t, TOO_SMALL_KIB)
  const home = join(disk.place, 'home')
  mkdirSync(home)
  copyFileSync(join(ROOT, 'demo', 'domains.yaml'), join(home, 'domains.yaml'))
  const { client } = await startServer(home)
  t.after(() => client.close())
  const { task_id: taskId } = await callTool<{ task_id: string }>(client, 'create_task', { query: 'Does it help?' })
  const search = () =>
    callTool<SearchAnswer & Refused>(client, 'search', {
      task_id: taskId,
      query: QUERY,
      options: { max_pages: 1, wait_seconds: 120 },
    })

  const refused = await search()
  disk.enlarge(200_000)
  const finished = await search()
  await client.close()

  assert.deepEqual([refused.error?.code, refused.error?.retry], ['STORE_UNAVAILABLE', 'later'])
  assert.match(refused.error?.message ?? '', /the disk is full/)
  assert.equal(finished.status, 'satisfied')
  const { integrity, duplicates } = remainsOf(home)
  assert.deepEqual([integrity, duplicates], ['ok', 0])
  assert.deepEqual((await archiveRemains(home)).missing, [])

  const full = smallDisk(t, 8)
  const backup = await lyra('backup', join(full.place, 'home.tar'), '--home', home)
  const report = await lyra('report', taskId, '--out', join(full.place, 'report.md'), '--home', home)
  for (const answer of [backup, report]) {
    assert.deepEqual([answer.exit, answer.error?.code], [15, 'STORE_UNAVAILABLE'])
    assert.match(answer.error?.message ?? '', /full/)
  }
  assert.deepEqual(readdirSync(full.place), [])
})
