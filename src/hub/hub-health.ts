import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import type { Sql } from './connection.ts'

const HEALTH = fileURLToPath(new URL('./health.sql', import.meta.url))
const count = z.number()
const health = z.object({
  searches: z.object({ queued: count, running: count, done: count, failed: count, cancelled: count }),
  /** Searches that a worker could begin now, and how long the first of them has waited. */
  ready: count,
  oldest_ready_seconds: count,
  workers_busy: count,
  leases_lost: count,
  tasks: count,
  publications: count,
  merge_seconds: count,
  merges_waiting: count,
  lanes_held: count,
  connections: count,
  max_connections: count,
  database_bytes: count,
})

export type HubHealth = z.infer<typeof health>

export async function installHealth(sql: Sql): Promise<void> {
  await sql.run(readFileSync(HEALTH, 'utf8'))
}

/** Counts of the whole team, whoever asks. */
export async function hubHealth(sql: Sql): Promise<HubHealth> {
  const [row] = await sql.rows(z.object({ health }), 'SELECT hub.health() AS health')
  if (row === undefined) throw new Error('hub.health() returned no row')
  return row.health
}

interface Sample {
  readonly name: string
  readonly help: string
  readonly kind: 'gauge'
  readonly labels: Readonly<Record<string, string>>
  readonly value: number
}

/** In the form that `lyra metrics` prints. */
export function healthMetrics(of: HubHealth): readonly Sample[] {
  const one = (name: string, help: string, value: number): Sample => ({
    ...{ name: `lyra_hub_${name}`, help, kind: 'gauge', labels: {}, value },
  })
  return [
    ...Object.entries(of.searches).map(([state, value]) => ({
      ...one('searches', 'Searches by what became of them', value),
      labels: { state },
    })),
    one('searches_ready', 'Searches that a worker could begin now', of.ready),
    one('oldest_ready_seconds', 'How long the first of them has waited', of.oldest_ready_seconds),
    one('workers_busy', 'Workers that have a search and keep its lease', of.workers_busy),
    one('leases_lost', 'Searches whose worker was not heard of and that nobody has taken yet', of.leases_lost),
    one('tasks', 'Tasks of the team', of.tasks),
    one('publications', 'Bundles that were merged, of the tasks that are there', of.publications),
    one('merge_seconds', 'Time that their merges took', of.merge_seconds),
    one('merges_waiting', 'Merges in line behind the one under way', of.merges_waiting),
    one('lanes_held', 'Sites that a worker is asking', of.lanes_held),
    one('connections', 'Connections to the database', of.connections),
    one('connections_max', 'Connections that the server allows', of.max_connections),
    one('database_bytes', 'Size of the database', of.database_bytes),
  ]
}
