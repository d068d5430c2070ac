import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connectHub, type HubConnection } from '../../src/hub/connection.ts'
import { mergeIntoHub } from '../../src/hub/merge-slice.ts'
import { migrateHub } from '../../src/hub/migrate.ts'
import type { SearchQueue } from '../../src/hub/queue/search-queue.ts'
import type { OpenedStore } from '../../src/store/open-store.ts'
import { VIEW_FOLDER } from '../store/graph-fixture.ts'

export async function newHub(url: string): Promise<HubConnection> {
  const hub = await connectHub(url)
  await migrateHub(hub, VIEW_FOLDER)
  return hub
}

/** Of searches that are queued from now on; shorter than people may set it. */
export async function shortLease(hub: HubConnection, seconds: number): Promise<void> {
  await hub.run('UPDATE hub_queue.queue SET heartbeat_seconds = $1', [seconds])
}

/** The worker of a search was not heard of for an hour, and pg-boss looks. */
export async function loseWorkers(hub: HubConnection, queue: SearchQueue): Promise<void> {
  await hub.run(`UPDATE hub_queue.job SET heartbeat_on = now() - interval '1 hour' WHERE state = 'active'`)
  await hub.run('UPDATE hub_queue.queue SET monitor_claim_on = NULL, monitor_on = NULL')
  await queue.supervise()
}

export function folderFor(t: { after(work: () => void): void }): string {
  const folder = mkdtempSync(join(tmpdir(), 'lyra-hub-test-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** The slice of a task, as its bundle would hold it. */
export function writeSliceOf(store: OpenedStore, taskId: string, folder: string): string {
  const path = join(folder, `${taskId}-${process.hrtime.bigint()}.sqlite`)
  store.slices.write({ taskId, path, withheld: [], hosts: [], secrets: [], placeOf: () => null })
  return path
}

/** Merges a slice as a publication does, without a bundle around it. */
export async function mergeSlice(hub: HubConnection, path: string, taskId: string) {
  return hub.transaction(async (sql) => {
    await sql.run('INSERT INTO hub.tasks (id, question) VALUES ($1, $1) ON CONFLICT DO NOTHING', [taskId])
    return mergeIntoHub(sql, path, taskId)
  })
}
