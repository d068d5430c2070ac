import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { parquetReadObjects } from 'hyparquet'
import { z } from 'zod'
import { buildBigGraph } from '../../bench/graph/big-graph.ts'
import { connectHub, type HubConnection } from '../../src/hub/connection.ts'
import { exportParquet } from '../../src/hub/export-parquet.ts'
import { queryHub } from '../../src/hub/hub-query.ts'
import { addUser } from '../../src/hub/people.ts'
import { hubViewNames } from '../../src/hub/read-rows.ts'
import { testStore } from '../store/graph-fixture.ts'
import { folderFor, mergeSlice, newHub, writeSliceOf } from './hub-world.ts'
import { REST } from './parity-rows.ts'
import { NO_POSTGRES, type Postgres, startPostgres } from './postgres.ts'

const skip = NO_POSTGRES
const SIZE = { tasks: 4, claimsPerTask: 40, stancesPerClaim: 4, citations: 60, pagesPerTask: 30, fragmentsPerPage: 3 }
/** Passages that are gone, statements that were others, and refutations that came later. */
const LATER = `
  UPDATE fragments SET superseded_at = '2026-03-01T00:00:00.000Z' WHERE rowid % 6 = 0;
  INSERT INTO page_statements (page_id, position, was, said_from, said_until, cause_id)
    SELECT id, 0, 'It was so.', '2024-01', '2025-03', 'c' FROM pages WHERE rowid % 4 = 0;
  UPDATE claims SET created_at = '2025-05-02T10:00:00.000Z' WHERE rowid % 2 = 0;
  UPDATE edges SET created_at = '2025-05-02T12:00:00.000Z' WHERE rowid % 5 = 0;
  UPDATE edges SET counted = 1 WHERE relation IN ('supports', 'refutes');
  UPDATE claims SET confidence = (rowid % 10) / 10.0;`
const DOCUMENT = join(import.meta.dirname, '..', '..', 'docs', 'hub-analysis.md')

let postgres: Postgres
let url: string
let hub: HubConnection
let tasks: readonly string[]
const cleaning: (() => void)[] = []
const folder = folderFor({ after: (clean) => cleaning.push(clean) })

before(async () => {
  if (skip) return
  postgres = await startPostgres()
  url = await postgres.database()
  hub = await newHub(url)
  using made = testStore()
  tasks = buildBigGraph(made.store.db, SIZE).taskIds
  made.store.db.exec(REST)
  made.store.db.exec(LATER)
  for (const taskId of tasks) await mergeSlice(hub, writeSliceOf(made.store, taskId, folder), taskId)
  await hub.run(`UPDATE hub.tasks SET created_at = '2025-12-31T23:30:00Z' WHERE id = $1`, [tasks[0]])
})
after(async () => {
  for (const clean of cleaning) clean()
  if (skip) return
  await hub.close()
  await postgres[Symbol.asyncDispose]()
})

async function read(path: string): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const bytes = readFileSync(path)
  const file = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer
  return parquetReadObjects({ file })
}

const filesOf = (place: string) =>
  readdirSync(place, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.parquet'))
    .sort()

/** Whole numbers are 64 bits wide in the files. */
const plain = (row: object) =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, typeof value === 'bigint' ? Number(value) : value]),
  )
const sorted = (rows: readonly object[]) =>
  rows.map((row) => JSON.stringify(Object.entries(row).sort(([a], [b]) => (a < b ? -1 : 1)))).sort()

test('ADR 0057: the files of every view hold the rows of the view, each in the partition of its task', {
  skip,
}, async () => {
  const out = join(folder, 'by-task')
  const told = await exportParquet(hub, out, 'task')

  const views = await hubViewNames(hub)
  assert.ok(views.length >= 21)
  for (const view of [...views, 'claims', 'edges', 'pages']) {
    const files = filesOf(join(out, view))
    const there = await Promise.all(files.map((file) => read(join(out, view, file))))
    const here = await hub.rows(z.looseObject({}), `SELECT * FROM lyra.${view}`)
    assert.deepEqual(sorted(there.flat().map(plain)), sorted(here), view)
    assert.deepEqual(told.views[view], { rows: here.length, files: files.length })
    for (const [n, file] of files.entries())
      for (const row of there[n] ?? [])
        if (row.task_id !== undefined) assert.equal(file, `task=${row.task_id}/0.parquet`)
  }
  assert.deepEqual(JSON.parse(readFileSync(join(out, 'export.json'), 'utf8')), told)
  assert.equal(existsSync(`${out}.partial`), false)
})

