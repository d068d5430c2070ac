import { createHash } from 'node:crypto'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { HubConnection } from '../../src/hub/connection.ts'
import { exportParquet } from '../../src/hub/export-parquet.ts'
import { hubHealth } from '../../src/hub/hub-health.ts'
import { hubViewNames, readRows } from '../../src/hub/read-rows.ts'
import { mergeSlice, newHub, writeSliceOf } from '../../test/hub/hub-world.ts'
import { REST } from '../../test/hub/parity-rows.ts'
import type { Postgres } from '../../test/hub/postgres.ts'
import { type TestStore, testStore } from '../../test/store/graph-fixture.ts'
import { type BigGraphSize, buildBigGraph } from '../graph/big-graph.ts'

export const HUNDRED_THOUSAND: BigGraphSize = {
  tasks: 20,
  claimsPerTask: 5000,
  stancesPerClaim: 4,
  citations: 20_000,
  pagesPerTask: 500,
  fragmentsPerPage: 6,
}
export const FEW: BigGraphSize = { ...HUNDRED_THOUSAND, tasks: 4, claimsPerTask: 100, citations: 200, pagesPerTask: 30 }

export interface Parity {
  readonly claims: number
  readonly views: number
  readonly rows: number
  /** Views whose rows are others, and those that say nothing because they have none. */
  readonly different: readonly string[]
  readonly empty: readonly string[]
  readonly mergeMs: readonly number[]
  readonly slowest: { readonly view: string; readonly ms: number }
  readonly databaseBytes: number
  readonly parquet: { readonly ms: number; readonly bytes: number; readonly rows: number; readonly files: number }
}

/** The same slices into a home of SQLite and into the hub, then every row of every view of the two, by hash. */
export async function compareViews(
  postgres: Postgres,
  folder: string,
  size: BigGraphSize,
  say: (line: string) => void,
): Promise<Parity> {
  const hub = await newHub(await postgres.database())
  using merged = testStore()
  const mergeMs = await fill(hub, merged, { folder, size, say })
  await hub.run('ANALYZE')
  merged.store.db.exec('ANALYZE')
  const [different, empty]: [string[], string[]] = [[], []]
  let [rows, slowest] = [0, { view: '', ms: 0 }]
  const views = await hubViewNames(hub)
  for (const view of views) {
    const started = performance.now()
    const there = await hub.transaction((sql) => digest(readRows(sql, `SELECT * FROM lyra.${view}`)))
    const ms = Math.round(performance.now() - started)
    const here = await digest(merged.store.db.prepare(`SELECT * FROM ${view}`).iterate())
    say(`${view}: ${there.rows} rows, ${ms} ms, ${there.hash === here.hash ? 'equal' : 'DIFFERENT'}`)
    if (there.hash !== here.hash || there.rows !== here.rows) different.push(view)
    if (here.rows === 0) empty.push(view)
    rows += here.rows
    if (ms > slowest.ms) slowest = { view, ms }
  }
  const parquet = await timedExport(hub, join(folder, 'evidence'))
  const { database_bytes: databaseBytes } = await hubHealth(hub)
  await hub.close()
  const claims = size.tasks * size.claimsPerTask
  return { claims, views: views.length, rows, different, empty, mergeMs, slowest, databaseBytes, parquet }
}

async function timedExport(hub: HubConnection, out: string): Promise<Parity['parquet']> {
  const started = performance.now()
  const { bytes, rows, files } = await exportParquet(hub, out, 'task')
  return { ms: Math.round(performance.now() - started), bytes, rows, files }
}

interface Filling {
  readonly folder: string
  readonly size: BigGraphSize
  readonly say: (line: string) => void
}

async function fill(hub: HubConnection, merged: TestStore, { folder, size, say }: Filling): Promise<number[]> {
  using made = testStore()
  const { taskIds } = buildBigGraph(made.store.db, size)
  made.store.db.exec(REST)
  made.store.db.exec('ANALYZE')
  say(`${taskIds.length} tasks of ${size.claimsPerTask} claims are made`)
  const mergeMs: number[] = []
  for (const [n, taskId] of taskIds.entries()) {
    const path = writeSliceOf(made.store, taskId, folder)
    merged.store.slices.merge({ path, taskId, isolated: false, dryRun: false, screen: (_, row) => row })
    const started = performance.now()
    await mergeSlice(hub, path, taskId)
    mergeMs.push(performance.now() - started)
    rmSync(path)
    if (n % 5 === 4) say(`${n + 1} tasks merged, the last in ${Math.round(mergeMs.at(-1) ?? 0)} ms`)
  }
  // A home makes its review queue anew after an import; a hub shows the one that the worker made.
  merged.store.db.exec(`ATTACH '${join(made.folder, 'lyra.db')}' AS made`)
  merged.store.db.exec('INSERT INTO review_items SELECT * FROM made.review_items')
  merged.store.db.exec('DETACH made')
  return mergeMs
}

/** Of the rows as a set: their hashes in order, hashed. */
async function digest(rows: Iterable<object> | AsyncIterable<object>) {
  const hashes: string[] = []
  for await (const row of rows) hashes.push(hashOf(JSON.stringify(Object.entries(row))))
  return { rows: hashes.length, hash: hashOf(hashes.sort().join('')) }
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('base64')
}
