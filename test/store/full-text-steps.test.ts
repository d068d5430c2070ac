import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { createAnalyser, termSource } from '../../src/rank/tokens.ts'
import type { TermSource, VectorTarget } from '../../src/store/index-types.ts'
import { migrate } from '../../src/store/migrate.ts'
import type { OpenedStore } from '../../src/store/open-store.ts'
import {
  AT,
  claim,
  fragment,
  lookAt,
  openAt,
  page,
  search,
  stance,
  task,
  temporaryFolder,
  testStore,
} from './graph-fixture.ts'

const terms = termSource(await createAnalyser())

function indexAll(store: OpenedStore): number {
  const of = (target: VectorTarget) =>
    store.texts.save(target, store.texts.prepare(target, store.texts.missing(target, 100)))
  return of('claim') + of('fragment')
}

/** Two tasks over two pages; frag_3 belongs to both tasks. */
function filled(source: TermSource = terms) {
  const opened = testStore(source)
  const { store } = opened
  for (const [n, pages] of [
    [1, ['page_1', 'page_2']],
    [2, ['page_2']],
  ] as const) {
    store.tasks.insert(task(`task_${n}`))
    store.searches.insert(search(`s_${n}`, `task_${n}`))
    for (const id of pages) store.pages.save(page(id))
    lookAt(
      store,
      `s_${n}`,
      pages.map((id) => page(id)),
    )
  }
  store.fragments.saveAll([
    fragment('frag_1', 'page_1', { text_content: 'Silverleaf tea lowers blood pressure.', heading_context: 'Trials' }),
    fragment('frag_2', 'page_1', { text_content: '銀葉茶は血圧を下げる。', heading_context: null }),
    fragment('frag_3', 'page_2', { text_content: 'The tea contains caffeine.', heading_context: null }),
  ])
  store.claims.saveAll([
    claim('claim_1', 'task_1', 'frag_1', { claim_text: 'Silverleaf tea lowers blood pressure.' }),
    claim('claim_2', 'task_2', 'frag_3', { claim_text: 'The tea contains caffeine.' }),
  ])
  store.edges.saveStance(stance('frag_3', 'claim_1', 'neutral', 0.8))
  return { opened, store }
}

const find = (store: OpenedStore, query: string, target: VectorTarget = 'fragment') =>
  store.texts.search({ target, query, topK: 10 }).hits.map(({ id }) => id)
/** Rows of the index itself, counted where FTS5 keeps one line for each. */
const indexRows = (store: OpenedStore) =>
  ['fragment', 'claim'].map((target) => store.db.prepare(`SELECT count(*) AS n FROM ${target}_terms_docsize`).get()?.n)

test('EXPLORE 4.4.7: claims are indexed in the transaction that saves them, fragments when their entry is saved', () => {
  const { opened, store } = filled()
  using _ = opened
  assert.deepEqual(find(store, 'tea', 'claim'), ['claim_2', 'claim_1'])
  assert.deepEqual(find(store, 'tea'), [])
  assert.deepEqual([store.texts.missingCount('claim'), store.texts.missingCount('fragment')], [0, 3])

  assert.equal(indexAll(store), 3)

  assert.deepEqual(find(store, 'teas'), ['frag_3', 'frag_1'])
  assert.deepEqual(find(store, 'trial'), ['frag_1'])
  assert.deepEqual(indexRows(store), [3, 2])
  assert.equal(indexAll(store), 0)
})

test('EXPLORE 4.4.7: a transaction that is undone leaves no entry', () => {
  const { opened, store } = filled()
  using _ = opened
  assert.throws(
    () =>
      store.write(() => {
        indexAll(store)
        store.claims.saveAll([claim('claim_3', 'task_1', 'frag_2', { claim_text: '血圧が下がる。' })])
        throw new Error('power loss')
      }),
    /power loss/,
  )
  assert.deepEqual(indexRows(store), [0, 2])
  assert.deepEqual(find(store, '血圧', 'claim'), [])
  assert.equal(store.texts.missingCount('fragment'), 3)
})

