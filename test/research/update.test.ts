import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { systemClock } from '../../src/domain/clock.ts'
import type { Paper } from '../../src/domain/paper.ts'
import { defaultSettings } from '../../src/domain/settings.ts'
import type { PageFetch } from '../../src/net/types.ts'
import { Conductor } from '../../src/research/conductor.ts'
import { staleByAge } from '../../src/research/freshness.ts'
import { createTask } from '../../src/research/tasks.ts'
import { runUpdate } from '../../src/research/update/run-update.ts'
import type { AcademicSource } from '../../src/sources/types.ts'
import { paper } from './papers-run.ts'
import { openSmallWeb, type SmallWebOptions } from './small-web.ts'

const QUERY = 'silverleaf tea blood pressure trial'

type Answer = 'as before' | 'rewritten' | 'gone' | 'timeout'

/** The small web; what becomes of a page that is asked for is decided by its address. */
function world(t: TestContext, answer: (url: string) => Answer, options: Partial<SmallWebOptions> = {}) {
  const web = openSmallWeb(options)
  const fetcher = {
    ...web.parts.fetcher,
    fetchPage: async (...[request, onStart]: Parameters<typeof web.parts.fetcher.fetchPage>): Promise<PageFetch> => {
      const fetched = await web.parts.fetcher.fetchPage(request, onStart)
      const how = answer(request.url)
      const { result } = fetched
      if (how === 'as before' || result.response === undefined) return fetched
      if (how === 'rewritten') {
        const body = new TextEncoder().encode(new TextDecoder().decode(result.response.body).replace('four', 'two'))
        return { ...fetched, result: { ...result, response: { ...result.response, body } } }
      }
      return { ...fetched, result: { outcome: how, route: 'http', reason: how, archive: null, elapsedMs: 1 } }
    },
  }
  const parts = { ...web.parts, fetcher, stalePages: staleByAge(defaultSettings.freshness, systemClock) }
  const conductor = new Conductor(parts)
  t.after(async () => {
    await conductor.close()
    web.store.close()
  })
  const taskId = createTask(parts, { query: 'Does silverleaf tea lower blood pressure?' }).task_id
  const search = (query = QUERY) => conductor.search(taskId, query, { wait_seconds: 60 }, {})
  const update = (signal?: AbortSignal) =>
    runUpdate(parts, conductor, { taskId }, signal === undefined ? {} : { signal })
  return { ...web, parts, conductor, taskId, search, update }
}

test('ADR 0033: an update that finds everything as it was says so, and asks every page once though two searches read it', async (t) => {
  const web = world(t, () => 'as before')
  await web.search()
  await web.search(QUERY.toUpperCase())
  await web.conductor.search(web.taskId, QUERY, { refute: true, wait_seconds: 60 }, {})
  web.asked.splice(0)

  const { changes, delta, searches } = await web.update()

  const pages = web.asked.filter((what) => what.startsWith('page'))
  assert.equal(new Set(pages).size, pages.length)
  assert.deepEqual([changes, delta.sources, delta.new_findings], [0, [], []])
  assert.deepEqual([delta.pages_asked, delta.pages_unchanged], [pages.length, pages.length])
  assert.deepEqual(
    searches.map(({ options }) => options.refute ?? false),
    [false, true],
    'each question once',
  )
})

test('ADR 0033: a rewritten page, a page that is gone and one that cannot be reached are told apart; what is known is not told again', async (t) => {
  let run = 0
  const web = world(t, (url) => {
    if (run === 0) return 'as before'
    if (url.includes('clinic')) return 'rewritten'
    return url.includes('registry') ? 'gone' : 'timeout'
  })
  await web.search()
  run = 1
  const first = await web.update()
  const second = await web.update()
  run = 0
  const third = await web.update()

  const told = (outcome: typeof first) => outcome.delta.sources.map(({ change, url }) => [change, new URL(url).host])
  assert.deepEqual(told(first), [
    ['changed', 'clinic.example'],
    ['unreachable', 'journal.example'],
    ['gone', 'registry.example'],
  ])
  const [changed] = first.delta.sources
  assert.deepEqual(
    changed?.change === 'changed'
      ? changed.rewrites.map(({ was, now }) => [was.match(/four|two/)?.[0], now?.match(/four|two/)?.[0]])
      : [],
    [['four', 'two']],
  )
  assert.deepEqual(told(second), [['unreachable', 'journal.example']])
  assert.equal(second.changes, 0, 'a page that could not be reached is no change')
  assert.deepEqual(told(third), [
    ['changed', 'clinic.example'],
    ['back', 'registry.example'],
  ])
  assert.deepEqual(
    web.store.updates.finished(web.taskId, 10).map(({ changes }) => changes),
    [third.changes, 0, first.changes],
  )
})

test('ADR 0033, LYRA 5.4: a paper that was withdrawn since is told, with the verdict that fell with it', async (t) => {
  const RETRACTED = { source: 'crossref' as const, is_retracted: true, retraction_notice: '10.5555/notice' }
  let isRetracted = false
  const none = { outcome: 'not_found' as const, reason: null, items: [] }
  const openalex: AcademicSource = {
    name: 'openalex',
    search: async () => ({ source: 'openalex', outcome: 'ok', reason: null, items: [paper('trial')] }),
    lookUp: async () => ({ source: 'openalex', ...none }),
  }
  const crossref: AcademicSource = {
    name: 'crossref',
    lookUp: async () => {
      const items: Paper[] = isRetracted ? [paper('trial', RETRACTED)] : []
      return { source: 'crossref', outcome: 'ok', reason: null, items }
    },
  }
  const web = world(t, () => 'as before', { sources: [openalex, crossref] })
  await web.search()
  await web.conductor.settle(web.taskId)
  isRetracted = true

  const { delta } = await web.update()

  assert.deepEqual(
    delta.sources.map((one) => [one.change, one.title, one.change === 'retracted' ? one.notice : null]),
    [['retracted', paper('trial').title, '10.5555/notice']],
  )
  const [fallen] = delta.changed_findings.filter(({ after }) => after.status === 'superseded')
  assert.equal(fallen?.reason, 'its source was retracted')
})

test('ADR 0033: an update that was interrupted goes on, and is compared with how the task stood when it began', async (t) => {
  let run = 0
  const stop = new AbortController()
  const web = world(t, (url) => {
    if (run === 1 && url.includes('second')) stop.abort(new Error('power cut'))
    return run === 1 && url.includes('clinic') && !url.includes('second') ? 'rewritten' : 'as before'
  })
  await web.search()
  await web.search('silverleaf tea second question')
  run = 1
  await assert.rejects(web.update(stop.signal))
  run = 2
  web.asked.splice(0)

  const { delta, searches } = await web.update()

  assert.deepEqual(
    delta.sources.map(({ change, url }) => [change, new URL(url).pathname]),
    [['changed', '/silverleaf-tea-blood-pressure-trial']],
  )
  assert.equal(searches.filter(({ error }) => error === null).length, 2)
  assert.equal(
    web.asked.some((what) => what === `engine ${QUERY}`),
    false,
    'the search that had ended is not repeated',
  )
})

test('ADR 0033: a task without a search has nothing to repeat', async (t) => {
  const web = world(t, () => 'as before')
  await assert.rejects(web.update(), { code: 'INVALID_PARAMS' })
})
