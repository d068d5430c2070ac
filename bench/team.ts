import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { seededRandom } from '../src/domain/random.ts'
import type { HubConnection } from '../src/hub/connection.ts'
import { setBundleFolder } from '../src/hub/hub-settings.ts'
import { addSearch, addTask } from '../src/hub/hub-tasks.ts'
import { newHub } from '../test/hub/hub-world.ts'
import { NO_POSTGRES, type Postgres, startPostgres } from '../test/hub/postgres.ts'
import { FEW_CLAIMS, onOneMachine, PAGES, publishedTasks, QUESTION } from '../test/hub/team-world.ts'
import { type Bench, type BenchOptions, type BenchResult, median } from './bench.ts'

/** Two searches each; `--set small` for a machine that has other work. */
const TASKS = 4
const FEW_TASKS = 2
const TEAMS = [1, 2, 4]
/** A killed worker is missed after this. */
const LEASE_SECONDS = 5

/** Workers of a hub as processes of their own, over a replayed web; the same again while they are killed. */
export const team: Bench = {
  about: '1, 2 and 4 workers on one PostgreSQL: throughput, merge time, wait in the queue; killed at random',
  run: async (options) => {
    if (NO_POSTGRES !== false) throw new Error(NO_POSTGRES)
    const folder = mkdtempSync(join(tmpdir(), 'lyra-bench-team-'))
    await using postgres = await startPostgres()
    try {
      return await measure(options, postgres, folder)
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  },
}

async function measure(options: BenchOptions, postgres: Postgres, folder: string): Promise<BenchResult> {
  const tasks = options.set === 'small' ? FEW_TASKS : TASKS
  const numbers: Record<string, number | string | null> = { bench: 'team', tasks, searches: tasks * 2 }
  const rows: BenchResult['rows'][number][] = []
  const alone = await onOneMachine(folder, 'task_alone', PAGES.slice(0, 2))
  options.say('one machine: done')
  for (const [workers, kills] of [...TEAMS.map((size) => [size, 0] as const), [2, options.runs] as const]) {
    const run = await teamRun(options, postgres, folder, { workers, kills, tasks })
    const name = kills === 0 ? `workers_${workers}` : 'killed'
    const equal = run.conclusions.filter((hash) => hash === alone).length
    Object.assign(numbers, {
      [`${name}_seconds`]: run.seconds,
      [`${name}_searches_per_minute`]: Math.round((tasks * 2 * 600) / run.seconds) / 10,
      [`${name}_merge_ms_median`]: run.mergeMs,
      [`${name}_wait_ms_median`]: run.waitMs,
      [`${name}_published`]: run.published,
      [`${name}_tasks_equal`]: equal,
      ...(kills === 0 ? {} : { kills: run.kills, connections_cut: run.cuts, tries: run.tries }),
    })
    const what = kills === 0 ? `${workers} workers` : `2 workers, ${run.kills} killed, ${run.cuts} connections cut`
    options.say(`${what}: ${run.seconds} s, ${equal} of ${tasks} tasks equal`)
    rows.push({
      what: `A team: ${tasks * 2} searches by ${what}`,
      measured: `${run.seconds} s; merge ${run.mergeMs} ms; ${run.published} published, ${equal} tasks equal`,
      baseline: 'one machine, one home',
      target: 'each search once, every task equal',
    })
  }
  return { numbers, rows }
}

interface Team {
  readonly workers: number
  readonly kills: number
  readonly tasks: number
}

async function teamRun(options: BenchOptions, postgres: Postgres, folder: string, { workers, kills, tasks }: Team) {
  const url = await postgres.database()
  const hub = await newHub(url)
  await setBundleFolder(hub, join(folder, `bundles-${workers}-${kills}`))
  for (let n = 0; n < tasks; n += 1) {
    const taskId = await addTask(hub, { question: QUESTION, config: {}, shared: true })
    for (const page of PAGES.slice(0, 2)) await addSearch(hub, { taskId, query: '', options: { targets: [page] } })
  }
  const started = performance.now()
  const pool = Array.from({ length: workers }, (_, n) => startWorker(options.root, url, join(folder, `w${n}-${kills}`)))
  const disturbed = await disturb(hub, pool, kills, () =>
    startWorker(options.root, url, join(folder, `again-${kills}`)),
  )
  await Promise.all(pool.map(ended))
  const seconds = Math.round((performance.now() - started) / 100) / 10
  const figures = await figuresOf(hub)
  const conclusions = (await publishedTasks(hub)).map((task) => task.conclusions_sha256)
  await hub.close()
  return { seconds, ...figures, ...disturbed, conclusions }
}

function startWorker(root: string, url: string, home: string): ChildProcess {
  const settings = Object.entries(FEW_CLAIMS).flatMap(([name, value]) => ['--set', `${name}=${value}`])
  const replay = ['--replay', join(root, 'demo', 'demo-web.warc.gz')]
  const args = ['worker', '--until-empty', '--lease', String(LEASE_SECONDS), '--home', home, ...replay, ...settings]
  return spawn(process.execPath, [join(root, 'bin', 'lyra'), ...args], {
    env: { ...process.env, LYRA_HUB: url },
    stdio: 'ignore',
  })
}

function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve()
  return new Promise((resolve) => child.once('exit', () => resolve()))
}

const CUT = `SELECT count(pg_terminate_backend(pid)) AS n FROM pg_stat_activity
  WHERE datname = current_database() AND pid <> pg_backend_pid() AND application_name = 'lyra'
    AND backend_start > now() - interval '1 hour' AND state <> 'active'`

/** Kills workers, and cuts their connections between, at times that a seed draws; each is followed by a new one. */
async function disturb(hub: HubConnection, pool: ChildProcess[], kills: number, again: () => ChildProcess) {
  const random = seededRandom(25)
  let [killed, cuts] = [0, 0]
  for (let n = 0; n < kills; n += 1) {
    await new Promise((resolve) => setTimeout(resolve, 1000 + random.next() * 6000))
    const open = await hub.rows(
      z.object({ n: z.number() }),
      `SELECT count(*) AS n FROM hub.searches
      WHERE state IN ('queued', 'running')`,
    )
    if (open[0]?.n === 0) break
    if (n % 3 === 2) {
      cuts += (await hub.rows(z.object({ n: z.number() }), CUT))[0]?.n ?? 0
      continue
    }
    const alive = pool.filter((child) => child.exitCode === null && child.signalCode === null)
    const victim = alive[Math.floor(random.next() * alive.length)]
    if (victim === undefined) continue
    victim.kill('SIGKILL')
    await ended(victim)
    killed += 1
    pool.push(again())
  }
  return { kills: killed, cuts }
}

const figureRow = z.object({
  merge_ms: z.array(z.number()),
  wait_ms: z.array(z.number()),
  published: z.number(),
  tries: z.number(),
})
/** The wait of the first search of a task: those after it wait for it, not for a worker. */
const FIGURES = `SELECT array_agg(p.merge_ms) AS merge_ms, count(DISTINCT p.search_id) AS published,
    sum(s.attempts) AS tries,
    array_agg(extract(epoch FROM s.started_at - s.created_at)::float8 * 1000) FILTER (WHERE p.generation = 1) AS wait_ms
  FROM hub.publications p JOIN hub.searches s ON s.id = p.search_id`

async function figuresOf(hub: HubConnection) {
  const [row] = await hub.rows(figureRow, FIGURES)
  if (row === undefined) throw new Error('no publications')
  const { merge_ms, wait_ms, published, tries } = row
  return { mergeMs: Math.round(median(merge_ms)), waitMs: Math.round(median(wait_ms)), published, tries }
}