test('a text that changes leaves the index at once and comes back with its new words', () => {
  const { opened, store } = filled()
  using _ = opened
  indexAll(store)

  store.db.exec("UPDATE fragments SET text_content = 'Nettle tea does nothing.' WHERE id = 'frag_1'")
  store.db.exec("UPDATE claims SET claim_text = 'Nettle tea does nothing.' WHERE id = 'claim_1'")
  const between = [find(store, 'silverleaf'), find(store, 'nettle'), find(store, 'silverleaf', 'claim')]
  const again = indexAll(store)

  assert.deepEqual(between, [[], [], []])
  assert.equal(again, 2)
  assert.deepEqual([find(store, 'nettle'), find(store, 'nettle', 'claim')], [['frag_1'], ['claim_1']])
  store.fragments.setCluster('frag_1', 'dup_1')
  assert.equal(store.texts.missingCount('fragment'), 0)
})

test('an entry of a text that changed or went since it was analysed is not written', () => {
  const { opened, store } = filled()
  using _ = opened
  const entries = store.texts.prepare('fragment', store.texts.missing('fragment', 10))
  store.db.exec("UPDATE fragments SET heading_context = 'Doubts' WHERE id = 'frag_1'")
  store.db.exec("DELETE FROM fragments WHERE id = 'frag_2'")

  assert.equal(store.texts.save('fragment', entries), 1)

  assert.deepEqual(indexRows(store), [1, 2])
  assert.deepEqual(
    store.texts.missing('fragment', 10).map(({ id, text }) => [id, text]),
    [['frag_1', 'Doubts\nSilverleaf tea lowers blood pressure.']],
  )
})

test('FEEDBACK 2: a fragment called irrelevant is no longer found', () => {
  const { opened, store } = filled()
  using _ = opened
  indexAll(store)
  store.fragments.markIrrelevant('frag_3')
  assert.deepEqual(store.texts.search({ target: 'fragment', query: 'tea', topK: 5 }).totalSearched, 2)
  assert.deepEqual(find(store, 'tea'), ['frag_1'])
})

test('GRAPH 2: soft takes the claims and their words out of the index, hard the fragments too, a dry run nothing', () => {
  const { opened, store } = filled()
  using _ = opened
  indexAll(store)
  const order = { taskId: 'task_1', ownFiles: [], at: AT, causeId: 'cause_test' }

  store.cleanup.run({ ...order, hard: true, dryRun: true })
  assert.deepEqual(indexRows(store), [3, 2])
  store.cleanup.run({ ...order, hard: false, dryRun: false })
  assert.deepEqual([indexRows(store), find(store, 'silverleaf', 'claim')], [[3, 1], []])
  store.cleanup.run({ ...order, taskId: null, hard: true, dryRun: false })

  const holds = (word: string) =>
    ['fragment', 'claim'].map((target) =>
      store.db
        .prepare(`SELECT block FROM ${target}_terms_data`)
        .all()
        .some(({ block }) => Buffer.from(block as Uint8Array).includes(word)),
    )
  assert.deepEqual(
    [holds('silverleaf'), holds('血圧'), holds('caffein')],
    [
      [false, false],
      [false, false],
      [true, true],
    ],
  )
  assert.deepEqual(indexRows(store), [1, 1])
  assert.deepEqual([find(store, 'silverleaf'), find(store, '血圧'), find(store, 'tea')], [[], [], ['frag_3']])
  assert.deepEqual(store.db.prepare('SELECT count(*) AS n FROM indexed_texts').get()?.n, 2)
})

test('a cascade of foreign keys takes entries along, and VACUUM moves none', () => {
  const { opened, store } = filled()
  using _ = opened
  indexAll(store)
  store.db.exec("DELETE FROM claims; DELETE FROM pages WHERE id = 'page_1'; VACUUM")
  assert.deepEqual(indexRows(store), [1, 0])
  assert.deepEqual(find(store, 'tea caffeine pressure'), ['frag_3'])
})

