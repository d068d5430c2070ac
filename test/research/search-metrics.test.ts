import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { atOnce } from '../../src/domain/in-turns.ts'
import type { Page } from '../../src/domain/page.ts'
import type { SearchRow } from '../../src/domain/task.ts'
import { DomainTrust } from '../../src/research/domain-trust.ts'
import { measureSearch, measuringNovelty, oneSided } from '../../src/research/search-metrics.ts'
import { createTask } from '../../src/research/tasks.ts'
import type { OpenedStore } from '../../src/store/open-store.ts'
import { fragment, lookAt, page, search, task, testStore } from '../store/graph-fixture.ts'
import { callOf } from './papers-run.ts'
import { openSmallWeb } from './small-web.ts'

test('REQ 3.3.2, 4.6: the decision on a search names n-gram share, duplicates and diversity of what it found', async (t: TestContext) => {
  const web = openSmallWeb()
  t.after(async () => {
    await web.conductor.close()
    web.store.close()
  })
  const { task_id: taskId } = createTask(web.parts, { query: 'Does silverleaf tea lower blood pressure?', budget: {} })
  await web.conductor.search(taskId, 'silverleaf tea blood pressure', {}, {})

  const row = web.store.db.prepare("SELECT inputs FROM decisions WHERE kind = 'search_status'").get()

  const { unique_ngram_share, duplicate_share, domain_diversity, largest_domain_share } = JSON.parse(
    String(row?.inputs),
  ) as Record<string, number>
  assert.deepEqual(
    { unique_ngram_share: unique_ngram_share?.toFixed(3), duplicate_share, domain_diversity, largest_domain_share },
    { unique_ngram_share: '0.833', duplicate_share: 0, domain_diversity: 1, largest_domain_share: 1 / 3 },
  )
})

test('REQ 7: a search says when a fifth of it is copies, or 60 % of it comes from one domain', () => {
  const found = (copies: number, ofOne: number) =>
    Array.from({ length: 10 }, (_, index) => ({
      domain: index < ofOne ? 'blog.example' : `site${index}.example`,
      cluster_id: index < copies ? 'dup_1' : null,
    }))
  assert.deepEqual(oneSided(found(3, 6)), [])
  assert.deepEqual(oneSided(found(4, 7)), [
    'duplicates: 30 % of the useful fragments repeat others (limit 20 %)',
    'diversity: 70 % of the useful fragments come from blog.example (limit 60 %)',
  ])
  assert.deepEqual(oneSided(found(9, 9).slice(0, 9)), [])
})

/** Two signs that no other has, over and over: numbers apart share no run of five. */
const note = (number: number) =>
  String.fromCharCode(0x4e00 + number * 3).repeat(20) + String.fromCharCode(0x4e01 + number * 3).repeat(20)

/** A page with ten fragments, numbered from `from`. */
function savePage(store: OpenedStore, id: string, from: number): Page {
  const saved = store.pages.save(page(id, { authors: [] })).page
  store.fragments.saveAll(
    Array.from({ length: 10 }, (_, at) => fragment(`${id}_${at}`, id, { text_content: note(from + at), position: at })),
  )
  return saved
}

/** A search that has looked at the pages, to be measured as often as asked. */
function searched(store: OpenedStore, id: string, pages: readonly Page[], keeps: (id: string) => boolean = () => true) {
  store.searches.insert(search(id, 'task_1'))
  lookAt(store, id, pages)
  // Best first is not the order of fetching.
  const kept = store.fragments.fetchedBy(id).filter((one) => keeps(one.id))
  return () =>
    measureSearch(
      { store, trust: new DomainTrust([], store.domains), clock: { now: () => 0, sleep: async () => {} } },
      callOf(search(id, 'task_1')),
      {
        ...{ row: rowOf(store, id), kept: kept.toReversed(), warnings: [], outOfBudget: false },
        novelty: atOnce(measuringNovelty(store, id, kept)),
      },
    )
}

