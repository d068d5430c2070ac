import assert from 'node:assert/strict'
import { test } from 'node:test'
import { LyraError } from '../../src/domain/errors.ts'
import { markScreened } from '../../src/domain/screened.ts'
import { AT, fragment, lookAt, page, search, task, testStore } from './graph-fixture.ts'

const LATER = '2025-11-15T10:00:00.000Z'

test('REQ 3.2.1: a task comes back as it went in', () => {
  using opened = testStore()
  const { store } = opened
  const given = task('task_1', { budget: { max_pages: 7, max_seconds: 90 }, language: null })

  store.tasks.insert(given)

  assert.deepEqual(store.tasks.get('task_1'), given)
  assert.equal(store.tasks.get('task_2'), null)
})

test('REQ 3.2.1: stopping a task keeps its end, searching again forgets it', () => {
  using opened = testStore()
  const { store } = opened
  store.tasks.insert(task('task_1'))

  store.tasks.stop('task_1', { status: 'completed', final_status: 'partial', reason: '予算切れ', at: LATER })
  const stopped = store.tasks.get('task_1')
  store.tasks.setStatus('task_1', 'exploring', LATER)
  const reopened = store.tasks.get('task_1')

  assert.deepEqual(
    [stopped?.status, stopped?.final_status, stopped?.stop_reason, stopped?.stopped_at],
    ['completed', 'partial', '予算切れ', LATER],
  )
  assert.deepEqual(
    [reopened?.status, reopened?.final_status, reopened?.stop_reason, reopened?.stopped_at, reopened?.updated_at],
    ['exploring', null, null, null, LATER],
  )
})

test('REQ 3.1.7: seconds of work add up and metrics keep their latest value', () => {
  using opened = testStore()
  const { store } = opened
  store.tasks.insert(task('task_1'))

  store.tasks.addSeconds('task_1', 1.5)
  store.tasks.addSeconds('task_1', 2)
  store.tasks.setMetric('task_1', 'harvest_rate', 0.4, AT)
  store.tasks.setMetric('task_1', 'harvest_rate', 0.6, LATER)
  store.tasks.setMetric('task_1', 'claims', 12, AT)

  assert.equal(store.tasks.get('task_1')?.seconds_used, 3.5)
  assert.deepEqual(store.tasks.metrics('task_1'), { claims: 12, harvest_rate: 0.6 })
})

test('REQ 3.2.1: changing a task that is not there is TASK_NOT_FOUND', () => {
  using opened = testStore()
  const { store } = opened

  assert.throws(
    () => store.tasks.setStatus('task_no', 'paused', AT),
    (error) => error instanceof LyraError && error.code === 'TASK_NOT_FOUND',
  )
})

test('tasks are listed newest first, up to the limit', () => {
  using opened = testStore()
  const { store } = opened
  for (const n of [1, 2, 3]) store.tasks.insert(task(`task_${n}`, { created_at: `2025-11-1${n}T00:00:00.000Z` }))

  const ids = store.tasks.list(2).map(({ id }) => id)

  assert.deepEqual(ids, ['task_3', 'task_2'])
})

test('REQ 5.1.2: a search is stored, changed and listed; refutation is a column of its own', () => {
  using opened = testStore()
  const { store } = opened
  store.tasks.insert(task('task_1'))
  const row = search('s_1', 'task_1', { options: { refute: true, engines: ['mojeek'] }, warnings: ['brave: 429'] })

  store.searches.insert(row)
  const changed = { ...row, status: 'satisfied' as const, has_primary_source: true, finished_at: LATER }
  store.searches.update(changed)

  assert.deepEqual(store.searches.get('s_1'), changed)
  assert.deepEqual(store.searches.ofTask('task_1'), [changed])
  assert.equal(store.db.prepare('SELECT is_refutation FROM queries').get()?.is_refutation, 1)
  assert.throws(
    () => store.searches.update(search('s_9', 'task_1')),
    (error) => error instanceof LyraError && error.code === 'NOT_FOUND',
  )
})

test('REQ 3.1.7: pages looked at are counted toward the budget of the task, each outcome once a search', () => {
  using opened = testStore()
  const { store } = opened
  store.tasks.insert(task('task_1'))
  store.searches.insert(search('s_1', 'task_1'))
  store.searches.insert(search('s_2', 'task_1'))
  const first = page('page_1')
  store.searches.addSerpItems(
    's_1',
    [
      markScreened({
        title: 'T',
        url: first.url,
        snippet: 'S',
        date: null,
        engine: 'mojeek',
        rank: 1,
        source_tag: 'web',
      }),
    ],
    'cause_test',
  )

  lookAt(store, 's_1', [first, page('page_2')])
  lookAt(store, 's_1', [first])
  store.searches.savePage({
    query_id: 's_2',
    url: first.url,
    page_id: 'page_1',
    found_by: 'citation',
    outcome: 'not_modified',
    reason: 'already known',
    attempts: [],
    counts_toward_budget: false,
    cause_id: 'cause_test',
  })

  assert.equal(store.searches.pagesUsed('task_1'), 2)
  assert.deepEqual(
    store.searches.pagesOf('s_1').map(({ url }) => url),
    ['https://example.org/page_1', 'https://example.org/page_2'],
  )
  assert.equal(store.searches.pagesOf('s_2')[0]?.counts_toward_budget, false)
  assert.equal(store.db.prepare('SELECT page_id FROM serp_items').get()?.page_id, 'page_1')
})

test('REQ 3.3: the ranks of a search are saved once a fragment', () => {
  using opened = testStore()
  const { store } = opened
  store.tasks.insert(task('task_1'))
  store.searches.insert(search('s_1', 'task_1'))
  store.pages.save(page('page_1'))
  store.fragments.saveAll([fragment('frag_1', 'page_1')])
  const row = { query_id: 's_1', fragment_id: 'frag_1', bm25: 3.2, embedding: 0.7, final_score: 0.81, kept: false }

  store.searches.saveFragments([row])
  store.searches.saveFragments([{ ...row, kept: true }])

  assert.deepEqual(
    store.db
      .prepare('SELECT fragment_id, final_score, kept FROM search_fragments')
      .all()
      .map((r) => ({ ...r })),
    [{ fragment_id: 'frag_1', final_score: 0.81, kept: 1 }],
  )
})
