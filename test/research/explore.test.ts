import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { defaultSettings, type Settings } from '../../src/domain/settings.ts'
import { createTask } from '../../src/research/tasks.ts'
import { type ExploreWebOptions, openExploreWeb, QUERY, SITE } from './explore-web.ts'

function world(t: TestContext, options: Partial<ExploreWebOptions> = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'lyra-explore-'))
  const path = options.path ?? join(folder, 'lyra.db')
  const web = openExploreWeb({ path, ...options })
  t.after(async () => {
    await web.conductor.close()
    web.store.close()
    rmSync(folder, { recursive: true, force: true })
  })
  return { ...web, path }
}

type World = ReturnType<typeof world>

const newTask = (web: World, more = {}) =>
  createTask(web.parts, { query: 'Does silverleaf tea help?', ...more }).task_id

function followed(web: World, taskId: string) {
  return web.store.events
    .ofTask(taskId, 500)
    .filter(({ kind }) => kind === 'link_followed')
    .map(({ subject_id: url, data }) => [url?.replace(SITE, ''), data.place, data.depth, data.from])
}

const linkRows = (web: World, searchId: string) =>
  web.store.searches
    .pagesOf(searchId)
    .filter(({ found_by: by }) => by.startsWith('link:'))
    .map(({ url, found_by, outcome, counts_toward_budget: counts }) => [
      url.replace(SITE, ''),
      found_by,
      outcome,
      counts,
    ])

const withExplore = (changes: Partial<Settings['explore']>): Settings => ({
  ...defaultSettings,
  explore: { ...defaultSettings.explore, ...changes },
})

test('REQ 3.1.2: a search follows links inside the sites it read, contents first, two deep, each with its reason', async (t) => {
  const web = world(t)
  const taskId = newTask(web)

  const answer = await web.conductor.search(taskId, QUERY, {}, {})

  assert.deepEqual(followed(web, taskId), [
    ['/secret', 'contents', 1, `${SITE}/`],
    ['/section-3', 'contents', 1, `${SITE}/`],
    ['/silverleaf-tea-blood-pressure-table', 'sitemap', 1, `${SITE}/`],
    ['/note', 'related', 2, `${SITE}/section-3`],
    ['https://blog.example/more', 'related', 1, 'https://blog.example/tea'],
  ])
  assert.deepEqual(linkRows(web, answer.search_id), [
    ['/secret', 'link:contents', 'robots_denied', true],
    ['/section-3', 'link:contents', 'ok', true],
    ['/silverleaf-tea-blood-pressure-table', 'link:sitemap', 'ok', true],
    ['/note', 'link:related', 'ok', true],
    ['https://blog.example/more', 'link:related', 'ok', true],
  ])
  assert.ok(web.asked.includes(`${SITE}/note from ${SITE}/section-3`))
  assert.equal(answer.pages_fetched, 6)
  assert.equal(web.store.pages.byUrl(`${SITE}/note`)?.title, 'Note')
})

test('REQ 3.1.2: a page that was followed is caused by the link, and the choice of sites is a decision with its inputs', async (t) => {
  const web = world(t)
  const taskId = newTask(web, { priority_domains: ['blog.example'] })

  const answer = await web.conductor.search(taskId, QUERY, {}, {})

  const link = web.store.events.ofTask(taskId, 500).find(({ subject_id: url }) => url === `${SITE}/note`)
  const row = web.store.searches.pagesOf(answer.search_id).find(({ url }) => url === `${SITE}/note`)
  assert.equal(row?.cause_id, link?.id)
  const [decision] = web.store.db.prepare("SELECT outcome FROM decisions WHERE kind = 'explore_sites'").all()
  const sites = JSON.parse(String(decision?.outcome)) as { domain: string; standing: string }[]
  assert.deepEqual(
    sites.map(({ domain, standing }) => [domain, standing]),
    [
      ['blog.example', 'priority domain'],
      ['guideline.example', 'unlisted'],
    ],
  )
})

test('REQ 3.1.2: only what the search has left is used, and the setting turns it off', async (t) => {
  const tight = world(t)
  const off = world(t, { settings: withExplore({ enabled: false }) })
  const small = world(t, { settings: withExplore({ domain_pages: 1, sitemaps: false }) })
  const shallow = world(t, { settings: withExplore({ depth: 1, sitemaps: false }) })
  const links = async (web: World, options = {}) => {
    const taskId = newTask(web)
    await web.conductor.search(taskId, QUERY, options, {})
    return followed(web, taskId).map(([url]) => url)
  }

  assert.deepEqual(await links(tight, { max_pages: 3 }), ['/secret'])
  assert.deepEqual(await links(off), [])
  assert.deepEqual(await links(small), ['/secret', 'https://blog.example/more'])
  assert.deepEqual(await links(shallow), ['/secret', '/section-3', 'https://blog.example/more'])
})

test('REQ 3.1.2: what the task has read is not asked for again; the next query follows its own links', async (t) => {
  const web = world(t)
  const taskId = newTask(web)
  await web.conductor.search(taskId, QUERY, {}, {})
  web.asked.length = 0

  await web.conductor.search(taskId, 'silverleaf tea blood pressure history', {}, {})

  assert.deepEqual(
    web.asked.filter((what) => what.startsWith('http')),
    [`${SITE}/secret from ${SITE}/`, `${SITE}/jobs from ${SITE}/`],
  )
})

test('LYRA 6.1: a search stopped among its links goes on exactly there, and follows the same ones', async (t) => {
  const whole = world(t)
  const wholeTask = newTask(whole)
  await whole.conductor.search(wholeTask, QUERY, {}, {})
  const { promise: reached, resolve: reach } = Promise.withResolvers<void>()
  const first = world(t, {
    onAsk: (what, signal) => {
      if (what !== `${SITE}/silverleaf-tea-blood-pressure-table`) return Promise.resolve()
      reach()
      return new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))
    },
  })
  const taskId = newTask(first)
  const call = first.conductor.search(taskId, QUERY, {}, {})
  const parked = assert.rejects(call, { code: 'CANCELLED' })
  await reached
  await first.conductor.close()
  await parked
  const second = world(t, { path: first.path })

  assert.equal(second.conductor.resume(), 1)
  await second.conductor.settle(taskId)

  const [again] = second.store.searches.ofTask(taskId)
  const [one] = whole.store.searches.ofTask(wholeTask)
  assert.deepEqual(linkRows(second, again?.id ?? ''), linkRows(whole, one?.id ?? ''))
  assert.deepEqual(
    second.asked.filter((what) => what.startsWith('http')),
    [
      `${SITE}/silverleaf-tea-blood-pressure-table from ${SITE}/`,
      `${SITE}/note from ${SITE}/section-3`,
      'https://blog.example/more from https://blog.example/tea',
    ],
  )
})
