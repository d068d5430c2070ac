import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { replayClock } from '../../src/domain/clock.ts'
import type { SerpItem } from '../../src/domain/task.ts'
import type { EngineReport, WebSearchRequest } from '../../src/engines/types.ts'
import { raiseBudget } from '../../src/research/budget.ts'
import { Conductor } from '../../src/research/conductor.ts'
import type { ConductorParts } from '../../src/research/conductor-parts.ts'
import { orderCandidates } from '../../src/research/stages/order-candidates.ts'
import { createTask } from '../../src/research/tasks.ts'
import type { AcademicSource, SourceCall } from '../../src/sources/types.ts'
import { openSmallWeb } from './small-web.ts'

const item = (url: string, rank: number, title = 'tea'): SerpItem => ({
  ...{ title, url, snippet: '', date: null, engine: 'mojeek', rank, source_tag: 'web' },
})
const ok = (items: readonly SerpItem[], notes: readonly string[] = []): EngineReport => ({
  ...{ engine: 'mojeek', outcome: 'ok', reason: null, items, notes, cached: false },
})
const pageOf = (page: number, count: number) =>
  Array.from({ length: count }, (_, at) => item(`https://clinic.example/p${page}-${at}`, (page - 1) * 10 + at + 1))

/** The small web, whose engine answers as told; `requests` are those it got. */
function world(
  t: TestContext,
  answer: (request: WebSearchRequest) => EngineReport,
  more: Partial<ConductorParts> = {},
) {
  const web = openSmallWeb()
  const requests: WebSearchRequest[] = []
  const parts: ConductorParts = {
    ...web.parts,
    clock: replayClock(Date.parse('2026-11-16T00:00:00Z')),
    webSearch: {
      engines: ['mojeek'],
      search: async (request) => {
        requests.push(request)
        return [answer(request)]
      },
    },
    ...more,
  }
  const conductor = new Conductor(parts)
  t.after(async () => {
    await conductor.close()
    web.store.close()
  })
  const newTask = (config = {}) => createTask(parts, { query: 'Does silverleaf tea help?', ...config }).task_id
  return { ...web, parts, conductor, requests, newTask }
}

test('REQ 3.1.1: further pages are asked for while the first bring less than half of what may be read', async (t) => {
  const { conductor, requests, newTask } = world(t, ({ page = 1 }) => ok(pageOf(page, 10)))

  await conductor.search(newTask(), 'silverleaf tea', { max_pages: 30 }, {})
  await conductor.search(newTask(), 'silverleaf tea', { max_pages: 15 }, {})

  // Of 30 pages half are 15: the second result page makes 20. The other task may reuse what is in the graph.
  assert.deepEqual(
    requests.map(({ page, engines }) => [page, engines]),
    [
      [1, undefined],
      [2, ['mojeek']],
      [1, undefined],
      [2, ['mojeek']],
      [3, ['mojeek']],
    ],
  )
})

test('REQ 3.1.1: a result page that is not full has no other behind it', async (t) => {
  const { conductor, requests, newTask } = world(t, ({ page = 1 }) => ok(pageOf(page, 7)))

  await conductor.search(newTask(), 'silverleaf tea', { max_pages: 30 }, {})

  assert.equal(requests.length, 1)
})

test('REQ 3.1.1: period, language and category reach the engines; what an engine lacks is a warning', async (t) => {
  const note = 'engine mojeek has no operator for filetype:pdf: left out'
  const { conductor, requests, newTask, store } = world(t, () => ok(pageOf(1, 2), [note]))

  const taskId = newTask({ language: 'pt-BR' })
  const query = 'silverleaf tea filetype:pdf after:2024'
  const answer = await conductor.search(taskId, query, { category: 'technical', period: { before: '2025-06' } }, {})

  const { query: asked, period, language, category } = requests[0] ?? {}
  assert.deepEqual([asked, language, category], ['silverleaf tea filetype:pdf', 'pt', 'technical'])
  assert.deepEqual(period, { after: '2024-01-01', before: '2025-06-01', asked_on: '2026-11-16' })
  assert.ok(answer.warnings.includes(note), answer.warnings.join('; '))
  // Kept as it was asked, so that a replay asks the same on another day.
  assert.deepEqual(store.searches.ofTask(taskId)[0]?.options.period, period)
})

test('REQ 3.1.1: paper indexes get period and plain words; `academic` asks them whatever the query', async (t) => {
  const asked: [string, SourceCall['period']][] = []
  const answer = { source: 'openalex', outcome: 'ok', reason: null, items: [] } as const
  const index: AcademicSource = {
    name: 'openalex',
    search: async (query, _limit, { period }) => {
      asked.push([query, period])
      return answer
    },
    lookUp: async () => answer,
  }
  const { conductor, newTask } = world(t, () => ok(pageOf(1, 2)), { sources: [index] })

  const options = { category: 'academic', period: { after: '2024' } } as const
  const found = await conductor.search(newTask(), 'silverleaf "blood pressure" site:who.int', options, {})
  await conductor.search(newTask(), 'silverleaf tea', {}, {})

  assert.deepEqual(asked, [['silverleaf "blood pressure"', { after: '2024-01-01', asked_on: '2026-11-16' }]])
  assert.ok(found.warnings.includes('paper indexes have no operator for site:who.int: left out'))
})

test('REQ 3.1.1: results in the language of the task are read first', (t) => {
  const { parts } = world(t, () => ok([]))
  const listed = [
    { item: item('https://a.example/', 1, 'The effects of tea on the blood pressure of the elderly'), referer: null },
    { item: item('https://b.example/', 2, '銀葉茶と血圧についての調査'), referer: null },
  ]
  const order = (language?: string) =>
    orderCandidates(parts, listed, { priorityDomains: [], language }).map(({ url }) => url)

  assert.deepEqual(order(), ['https://a.example/', 'https://b.example/'])
  assert.deepEqual(order('ja'), ['https://b.example/', 'https://a.example/'])
})

test('REQ 3.2.2: a budget can be raised, not lowered; the raise is in the log', (t) => {
  const { parts, newTask, store } = world(t, () => ok([]))
  const taskId = newTask({ budget: { max_pages: 10, max_seconds: 60 } })

  assert.deepEqual(raiseBudget(parts, taskId, { max_pages: 20 }), { max_pages: 20, max_seconds: 60 })
  assert.deepEqual(raiseBudget(parts, taskId, { max_pages: 5, max_seconds: 60 }), { max_pages: 20, max_seconds: 60 })
  assert.deepEqual(store.tasks.get(taskId)?.budget, { max_pages: 20, max_seconds: 60 })
  assert.equal(store.events.about([taskId]).filter(({ kind }) => kind === 'budget_raised').length, 1)
})
