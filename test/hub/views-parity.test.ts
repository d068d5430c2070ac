import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { after, before, test } from 'node:test'
import { z } from 'zod'
import { buildBigGraph } from '../../bench/graph/big-graph.ts'
import type { HubConnection } from '../../src/hub/connection.ts'
import { globPattern } from '../../src/hub/hub-views.ts'
import { insertInto } from '../../src/store/statements.ts'
import { type TestStore, testStore, VIEW_FOLDER } from '../store/graph-fixture.ts'
import { folderFor, mergeSlice, newHub, writeSliceOf } from './hub-world.ts'
import { REST } from './parity-rows.ts'
import { NO_POSTGRES, type Postgres, startPostgres } from './postgres.ts'

const VIEWS = readdirSync(VIEW_FOLDER).map((file) => file.replace(/\.sql$/u, ''))
const SIZE = { tasks: 6, claimsPerTask: 30, stancesPerClaim: 6, citations: 300, pagesPerTask: 30, fragmentsPerPage: 4 }

let postgres: Postgres
let hub: HubConnection
let merged: TestStore

before(async () => {
  if (NO_POSTGRES) return
  const cleaning: (() => void)[] = []
  const folder = folderFor({ after: (work) => cleaning.push(work) })
  postgres = await startPostgres()
  hub = await newHub(await postgres.database())
  merged = testStore()
  using made = testStore()
  const { taskIds } = buildBigGraph(made.store.db, SIZE)
  made.store.db.exec(REST)
  for (const taskId of taskIds) {
    const path = writeSliceOf(made.store, taskId, folder)
    const screen = (_: string, row: Record<string, string | number | bigint | null | Uint8Array>) => row
    merged.store.slices.merge({ path, taskId, isolated: false, dryRun: false, screen })
    await mergeSlice(hub, path, taskId)
  }
  // A home makes this list anew instead of taking it over.
  for (const row of made.store.db.prepare('SELECT * FROM review_items').all())
    merged.store.db.prepare(insertInto('review_items', Object.keys(row))).run(row)
  for (const clean of cleaning) clean()
})

after(async () => {
  if (NO_POSTGRES) return
  merged[Symbol.dispose]()
  await hub.close()
  await postgres[Symbol.asyncDispose]()
})

/** Rows as a set, in an order of their own. */
function sorted(rows: readonly object[]): readonly object[] {
  const text = (row: object) => JSON.stringify(Object.values(row))
  return rows.map((row) => ({ ...row })).sort((a, b) => (text(a) < text(b) ? -1 : 1))
}

for (const view of VIEWS)
  test(`the hub: ${view} gives the rows on PostgreSQL that it gives on SQLite`, { skip: NO_POSTGRES }, async () => {
    const there = await hub.rows(z.looseObject({}), `SELECT * FROM lyra.${view}`)
    const here = merged.store.db.prepare(`SELECT * FROM ${view}`).all()

    assert.notEqual(here.length, 0)
    assert.deepEqual(sorted(there), sorted(here))
  })

test('the hub: a pattern of GLOB is the same pattern as a regular expression', () => {
  assert.equal(globPattern('[12][0-9]-*'), '^[12][0-9]-.*$')
  assert.equal(globPattern('*[ぁ-ヿ]*'), '^.*[ぁ-ヿ].*$')
  assert.equal(globPattern('a.b?(c)'), '^a\\.b.\\(c\\)$')
})

test('the hub: a list that is none breaks no view for the others', { skip: NO_POSTGRES }, async () => {
  const timeline = 'SELECT count(*) AS n FROM lyra.v_timeline'
  const counted = async () => (await hub.rows(z.object({ n: z.number() }), timeline))[0]?.n ?? 0
  const before = await counted()
  await hub.run(`UPDATE lyra.records SET entities = 'no list' WHERE id = (SELECT min(id) FROM lyra.records)`)
  const after = await counted()
  assert.ok(after > 0 && after < before, `${before} ${after}`)
})