function rowOf(store: OpenedStore, id: string): SearchRow {
  const row = store.searches.get(id)
  if (row === null) throw new Error(`there is no search ${id}`)
  return row
}

test('REQ 3.1.7.4: a search that finds again the twenty fragments the task has read is exhausted', () => {
  using opened = testStore()
  const { store } = opened
  store.tasks.insert(task('task_1'))
  const pages = [savePage(store, 'page_a', 0), savePage(store, 'page_b', 10)]
  const copies = [savePage(store, 'page_c', 0), savePage(store, 'page_d', 10)]
  const figures = ({ status, novelty_score }: SearchRow) => [status, novelty_score]

  const first = searched(store, 's_1', pages)
  assert.deepEqual(figures(first()), ['partial', 1])
  const again = searched(store, 's_2', pages)
  assert.deepEqual(figures(again()), ['exhausted', 0])
  const copied = searched(store, 's_3', copies)
  assert.deepEqual(figures(copied()), ['exhausted', 0])
  // Measured again, as after a crash or after its citations: it is not compared with what came later.
  assert.deepEqual(figures(first()), ['partial', 1])
})

test('LYRA 2.8: novelty is the share of the useful fragments that are new, wherever they were read', () => {
  using opened = testStore()
  const { store } = opened
  store.tasks.insert(task('task_1'))
  const pages = [savePage(store, 'page_z', 0), savePage(store, 'page_m', 10), savePage(store, 'page_a', 20)]
  searched(store, 's_1', pages.slice(0, 1))()

  // Of twelve useful fragments the ten of the known page say nothing new.
  const { status, novelty_score } = searched(
    store,
    's_2',
    pages,
    (id) => id.startsWith('page_z') || id === 'page_a_4' || id === 'page_m_1',
  )()

  assert.deepEqual([status, novelty_score], ['partial', 2 / 12])
})

test('REQ 3.1.7.4: a search that stopped reading stays exhausted, whatever its ranking kept', () => {
  using opened = testStore()
  const { store } = opened
  store.tasks.insert(task('task_1'))
  const measure = searched(store, 's_1', [savePage(store, 'page_z', 0)])
  assert.equal(measure().status, 'partial')
  const subject = { taskId: 'task_1', subjectType: 'search', subjectId: 's_1' }
  store.events.append({ kind: 'novelty_exhausted', ...subject, data: {}, causeId: 'cause_1' })

  assert.equal(measure().status, 'exhausted')
})

test('REQ 3.1.7.4: a page that a resumed search notes again keeps its place, and other tasks are not what this one knew', () => {
  using opened = testStore()
  const { store } = opened
  store.tasks.insert(task('task_1'))
  store.tasks.insert(task('task_2'))
  const pages = [savePage(store, 'page_z', 0), savePage(store, 'page_a', 10)]
  store.searches.insert(search('s_0', 'task_2'))
  lookAt(store, 's_0', pages)

  const measure = searched(store, 's_1', pages)
  lookAt(store, 's_1', pages.slice(0, 1))

  assert.deepEqual([...new Set(store.fragments.fetchedBy('s_1').map((one) => one.page_id))], ['page_z', 'page_a'])
  assert.deepEqual(store.fragments.knownBefore('s_1'), [])
  assert.equal(measure().novelty_score, 1)
})

test('REQ 3.1.7.3: what is clustered as copies after it was read is one source', () => {
  using opened = testStore()
  const { store } = opened
  store.tasks.insert(task('task_1'))
  const pages = ['a', 'b', 'c'].map((site) => {
    const saved = store.pages.save(page(`page_${site}`, { domain: `${site}.example`, authors: [] })).page
    store.fragments.saveAll([fragment(`f_${site}`, saved.id)])
    return saved
  })
  const measure = searched(store, 's_1', pages)
  assert.equal(measure().independent_sources, 3)
  for (const id of ['f_a', 'f_b', 'f_c']) store.fragments.setCluster(id, 'f_a')
  assert.equal(measure().independent_sources, 1)
})