test('ADR 0057: equal rows make equal files, and a folder that is there is left alone', { skip }, async () => {
  const out = join(folder, 'again')
  await exportParquet(hub, out, 'task')
  for (const file of filesOf(out))
    assert.ok(readFileSync(join(out, file)).equals(readFileSync(join(folder, 'by-task', file))), file)
  await assert.rejects(exportParquet(hub, out, 'task'), { code: 'INVALID_PARAMS' })
  await assert.rejects(exportParquet(hub, join(folder, 'no', 'such'), 'task'), { code: 'INVALID_PARAMS' })
})

test('ADR 0057: by month a task is in the month in which it was made, by UTC', { skip }, async () => {
  const out = join(folder, 'by-month')
  await exportParquet(hub, out, 'month')

  const months = readdirSync(join(out, 'claims')).sort()
  assert.equal(months.length, 2)
  assert.equal(months[0], 'month=2025-12')
  const rows = await read(join(out, 'claims', 'month=2025-12', '0.parquet'))
  assert.deepEqual([...new Set(rows.map((row) => row.task_id))], [tasks[0]])
})

test('ADR 0057: an export holds what its user may see', { skip }, async () => {
  await hub.run(`UPDATE hub.tasks SET visibility = CASE WHEN id = $1 THEN 'shared' ELSE 'private' END`, [tasks[1]])
  const { token } = await addUser(hub, 'reader1', 'reader')
  const reader = await connectHub(postgres.as(url, 'reader1', token))
  const out = join(folder, 'of-a-reader')
  await exportParquet(reader, out, 'task')
  await reader.close()

  assert.deepEqual(readdirSync(join(out, 'claims')), [`task=${tasks[1]}`])
  assert.deepEqual(readdirSync(join(out, 'v_findings')), [`task=${tasks[1]}`])
})

/** What the test asks of DuckDB. */
interface Duckdb {
  readonly DuckDBInstance: {
    create(path: string): Promise<{
      connect(): Promise<{
        run(sql: string): Promise<unknown>
        runAndReadAll(sql: string): Promise<{ getRowObjectsJson(): readonly Record<string, unknown>[] }>
        closeSync(): void
      }>
    }>
  }
}

/** 70 MB, and not for every platform: no dependency, used where somebody has put it there. */
const PROGRAM: string = '@duckdb/node-api'
const duckdb: Duckdb | null = await import(PROGRAM).catch(() => null)
const noDuckdb = duckdb === null ? `needs DuckDB (npm install --no-save ${PROGRAM})` : false

/** What the page asks; the first block tells DuckDB where the files lie. */
function documented(): { readonly setUp: string; readonly questions: ReadonlyMap<string, string> } {
  const text = readFileSync(DOCUMENT, 'utf8')
  const blocks = [...text.matchAll(/(?:### ([^\n]+)\n[^`]*(?:`[^`\n]+`[^`]*)*)?```sql [^\n]*\n([^`]+)```/g)]
  const [setUp, ...rest] = blocks.map(([, title = '', sql = '']) => [title, sql] as const)
  assert.ok(setUp)
  return { setUp: setUp[1], questions: new Map(rest) }
}

/** Numbers to nine digits: the two engines add in their own order. */
const rounded = (rows: readonly object[]) =>
  rows.map((row) =>
    Object.fromEntries(
      Object.entries(plain(row)).map(([name, value]) => [
        ...[name, typeof value === 'number' ? Number(value.toPrecision(9)) : value],
      ]),
    ),
  )

test('ADR 0057: DuckDB answers the five questions of the page over the files as PostgreSQL does on the hub', {
  skip: skip || noDuckdb,
}, async () => {
  assert.ok(duckdb)
  const { setUp, questions } = documented()
  const instance = await duckdb.DuckDBInstance.create(':memory:')
  const connection = await instance.connect()
  await connection.run('SET autoinstall_known_extensions = false; SET autoload_known_extensions = false')
  await connection.run(setUp.replaceAll("'evidence/", `'${join(folder, 'by-task')}/`))

  assert.deepEqual(
    [...questions.keys()],
    [
      'Which sources change most?',
      'Which claims of last year were refuted since?',
      'Which sources stand most often against the rest?',
      'Which tasks rest on old evidence?',
      'Which page would cost most claims if it fell?',
    ],
  )
  for (const [question, sql] of questions) {
    const there = (await connection.runAndReadAll(sql)).getRowObjectsJson()
    const { rows } = await queryHub(hub, sql)
    const numbers = there.map((row, n) =>
      Object.fromEntries(
        Object.entries(row).map(([name, value]) => [name, typeof rows[n]?.[name] === 'number' ? Number(value) : value]),
      ),
    )
    assert.ok(rows.length >= 3, question)
    assert.deepEqual(rounded(numbers), rounded(rows), question)
  }
  connection.closeSync()
})
