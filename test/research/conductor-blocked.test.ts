import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { defaultSettings } from '../../src/domain/settings.ts'
import { createTask } from '../../src/research/tasks.ts'
import { index, paper } from './papers-run.ts'
import { openSmallWeb } from './small-web.ts'

for (const engineOutcome of ['circuit_open', 'cooling_down'] as const) {
  test(`REQ 2.1.5: with every engine ${engineOutcome} the task is paused, and resuming asks again`, async () => {
    const web = openSmallWeb({ engineOutcome })
    const { task_id } = createTask(web.parts, { query: 'silverleaf tea' })
    await assert.rejects(web.conductor.search(task_id, 'silverleaf tea', {}, {}), { code: 'ALL_ENGINES_BLOCKED' })
    const paused = web.store.tasks.get(task_id)?.status
    const asked = web.asked.length
    const resumed = web.conductor.resume(task_id)
    await web.conductor.settle(task_id)

    assert.deepEqual([paused, resumed, web.notices.length], ['paused', 1, 2])
    assert.deepEqual(web.asked.slice(asked), ['engine silverleaf tea'])
    await web.conductor.close()
    web.store.close()
  })
}

test('LYRA 4.6: a search without internet ends as OFFLINE, costs no page, can be asked again', async (t) => {
  let engines: 'ok' | 'offline' = 'offline'
  let lost: readonly string[] = []
  const web = openSmallWeb({
    get engineOutcome() {
      return engines
    },
    pageOutcome: (url) => (lost.some((site) => url.includes(site)) ? 'offline' : 'ok'),
  })
  t.after(async () => {
    await web.conductor.close()
    web.store.close()
  })
  const { task_id } = createTask(web.parts, { query: 'silverleaf tea' })
  const search = () => web.conductor.search(task_id, 'silverleaf tea', { fresh: true }, {})

  await assert.rejects(search(), { code: 'OFFLINE' })
  engines = 'ok'
  lost = ['example']
  await assert.rejects(search(), { code: 'OFFLINE' })
  const used = web.store.searches.pagesUsed(task_id)
  lost = ['journal']
  const part = await search()
  lost = []
  const whole = await search()

  assert.equal(used, 0)
  assert.equal(web.store.tasks.get(task_id)?.status, 'exploring')
  assert.ok(part.warnings.includes('offline: 1 pages were not asked for; options.fresh searches anew'))
  assert.equal(part.pages_fetched, 2)
  assert.equal(whole.pages_fetched, 3)
})

test('REQ 3.1.7: papers of the academic indexes do not use up the pages of a task', async () => {
  const papers = Array.from({ length: 10 }, (_, at) => paper(`p${at}`))
  const source = index(
    'openalex',
    papers.map((work) => ({ work })),
  )
  const web = openSmallWeb({ sources: [source] })
  const { task_id } = createTask(web.parts, { query: 'silverleaf tea', budget: { max_pages: 3 } })
  await web.conductor.search(task_id, 'silverleaf tea randomized controlled trial', {}, {})
  assert.equal(web.store.searches.pagesUsed(task_id), 3)
  await web.conductor.close()
  web.store.close()
})

test('REQ 3.2.2: a server takes over what another process released, without being asked', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'lyra-take-over-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  const path = join(folder, 'lyra.db')
  const settings = { ...defaultSettings, jobs: { ...defaultSettings.jobs, lease_seconds: 0.3 } }
  const server = openSmallWeb({ path, settings, owner: 'here/1/1' })
  server.conductor.resume()
  const terminal = openSmallWeb({ path, settings, owner: 'here/2/2' })
  const { task_id } = createTask(terminal.parts, { query: 'silverleaf tea' })
  const first = await terminal.conductor.search(task_id, 'silverleaf tea', {}, {})
  const [again = ''] = terminal.conductor.revisit([first.search_id], false)
  await terminal.conductor.close()
  terminal.store.close()

  const until = Date.now() + 5000
  const isOpen = () => server.store.searches.get(again)?.status === 'running'
  while (isOpen() && Date.now() < until) await new Promise((resolve) => setTimeout(resolve, 50))

  assert.equal(isOpen(), false)
  await server.conductor.close()
  server.store.close()
})

test('REQ 3.5: when a search fails, its pages still under way are told to stop', async () => {
  const signals: boolean[] = []
  let pages = 0
  const web = openSmallWeb({
    onAsk: async (what, signal) => {
      if (!what.startsWith('page')) return
      pages += 1
      if (pages === 1) throw new Error('broken')
      await new Promise((resolve) => setTimeout(resolve, 100))
      signals.push(signal?.aborted ?? false)
    },
  })
  const { task_id } = createTask(web.parts, { query: 'silverleaf tea' })
  await assert.rejects(web.conductor.search(task_id, 'silverleaf tea', {}, {}), { code: 'PIPELINE_ERROR' })
  await new Promise((resolve) => setTimeout(resolve, 300))
  assert.deepEqual([...new Set(signals)], [true])
  await web.conductor.close()
  web.store.close()
})
