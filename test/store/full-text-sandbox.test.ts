import assert from 'node:assert/strict'
import { test } from 'node:test'
import { LyraError } from '../../src/domain/errors.ts'
import { createAnalyser, termSource } from '../../src/rank/tokens.ts'
import { openSandbox } from '../../src/store/sandbox/open-sandbox.ts'
import { claim, fragment, page, task, testStore } from './graph-fixture.ts'

const INDEXES = ['fragment_terms', 'claim_terms']
const INSIDE = ['data', 'idx', 'docsize', 'config']

/** Reads, each with the name it must be told does not exist. */
const READS: readonly (readonly [sql: string, absent: string])[] = [
  ...INDEXES.flatMap((name) => [
    [`SELECT * FROM ${name}`, name] as const,
    [`SELECT count(*) FROM main.${name}`, name] as const,
    [`SELECT rowid FROM ${name} WHERE ${name} MATCH 'hba1c'`, name] as const,
    [`SELECT rowid FROM ${name}('hba1c') ORDER BY rank`, name] as const,
    [`SELECT bm25(${name}) FROM ${name} WHERE terms MATCH 'hba1c'`, name] as const,
    [`SELECT highlight(${name}, 0, '<', '>') FROM ${name}`, name] as const,
    [`WITH x AS (SELECT rowid AS r FROM ${name}) SELECT c.id FROM claims c, x`, name] as const,
    [`SELECT (SELECT max(rowid) FROM "${name.toUpperCase()}")`, name] as const,
  ]),
  ...INDEXES.flatMap((name) =>
    INSIDE.flatMap((part) => [
      [`SELECT * FROM ${name}_${part}`, `${name}_${part}`] as const,
      [`SELECT count(*) FROM [${name}_${part}]`, `${name}_${part}`] as const,
    ]),
  ),
  ['SELECT * FROM indexed_texts', 'indexed_texts'],
  ['SELECT count(*) FROM indexed_texts', 'indexed_texts'],
  ['SELECT * FROM fts5vocab', 'fts5vocab'],
  ["SELECT * FROM fts5vocab('fragment_terms', 'instance')", 'fts5vocab'],
]

/** Orders and changes, each with the refusal it gets. */
const WRITES: readonly (readonly [sql: string, refusal: string])[] = INDEXES.flatMap((name) => [
  ...['rebuild', 'optimize', 'delete-all', 'flush'].map(
    (order) => [`INSERT INTO ${name}(${name}) VALUES ('${order}')`, notReading('INSERT')] as const,
  ),
  [`INSERT INTO ${name}(${name}, rank) VALUES ('integrity-check', 0)`, notReading('INSERT')],
  [`INSERT INTO ${name}(${name}, rank) VALUES ('rank', 'bm25(10.0)')`, notReading('INSERT')],
  [`CREATE VIRTUAL TABLE temp.seen USING fts5vocab('main', '${name}', 'row')`, notReading('CREATE')],
  [`CREATE VIRTUAL TABLE temp.mine USING fts5(a, content = '${name}')`, notReading('CREATE')],
  [`DROP TABLE ${name}`, notReading('DROP')],
  [
    `WITH x AS (SELECT 1) INSERT INTO ${name}(${name}) VALUES ('delete-all')`,
    'not authorized: INSERT is not allowed in query_graph',
  ],
  [`WITH x AS (SELECT 1) DELETE FROM ${name}`, `no such table: ${name}`],
  [`WITH x AS (SELECT 1) DELETE FROM ${name}_data`, `table ${name}_data may not be modified`],
  [`WITH x AS (SELECT 1) UPDATE ${name}_config SET v = 99`, `table ${name}_config may not be modified`],
])

function notReading(word: string): string {
  return `only SELECT, WITH and VALUES are allowed, not ${word}`
}

test('EXPLORE 4.2.1: the full-text index is no part of query_graph: absent to reads, refused to orders, unharmed', async () => {
  using opened = testStore(termSource(await createAnalyser()))
  const { store } = opened
  store.tasks.insert(task('task_1'))
  store.pages.save(page('page_1'))
  store.fragments.saveAll([fragment('frag_1', 'page_1')])
  store.claims.saveAll([claim('claim_1', 'task_1', 'frag_1', { claim_text: 'HbA1c fell by 0.7%.' })])
  store.texts.save('fragment', store.texts.prepare('fragment', store.texts.missing('fragment', 5)))
  const written = () => store.db.prepare('PRAGMA data_version').get()?.data_version
  const before = written()
  const sandbox = openSandbox({ dbPath: store.path, memoryMb: 128, maxAnswerBytes: 20_000 })
  const refusal = async (sql: string) => {
    try {
      return JSON.stringify(await sandbox.query(sql, { limit: 10, timeoutMs: 1000 }))
    } catch (error) {
      return error instanceof LyraError ? `${error.code}: ${error.message}` : String(error)
    }
  }
  try {
    for (const [sql, absent] of READS) assert.equal(await refusal(sql), `QUERY_REJECTED: no such table: ${absent}`, sql)
    for (const [sql, message] of WRITES) assert.equal(await refusal(sql), `QUERY_REJECTED: ${message}`, sql)
    assert.equal(
      await refusal("SELECT id FROM claims WHERE claims MATCH 'hba1c'"),
      'QUERY_REJECTED: not authorized to use function: MATCH: the function match() is not allowed in query_graph',
    )
    const listed = (await sandbox.schema()).map(({ name }) => name)
    assert.deepEqual(
      listed.filter((name) => /_terms|indexed_texts/.test(name)),
      [],
    )
    const { rows } = await sandbox.query('SELECT claim_text FROM claims', { limit: 10, timeoutMs: 1000 })
    assert.deepEqual(rows, [{ claim_text: 'HbA1c fell by 0.7%.' }])
  } finally {
    sandbox.close()
  }
  assert.equal(written(), before)
  for (const name of INDEXES) store.db.exec(`INSERT INTO ${name}(${name}, rank) VALUES ('integrity-check', 0)`)
  assert.deepEqual(
    store.texts.search({ target: 'claim', query: 'hba1c', topK: 3 }).hits.map(({ id }) => id),
    ['claim_1'],
  )
})
