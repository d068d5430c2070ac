import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { createTask } from '../../src/research/tasks.ts'
import { index, paper } from './papers-run.ts'
import { openSmallWeb, type SmallWebOptions } from './small-web.ts'

const QUERY = 'silverleaf tea blood pressure'
const NOBODY = 'elsewhere/1/1'
const PAGES = ['clinic', 'registry', 'journal'].map((site) => `https://${site}.example/named`)

function world(t: TestContext, options: Partial<SmallWebOptions> = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'lyra-targets-'))
  const path = options.path ?? join(folder, 'lyra.db')
  const web = openSmallWeb({ path, ...options })
  t.after(async () => {
    await web.conductor.close()
    web.store.close()
    rmSync(folder, { recursive: true, force: true })
  })
  return { ...web, path }
}

const newTask = ({ parts }: Pick<ReturnType<typeof world>, 'parts'>) =>
  createTask(parts, { query: 'Does silverleaf tea lower blood pressure?' }).task_id

const outcomes = (targets: readonly { readonly outcome: string }[] = []) => targets.map(({ outcome }) => outcome)

test('without a query only the targets are read, for the question of the task, and their papers are not chased', async (t) => {
  const web = world(t, { sources: [index('openalex', [{ work: paper('seed') }])] })
  const taskId = newTask(web)

  const answer = await web.conductor.search(taskId, undefined, { targets: [...PAGES, '10.5555/seed'] }, {})

  assert.deepEqual(outcomes(answer.targets), ['read', 'read', 'read', 'read'])
  assert.deepEqual(
    web.asked,
    PAGES.map((url) => `page ${url}`),
  )
  assert.equal(answer.query, 'Does silverleaf tea lower blood pressure?')
  assert.ok(answer.claims_found.length > 0)
  assert.deepEqual(web.store.jobs.openOfTask(taskId), [])
})

test('with a query the targets are read first, and cost of its pages what they are', async (t) => {
  const web = world(t)
  const taskId = newTask(web)

  const answer = await web.conductor.search(taskId, QUERY, { targets: PAGES.slice(0, 2), max_pages: 3 }, {})

  assert.deepEqual(outcomes(answer.targets), ['read', 'read'])
  assert.deepEqual(web.asked.slice(0, 3), [...PAGES.slice(0, 2).map((url) => `page ${url}`), `engine ${QUERY}`])
  assert.equal(web.asked.filter((what) => what.startsWith('page')).length, 3)
})

test('targets past the pages of the search are said to be unread', async (t) => {
  const web = world(t)
  const answer = await web.conductor.search(newTask(web), undefined, { targets: PAGES, max_pages: 2 }, {})

  assert.deepEqual(outcomes(answer.targets), ['read', 'read', 'budget_spent'])
  assert.match(answer.warnings.join('\n'), /targets: 1 were not read/)
})

test('a process that dies among the targets is followed by one that reads the rest and no page twice', async (t) => {
  const first = world(t, {
    owner: NOBODY,
    onAsk: (what) => (what.includes('registry') ? new Promise(() => {}) : Promise.resolve()),
  })
  const taskId = newTask(first)
  const left = await first.conductor.search(taskId, undefined, { targets: PAGES, wait_seconds: 0.3 }, {})
  first.store.db.exec("UPDATE jobs SET lease_until = '2020-01-01T00:00:00.000Z'")
  const second = world(t, { path: first.path })

  second.conductor.resume()
  await second.conductor.settle(taskId)

  assert.equal(left.status, 'running')
  assert.deepEqual(
    second.asked,
    PAGES.slice(1).map((url) => `page ${url}`),
  )
  assert.deepEqual(outcomes(second.store.searches.targetsOf(left.search_id)), ['read', 'read', 'read'])
  assert.equal(second.store.searches.get(left.search_id)?.pages_fetched, 3)
})

test('the same targets in another order are the same search; others are another', async (t) => {
  const web = world(t)
  const taskId = newTask(web)
  const ask = (targets: readonly string[]) => web.conductor.search(taskId, undefined, { targets }, {})

  const one = await ask(PAGES)
  const again = await ask([...PAGES].reverse())
  const other = await ask(PAGES.slice(1))

  assert.equal(again.search_id, one.search_id)
  assert.notEqual(other.search_id, one.search_id)
  assert.deepEqual(outcomes(other.targets), ['already_read', 'already_read'])
})
