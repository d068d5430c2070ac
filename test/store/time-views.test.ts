import assert from 'node:assert/strict'
import { test } from 'node:test'
import { markScreened } from '../../src/domain/screened.ts'
import type { OpenedStore } from '../../src/store/open-store.ts'
import { AT, claim, fragment, lookAt, page, search, task, testStore } from './graph-fixture.ts'

/** A task with two searches, one in each language, and pages of both. */
function begin(store: OpenedStore, queries: readonly string[]): void {
  store.tasks.insert(task('task_1'))
  for (const [at, query] of queries.entries()) store.searches.insert(search(`s_${at}`, 'task_1', { query }))
}

/** A finding that these pages support and those deny, as the judge keeps it. */
function finding(store: OpenedStore, id: string, supports: readonly string[], refutes: readonly string[] = []): void {
  const fragmentId = `f_${id}`
  store.fragments.saveAll([fragment(fragmentId, supports[0] ?? '')])
  store.claims.saveAll([claim(`claim_${id}`, 'task_1', fragmentId, { claim_text: `What ${id} says` })])
  store.db
    .prepare(`INSERT INTO findings (id, task_id, claim_id, confidence, verification_status, supporting_sources,
      refuting_sources, relevance, rank_score, cause_id) VALUES (?, 'task_1', ?, 0.7, 'pending', 1, 0, 0.5, 0.5, 'c')`)
    .run(id, `claim_${id}`)
  const says = store.db.prepare(
    'INSERT INTO finding_sources (finding_id, page_id, relation, origin) VALUES (?, ?, ?, ?)',
  )
  for (const pageId of supports) says.run(id, pageId, 'supports', pageId)
  for (const pageId of refutes) says.run(id, pageId, 'refutes', pageId)
}

function pages(store: OpenedStore, languages: Readonly<Record<string, string>>): void {
  for (const [id, language] of Object.entries(languages)) {
    const one = page(id, { language })
    store.pages.save(one)
    lookAt(store, 's_0', [one])
  }
}

test('REQ 3.1.1: what is told in one language only is named with how the other was looked for', () => {
  using opened = testStore()
  const { store } = opened
  begin(store, ['limits of the drug', '薬の上限'])
  pages(store, { en1: 'en', en2: 'en-GB', ja1: 'ja' })
  finding(store, 'only_en', ['en1', 'en2'])
  finding(store, 'both', ['en1', 'ja1'])

  const gaps = store.timeViews.languageGaps('task_1')

  assert.deepEqual(
    gaps.map((one) => [one.gap, one.finding_id, one.language, one.sources, one.other_language]),
    [['one_language', 'only_en', 'en', 2, 'ja']],
  )
  assert.deepEqual([gaps[0]?.queries_in_other, gaps[0]?.pages_in_other], [1, 1])
})

test('REQ 3.1.1: findings that contradict each other across languages are told together, once', () => {
  using opened = testStore()
  const { store } = opened
  begin(store, ['limits', '上限'])
  pages(store, { en1: 'en', ja1: 'ja', en2: 'en' })
  finding(store, 'a', ['en1'])
  finding(store, 'b', ['ja1'])
  finding(store, 'denied', ['en2'], ['ja1'])
  const dispute = store.db.prepare('INSERT INTO finding_disputes (finding_id, opposing_finding_id) VALUES (?, ?)')
  dispute.run('a', 'b')
  dispute.run('b', 'a')

  const gaps = store.timeViews.languageGaps('task_1')

  assert.deepEqual(
    gaps.map((one) => [one.gap, one.finding_id, one.language, one.other_language, one.opposing_text]),
    [
      ['contradicting', 'a', 'en', 'ja', 'What b says'],
      ['contradicting', 'b', 'ja', 'en', 'What a says'],
      ['contradicting', 'denied', 'en', 'ja', null],
    ],
  )
})

test('REQ 3.1.1: a task in one language has no gaps, and a register has no language', () => {
  using opened = testStore()
  const { store } = opened
  begin(store, ['limits'])
  pages(store, { en1: 'en' })
  const register = page('reg', { language: 'ja', page_type: 'register' })
  store.pages.save(register)
  lookAt(store, 's_0', [register])
  finding(store, 'a', ['en1'])
  finding(store, 'r', ['reg'])

  assert.deepEqual(store.timeViews.languageGaps('task_1'), [])
})

test('REQ 3.1.1: the other language counts as asked where the search asked a translation', () => {
  using opened = testStore()
  const { store } = opened
  begin(store, ['limits'])
  pages(store, { en1: 'en' })
  finding(store, 'a', ['en1'])
  const expansion = { query: '上限', by: 'given' as const, term: null, synonym: null, similarity: null }
  store.trails.saveExpansions('s_0', 'cause', [expansion])

  const [gap] = store.timeViews.languageGaps('task_1')

  assert.deepEqual(
    [gap?.finding_id, gap?.other_language, gap?.queries_in_other, gap?.pages_in_other],
    ['a', 'ja', 1, 0],
  )
  assert.deepEqual(
    store.trails.expansionsOf('s_0').map(({ query }) => query),
    ['上限'],
  )
})

test('REQ 3.1.1, 3.4: records and those they name have a timeline of their dates, each with its archive record', () => {
  using opened = testStore()
  const { store } = opened
  begin(store, ['who'])
  const register = page('reg', { page_type: 'register', route: 'api' })
  store.pages.save(register)
  lookAt(store, 's_0', [register], 'gbizinfo')
  store.records.save(
    markScreened({
      ...{
        id: 'rec_1',
        page_id: 'reg',
        source: 'gbizinfo',
        kind: 'company',
        title: '株式会社加賀見製作所',
        licence: null,
      },
      ...{ is_primary: true, published_at: null, identifiers: [], warc_file: 'a.warc.gz', warc_record_id: '<urn:1>' },
      entities: [{ type: 'organisation', name: '株式会社加賀見製作所', role: 'subject' }],
      attributes: [
        { name: 'founded', value: '1951-02-03', path: '/a' },
        { name: 'updated', value: '2025-05-01', path: '/b' },
        { name: 'employees', value: '2014', path: '/c' },
      ],
      ...{ fetched_at: AT, cause_id: 'c' },
    }),
  )

  const rows = store.timeViews
    .of('task_1', '株式会社加賀見製作所')
    .filter(({ subject_type }) => subject_type === 'entity')

  assert.deepEqual(
    rows.map(({ at, event, warc_record_id }) => [at, event, warc_record_id]),
    [
      ['1951-02-03', 'founded', '<urn:1>'],
      ['2025-05-01', 'updated', '<urn:1>'],
    ],
  )
  assert.deepEqual(
    store.timeViews
      .subjects('task_1')
      .map(({ subject_type, subject_id, events }) => [subject_type, subject_id, events]),
    [
      ['entity', '株式会社加賀見製作所', 2],
      ['record', 'rec_1', 2],
    ],
  )
  assert.deepEqual(
    store.timeViews.of('task_1', 'rec_1').map(({ event }) => event),
    ['founded', 'updated'],
  )
})