test('an analyser of another version makes every entry anew and never reads the old ones', () => {
  const { opened, store } = filled()
  using _ = opened
  indexAll(store)
  const whole: TermSource = {
    version: 'whole-words',
    termsOf: (text) => ({ terms: text.split(' '), pairs: [], compounds: [] }),
  }
  const other = openAt(store.path, undefined, whole)
  try {
    const before = [find(other, 'tea'), other.texts.missingCount('fragment'), other.texts.missingCount('claim')]
    const made = indexAll(other)

    assert.deepEqual(before, [[], 3, 2])
    assert.equal(made, 5)
    assert.deepEqual([find(other, 'tea'), find(other, 'teas')], [['frag_3', 'frag_1'], []])
    assert.deepEqual(indexRows(other), [3, 2])
  } finally {
    other.close()
  }
})

/** As the third migration left it. */
function databaseOfBefore(folder: string): string {
  const migrations = join(folder, 'migrations')
  cpSync(join(import.meta.dirname, '../../src/store/migrations'), migrations, { recursive: true })
  for (const file of readdirSync(migrations)) if (file > '0004') rmSync(join(migrations, file))
  const path = join(folder, 'old.db')
  const db = new DatabaseSync(path)
  migrate(db, migrations)
  db.exec(`INSERT INTO tasks (id, query, created_at, updated_at, status, max_pages, max_seconds, cause_id)
      VALUES ('task_1', 'q', '${AT}', '${AT}', 'created', 120, 1200, 'c');
    INSERT INTO pages (id, url, domain, route, outcome, fetched_at, cause_id)
      VALUES ('page_1', 'https://example.org/', 'example.org', 'http', 'ok', '${AT}', 'c');
    INSERT INTO fragments (id, page_id, fragment_type, text_content, text_hash, extraction_method, created_at, cause_id)
      VALUES ('frag_1', 'page_1', 'paragraph', 'Silverleaf tea.', 'h1', 'html', '${AT}', 'c'),
        ('frag_2', 'page_1', 'paragraph', '銀葉茶は血圧を下げる。', 'h2', 'html', '${AT}', 'c');
    INSERT INTO claims (id, task_id, search_id, claim_text, claim_type, expected_polarity, granularity, language,
        source_fragment_id, span_start, span_end, extraction_method, extraction_quality, created_at, cause_id)
      VALUES ('claim_1', 'task_1', 's_1', '血圧が下がる。', 'fact', 'affirm', 'atomic', 'ja', 'frag_2', 0, 5, 'builtin', 1, '${AT}', 'c')`)
  db.close()
  return path
}

test('EXPLORE 4.4.7: a home from before the index opens, misses all its entries and gets them', (t) => {
  const folder = temporaryFolder()
  t.after(folder.remove)

  const store = openAt(databaseOfBefore(folder.path), undefined, terms)
  try {
    assert.deepEqual([store.texts.missingCount('claim'), store.texts.missingCount('fragment')], [1, 2])
    assert.equal(indexAll(store), 3)
    assert.deepEqual([find(store, '血圧'), find(store, '血圧', 'claim')], [['frag_2'], ['claim_1']])
  } finally {
    store.close()
  }
})

test('with two processes writing, every fragment that is stored is found once and no other', async () => {
  using opened = testStore(terms)
  const { store } = opened
  store.pages.save(page('page_1'))
  const writer = spawn(process.execPath, [join(import.meta.dirname, 'full-text-writer.ts'), store.path])
  const ended = once(writer, 'exit')
  for (let step = 0; step < 100; step += 1) {
    store.fragments.saveAll([
      fragment(`own_${step}`, 'page_1', { text_content: `Silverleaf tea, sample ${step}, own.` }),
    ])
    store.texts.save('fragment', store.texts.prepare('fragment', store.texts.missing('fragment', 8)))
    store.texts.search({ target: 'fragment', query: 'silverleaf', topK: 5 })
    await wait(2)
  }
  const [code] = await ended
  indexAll(store)

  const found = store.texts.search({ target: 'fragment', query: 'silverleaf', topK: 500 })

  assert.equal(code, 0)
  assert.equal(found.totalSearched, 154)
  assert.deepEqual(
    found.hits.map(({ id }) => id).sort(),
    store.db
      .prepare('SELECT id FROM fragments ORDER BY id')
      .all()
      .map(({ id }) => id),
  )
  store.db.exec("INSERT INTO fragment_terms (fragment_terms, rank) VALUES ('integrity-check', 0)")
})
