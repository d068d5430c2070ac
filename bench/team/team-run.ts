import { join } from 'node:path'
import { z } from 'zod'
import type { HubConnection } from '../../src/hub/connection.ts'
import { setBundleFolder } from '../../src/hub/hub-settings.ts'
import { addSearch, addTask } from '../../src/hub/hub-tasks.ts'
import { newHub, shortLease } from '../../test/hub/hub-world.ts'
import type { Postgres } from '../../test/hub/postgres.ts'
import { PAGES, publishedTasks, QUESTION } from '../../test/hub/team-world.ts'
import { median } from '../bench.ts'
import { disturb } from './kill-storm.ts'
import { crashOf, ended, startWorker } from './worker-processes.ts'

export interface Team {
  readonly workers: number
  /** Kills of workers and cuts of connections, together. */
  readonly kills: number
  readonly tasks: number
  readonly say: (line: string) => void
}

export interface TeamFigures {
  readonly seconds: number
  readonly searches: number
  readonly mergeMs: readonly number[]
  readonly waitMs: readonly number[]
  readonly runMs: readonly number[]
  /** Publications, and the searches that they are of: one each. */
  readonly publications: number
  readonly published: number
  readonly tries: number
  readonly kills: number
  readonly cuts: number
  /** Workers that ended by themselves, though told to wait for the hub. */
  readonly crashes: number
  readonly conclusions: readonly (string | null)[]
}

/** A killed worker is missed after this. */
const LEASE_SECONDS = 5

/** Five tries protect from a search that kills its workers; here it is not the search that does. */
export async function forStorms(hub: HubConnection): Promise<void> {
  await shortLease(hub, LEASE_SECONDS)
  await hub.run('UPDATE hub_queue.queue SET retry_limit = 1000')
}

/** Two searches of one page each. Searches of one task wait for each other, tasks do not. */
async function queueTask(hub: HubConnection): Promise<void> {
  const taskId = await addTask(hub, { question: QUESTION, config: {}, shared: true })
  for (const page of PAGES.slice(0, 2)) await addSearch(hub, { taskId, query: '', options: { targets: [page] } })
}

export async function runTeam(root: string, postgres: Postgres, folder: string, team: Team): Promise<TeamFigures> {
  const { workers, kills, tasks } = team
  const url = await postgres.database()
  const hub = await newHub(url)
  await forStorms(hub)
  await setBundleFolder(hub, join(folder, `bundles-${workers}-${kills}`))
  for (let n = 0; n < tasks; n += 1) await queueTask(hub)
  const started = performance.now()
  const pool = Array.from({ length: workers }, (_, n) =>
    startWorker({ root, url, home: join(folder, `w${n}-${kills}`) }),
  )
  const disturbed = await disturb({
    ...{ hub, pool, events: kills, seed: 25, leastOpen: workers * 4 },
    again: (n) => startWorker({ root, url, home: join(folder, `again${n}-${kills}`) }),
    moreWork: () => queueTask(hub),
  })
  await Promise.all(pool.map(ended))
  const crashes = pool.map(crashOf).filter((told) => told !== null)
  for (const told of crashes) team.say(`a worker ended by itself: ${told}`)
  const seconds = Math.round((performance.now() - started) / 100) / 10
  const figures = await figuresOf(hub)
  const conclusions = (await publishedTasks(hub)).map((task) => task.conclusions_sha256)
  await hub.close()
  return { seconds, ...figures, ...disturbed, conclusions, crashes: crashes.length }
}

const figureRow = z.object({
  merge_ms: z.array(z.number()),
  wait_ms: z.array(z.number()),
  run_ms: z.array(z.number()),
  publications: z.number(),
  published: z.number(),
  searches: z.number(),
  tries: z.number(),
})
/** The wait of the first search of a task: those after it wait for it, not for a worker. */
const FIGURES = `SELECT array_agg(p.merge_ms) AS merge_ms, count(*) AS publications,
    count(DISTINCT p.search_id) FILTER (WHERE s.state = 'done') AS published,
    (SELECT count(*) FROM hub.searches) AS searches, sum(s.attempts) AS tries,
    array_agg(extract(epoch FROM s.finished_at - s.started_at)::float8 * 1000) AS run_ms,
    array_agg(extract(epoch FROM s.started_at - s.created_at)::float8 * 1000) FILTER (WHERE p.generation = 1) AS wait_ms
  FROM hub.publications p JOIN hub.searches s ON s.id = p.search_id`

async function figuresOf(hub: HubConnection) {
  const [row] = await hub.rows(figureRow, FIGURES)
  if (row === undefined) throw new Error('no publications')
  const { merge_ms: mergeMs, wait_ms: waitMs, run_ms: runMs, ...counts } = row
  return { mergeMs, waitMs, runMs, ...counts }
}

export const middle = (values: readonly number[]): number => Math.round(median(values))
