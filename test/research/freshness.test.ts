import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { PAGE_TYPES } from '../../src/domain/page.ts'
import { defaultSettings } from '../../src/domain/settings.ts'
import { Conductor } from '../../src/research/conductor.ts'
import { staleByAge } from '../../src/research/freshness.ts'
import { claimTimeline } from '../../src/research/graph/claim-timeline.ts'
import { createTask } from '../../src/research/tasks.ts'
import { page } from '../store/graph-fixture.ts'
import { openSmallWeb } from './small-web.ts'

const DAY = 86_400_000

test('REQ 5.1.2: how long a page stays fresh depends on its kind; an index’s abstract has no age', () => {
  const seen = '2025-01-01T00:00:00.000Z'
  const after = (days: number) => {
    const stale = staleByAge(defaultSettings.freshness, {
      now: () => Date.parse(seen) + days * DAY,
      sleep: async () => {},
    })
    const kinds = PAGE_TYPES.filter((page_type) =>
      stale(0, { ...page('p'), route: 'http', page_type, fetched_at: seen }),
    )
    return [kinds, stale(0, { ...page('p'), route: 'api', fetched_at: seen })] as const
  }

  assert.deepEqual(after(0.5), [[], false])
  assert.deepEqual(after(1), [['listing'], false])
  assert.deepEqual(after(3), [['forum', 'listing'], false])
  const other = ['login_wall', 'register', 'record', 'other']
  assert.deepEqual(after(14), [['article', 'forum', 'listing', 'product', 'service', ...other], false])
  assert.deepEqual(after(180)[0].length, PAGE_TYPES.length)
})

test('REQ 5.1.2: what was seen unchanged is as fresh as on that day', () => {
  const stale = staleByAge(defaultSettings.freshness, { now: () => Date.parse('2025-02-01'), sleep: async () => {} })
  const article = { ...page('p'), route: 'http', page_type: 'article', fetched_at: '2024-01-01' } as const

  assert.equal(stale(0, article), true)
  assert.equal(stale(0, { ...article, checked_at: '2025-01-30' }), false)
})

/** Every known page is old, and the second search is answered with this status. */
async function searchTwice(t: TestContext, outcome: 'ok' | 'not_found') {
  const folder = mkdtempSync(join(tmpdir(), 'lyra-freshness-'))
  const web = openSmallWeb({ path: join(folder, 'lyra.db') })
  let searches = 0
  const { fetcher } = web.parts
  const fetchPage: typeof fetcher.fetchPage = async (request) => {
    const got = await fetcher.fetchPage(request)
    if (searches < 2 || outcome === 'ok') return got
    return { ...got, result: { outcome, route: 'http', reason: 'Not found', archive: null, elapsedMs: 1 } }
  }
  const conductor = new Conductor({ ...web.parts, stalePages: () => true, fetcher: { warnings: [], fetchPage } })
  t.after(async () => {
    await conductor.close()
    await web.conductor.close()
    web.store.close()
    rmSync(folder, { recursive: true, force: true })
  })
  const taskId = createTask(web.parts, { query: 'Does silverleaf tea help?', budget: {} }).task_id
  for (searches = 1; searches <= 2; searches += 1) await conductor.search(taskId, 'silverleaf tea', { fresh: true }, {})
  return { web, taskId }
}

test('REQ 3.1.2: a page that is gone stays as it was read, and the claim’s timeline tells of it', async (t) => {
  const { web, taskId } = await searchTwice(t, 'not_found')
  const [, second] = web.store.searches.ofTask(taskId)
  const [claim] = web.store.claims.ofTask(taskId)

  const looked = web.store.searches.pagesOf(second?.id ?? '')
  const told = claimTimeline(web.parts, claim?.id ?? '')?.entries.filter(({ what }) => what.includes('no longer'))

  assert.equal(looked.length, 3)
  for (const one of looked) assert.deepEqual([one.outcome, one.page_id === null], ['ok', false])
  assert.match(looked[0]?.reason ?? '', /^kept as seen at .*; asked for again: not_found$/)
  assert.match(told?.[0]?.what ?? '', /^\w+\.example no longer has the page \(not_found\), last seen \d{4}-\d\d-\d\d$/)
})

test('REQ 5.1.2: each known page is asked for once in a search, and the revisit is an event', async (t) => {
  const { web, taskId } = await searchTwice(t, 'ok')

  const pages = web.asked.filter((what) => what.startsWith('page '))
  const revisits = web.store.events.ofTask(taskId, 1000).filter(({ kind }) => kind === 'page_revisited')

  assert.equal(pages.length, 6)
  assert.equal(revisits.length, 3)
})
