import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { NO_POSTGRES, type Postgres, startPostgres } from '../test/hub/postgres.ts'
import { onOneMachine, PAGES } from '../test/hub/team-world.ts'
import type { Bench, BenchOptions, BenchResult } from './bench.ts'
import { simulationRows } from './team/capacity.ts'
import { watchOneDomain } from './team/domain-pace.ts'
import { middle, runTeam, type TeamFigures } from './team/team-run.ts'
import { compareViews, FEW, HUNDRED_THOUSAND } from './team/view-parity.ts'

/** Two searches each; `--set small` for a machine that has other work. */
const TASKS = 4
const FEW_TASKS = 2
const TEAMS = [1, 2, 4]
const EVENTS = 100
const PARTS = ['workers', 'kills', 'views', 'pace'] as const

/**
 * Workers of a hub as processes of their own, over a replayed web; the same again while they are killed; every view on
 * 100,000 claims; one site that all are sent to; a simulation with the times that were measured.
 * `--set small` for all of it in small, `--set workers`, `kills`, `views` or `pace` for a part;
 * `--calls` says how many kills.
 */
export const team: Bench = {
  about: '1, 2 and 4 workers on one PostgreSQL, killed at random, views on 100,000 claims; simulated up to 100',
  run: async (options) => {
    if (NO_POSTGRES !== false) throw new Error(NO_POSTGRES)
    const folder = mkdtempSync(join(tmpdir(), 'lyra-bench-team-'))
    await using postgres = await startPostgres()
    try {
      return await measure({ options, postgres, folder, small: options.set === 'small' })
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  },
}

interface Place {
  readonly options: BenchOptions
  readonly postgres: Postgres
  readonly folder: string
  readonly small: boolean
}

type Part = { readonly numbers: Record<string, number | string | null>; readonly rows: BenchResult['rows'][number][] }

async function measure(place: Place): Promise<BenchResult> {
  const { set } = place.options
  const wants = (part: (typeof PARTS)[number]) => !PARTS.some((one) => one === set) || set === part
  const parts: Part[] = []
  if (wants('workers')) parts.push(await workers(place))
  if (wants('kills')) parts.push(await kills(place))
  if (wants('pace')) parts.push(await pace(place))
  if (wants('views')) parts.push(await views(place))
  return {
    numbers: Object.assign({ bench: 'team' }, ...parts.map(({ numbers }) => numbers)),
    rows: parts.flatMap(({ rows }) => rows),
  }
}

async function workers({ options, postgres, folder, small }: Place): Promise<Part> {
  const tasks = small ? FEW_TASKS : TASKS
  const part: Part = { numbers: { tasks, searches: tasks * 2 }, rows: [] }
  const alone = await onOneMachine(folder, 'task_alone', PAGES.slice(0, 2))
  options.say('one machine: done')
  const measured: TeamFigures[] = []
  for (const size of TEAMS) {
    const run = await runTeam(options.root, postgres, folder, { workers: size, kills: 0, tasks, say: options.say })
    measured.push(run)
    const equal = run.conclusions.filter((hash) => hash === alone).length
    const perMinute = Math.round((run.searches * 600) / run.seconds) / 10
    Object.assign(part.numbers, {
      [`workers_${size}_seconds`]: run.seconds,
      [`workers_${size}_searches_per_minute`]: perMinute,
      [`workers_${size}_search_ms_median`]: middle(run.runMs),
      [`workers_${size}_merge_ms_median`]: middle(run.mergeMs),
      [`workers_${size}_wait_ms_median`]: middle(run.waitMs),
      [`workers_${size}_published`]: run.published,
      [`workers_${size}_tasks_equal`]: equal,
    })
    options.say(`${size} workers: ${run.seconds} s, ${equal} of ${tasks} tasks equal`)
    part.rows.push({
      what: `A team: ${run.searches} searches by ${size} workers`,
      measured:
        `${run.seconds} s, ${perMinute} a minute; a search ${middle(run.runMs)} ms, its merge ` +
        `${middle(run.mergeMs)} ms, in the queue ${middle(run.waitMs)} ms (medians); ` +
        `${run.published} published, ${equal} of ${tasks} tasks equal`,
      baseline: 'one machine, one home',
      target: 'each search once, every task equal',
    })
  }
  const simulated = simulationRows(measured[0] as TeamFigures)
  Object.assign(part.numbers, simulated.numbers)
  part.rows.push(...simulated.rows)
  return part
}

async function kills({ options, postgres, folder, small }: Place): Promise<Part> {
  const tasks = small ? FEW_TASKS : TASKS
  const events = options.calls ?? (small ? options.runs : EVENTS)
  const alone = await onOneMachine(folder, 'task_undisturbed', PAGES.slice(0, 2))
  const run = await runTeam(options.root, postgres, folder, { workers: 2, kills: events, tasks, say: options.say })
  const equal = run.conclusions.filter((hash) => hash === alone).length
  const of = run.conclusions.length
  options.say(`2 workers, ${run.kills} killed, connections cut ${run.cuts} times: ${equal} of ${of} tasks equal`)
  return {
    numbers: {
      kills: run.kills,
      connection_cuts: run.cuts,
      killed_seconds: run.seconds,
      killed_searches: run.searches,
      killed_published: run.published,
      killed_publications: run.publications,
      killed_tries: run.tries,
      killed_crashes: run.crashes,
      killed_tasks: of,
      killed_tasks_equal: equal,
      killed_merge_ms_median: middle(run.mergeMs),
    },
    rows: [
      {
        what: `A team: 2 workers, ${run.kills} times one is killed, ${run.cuts} times all connections are cut`,
        measured:
          `${run.searches} searches in ${run.tries} tries and ${run.seconds} s; ${run.publications} publications of ` +
          `${run.published} searches; ${equal} of ${of} tasks equal; ${run.crashes} workers ended by themselves`,
        baseline: 'one machine, one home, undisturbed',
        target: 'each search once, every task equal',
      },
    ],
  }
}

async function pace({ options, postgres, folder, small }: Place): Promise<Part> {
  const size = { workers: small ? 2 : 4, kills: options.calls ?? (small ? 2 : 10), say: options.say }
  const {
    requests,
    mostAtOnce,
    searches,
    kills: disturbed,
  } = await watchOneDomain(...([options.root, postgres, folder, size] as const))
  options.say(`one site: ${requests} requests of ${searches} searches, ${mostAtOnce} at once`)
  return {
    numbers: { pace_requests: requests, pace_searches: searches, pace_most_at_once: mostAtOnce, pace_kills: disturbed },
    rows: [
      {
        what: `A team: requests at once to one site, ${size.workers} workers sent there, ${disturbed} kills and cuts`,
        measured: `${mostAtOnce} (${requests} requests of ${searches} searches)`,
        baseline: '',
        target: '1',
      },
    ],
  }
}

async function views({ options, postgres, folder, small }: Place): Promise<Part> {
  const parity = await compareViews(postgres, folder, small ? FEW : HUNDRED_THOUSAND, options.say)
  const { claims, different, empty, rows, slowest } = parity
  const merge = middle(parity.mergeMs)
  return {
    numbers: {
      parity_claims: claims,
      parity_views: parity.views,
      parity_rows: rows,
      parity_different: different.length,
      parity_different_views: different.join(' '),
      parity_empty_views: empty.join(' '),
      parity_merge_ms_median: merge,
      parity_merge_ms_last: Math.round(parity.mergeMs.at(-1) ?? 0),
      parity_slowest_view: slowest.view,
      parity_slowest_ms: slowest.ms,
      parity_database_bytes: parity.databaseBytes,
      parquet_ms: parity.parquet.ms,
      parquet_bytes: parity.parquet.bytes,
      parquet_rows: parity.parquet.rows,
      parquet_files: parity.parquet.files,
    },
    rows: [
      {
        what: `A team: views on ${claims.toLocaleString('en')} claims, PostgreSQL beside SQLite`,
        measured:
          `${parity.views - different.length} of ${parity.views} views equal, ${rows.toLocaleString('en')} rows ` +
          `(${empty.length} views empty); slowest ${slowest.view} ${slowest.ms} ms; a merge of ` +
          `${claims / parity.mergeMs.length} claims ${merge} ms`,
        baseline: 'the rows of SQLite, by hash',
        target: 'all equal',
      },
      {
        what: `A team: Parquet of ${claims.toLocaleString('en')} claims by task`,
        measured:
          `${Math.round(parity.parquet.ms / 1000)} s, ${parity.parquet.rows.toLocaleString('en')} rows in ` +
          `${parity.parquet.files} files, ${megabytes(parity.parquet.bytes)}`,
        baseline: `${megabytes(parity.databaseBytes)} in PostgreSQL`,
        target: '',
      },
    ],
  }
}

const megabytes = (bytes: number) => `${Math.round(bytes / 1e6)} MB`
