import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { StanceRelation } from '../src/domain/claim.ts'
import { systemClock } from '../src/domain/clock.ts'
import { randomIds } from '../src/domain/ids.ts'
import { defaultSettings } from '../src/domain/settings.ts'
import { DomainTrust } from '../src/research/domain-trust.ts'
import { recomputeClaims, recomputeTask } from '../src/research/graph/recompute.ts'
import { loadTaskGraph } from '../src/research/graph/task-graph.ts'
import { type OpenedStore, openStore } from '../src/store/open-store.ts'
import { openSandbox } from '../src/store/sandbox/open-sandbox.ts'
import { type Bench, type BenchOptions, type BenchResult, median } from './bench.ts'
import { type BigGraphSize, bigGraphTasks, buildBigGraph, timesGraph, WHOLE } from './graph/big-graph.ts'
import { timeCorrections } from './graph/corrections.ts'
import { type GrowthLine, growthRows, ratioOf, sideBySide } from './growth.ts'
import { manyClients, roundTrip } from './sql.ts'

type Numbers = Record<string, number | string | null>
type Rows = BenchResult['rows'][number][]

/**
 * The evidence graph at 1,000 tasks, 100,000 claims and 1,000,000 edges: views by task, one edge changed, a task
 * opened. With `--size 10` the same at ten times that beside it.
 */
export const graph: Bench = {
  about: 'views filtered by task, confidence after one edge change, and opening a task, on a million edges',
  run: async (options) => {
    const usual = await measureAt(options, WHOLE)
    if ((options.size ?? 1) === 1) return usual
    return growth(options, usual, await measureAt(options, timesGraph(WHOLE, options.size ?? 1)))
  },
}

/** In a folder of its own; BENCH_GRAPHS=<folder> keeps the databases for the next run. */
async function measureAt(options: BenchOptions, size: BigGraphSize): Promise<BenchResult> {
  const kept = process.env.BENCH_GRAPHS
  const folder = kept ?? mkdtempSync(join(tmpdir(), 'lyra-bench-graph-'))
  const path = join(folder, `graph-${size.tasks}.db`)
  const isThere = existsSync(path)
  const store = openStore({
    path,
    clock: systemClock,
    ids: randomIds(),
    viewFolders: [join(options.root, 'config', 'views')],
    terms: null,
  })
  try {
    const started = performance.now()
    if (!isThere) build(store, size)
    const taskIds = bigGraphTasks(size)
    const count = (table: string) => Number(store.db.prepare(`SELECT count(*) AS n FROM ${table}`).get()?.n)
    const numbers: Numbers = {
      bench: 'graph',
      runs: options.runs,
      tasks: count('tasks'),
      claims: count('claims'),
      edges: count('edges'),
      build_s: isThere ? null : round((performance.now() - started) / 1000),
      file_mb: Math.round(statSync(path).size / 1e6),
    }
    const rows: Rows = []
    options.say(
      `built in ${numbers.build_s} s: ${numbers.tasks} tasks, ${numbers.claims} claims, ${numbers.edges} edges, ${numbers.file_mb} MB`,
    )
    const some = taskIds.filter((_, n) => n % Math.floor(taskIds.length / (options.runs * 3)) === 0)
    await measureViews(store, some, options, numbers, rows)
    await measureQueries(store, taskIds, options, numbers)
    measureGraph(store, some, options, numbers, rows)
    await measureCorrections(store, some, options, numbers, rows)
    return { numbers, rows }
  } finally {
    store.close()
    if (kept === undefined) rmSync(folder, { recursive: true, force: true })
  }
}

/** A database that nobody would miss: no journal, and a cache that holds the growing indexes. */
function build({ db }: OpenedStore, size: BigGraphSize): void {
  db.exec('PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -3000000')
  buildBigGraph(db, size)
  db.exec('PRAGMA cache_size = -16000; PRAGMA shrink_memory; PRAGMA synchronous = NORMAL; PRAGMA journal_mode = WAL')
}

/** What `npm run bench -- sql` asks of a small graph, here of a large one. */
async function measureQueries(
  store: OpenedStore,
  taskIds: readonly string[],
  options: BenchOptions,
  numbers: Numbers,
): Promise<void> {
  const sandbox = openSandbox({ dbPath: store.path, memoryMb: 256, maxAnswerBytes: 1_000_000 })
  try {
    await roundTrip(store.path, sandbox, taskIds[0] as string, options, numbers, [])
    await manyClients(sandbox, taskIds, options, numbers, [])
  } finally {
    sandbox.close()
  }
}

const GROWTH: readonly GrowthLine[] = [
  { what: 'the file', key: 'file_mb', unit: 'MB', target: 'as the data' },
  { what: 'slowest view of a task through query_graph, median', key: 'slowest_view_ms', unit: 'ms', target: 'flat' },
  { what: '50 rows of a task through query_graph, median', key: 'sandbox_ms', unit: 'ms', target: 'flat' },
  { what: '100 clients at once, one view each, p95', key: 'clients_p95_ms', unit: 'ms', target: 'flat' },
  { what: 'opening a task, median', key: 'open_task_ms', unit: 'ms', target: 'flat' },
  { what: 'confidence after one edge change, median', key: 'edge_change_ms', unit: 'ms', target: 'flat' },
  { what: 'one correction by feedback, median', key: 'correction_ms', unit: 'ms', target: 'flat' },
  { what: 'a hundred corrections, median', key: 'hundred_corrections_ms', unit: 'ms', target: 'flat' },
]

function growth(options: BenchOptions, usual: BenchResult, large: BenchResult): BenchResult {
  const times = options.size ?? 1
  const subject = `${times} times: ${large.numbers.claims} claims, ${large.numbers.edges} edges`
  const views = Object.keys(large.numbers).filter((name) => /^v_.*(?<!_max|_cpu)_ms$/.test(name))
  const ratios = views
    .map((name) => ({ name, ratio: ratioOf(usual.numbers[name], large.numbers[name]) ?? 0 }))
    .sort((a, b) => b.ratio - a.ratio)
  const twice = ratios.filter(({ ratio }) => ratio > 2)
  return {
    numbers: sideBySide('graph', times, usual.numbers, large.numbers),
    rows: [
      ...usual.rows,
      ...growthRows(subject, usual.numbers, large.numbers, GROWTH),
      {
        what: `${subject}: views of a task that take more than twice as long`,
        measured: `${twice.length} of ${views.length}`,
        baseline: `most: ${ratios
          .slice(0, 3)
          .map(({ name, ratio }) => `${name.slice(0, -3)} x${ratio}`)
          .join(', ')}`,
        target: 'none',
      },
    ],
  }
}

/** As the assistant asks: through the sandbox of query_graph, the value written out, 200 rows at most. */
async function measureViews(
  store: OpenedStore,
  taskIds: readonly string[],
  options: BenchOptions,
  numbers: Numbers,
  rows: Rows,
) {
  let worst = { name: '', ms: 0, cpu: 0 }
  const sandbox = openSandbox({ dbPath: store.path, memoryMb: 256, maxAnswerBytes: 1_000_000 })
  try {
    await sandbox.query('SELECT 1', { limit: 1, timeoutMs: 2000 })
    for (const { name } of store.views()) {
      const times: number[] = []
      for (const taskId of taskIds) {
        const start = performance.now()
        await sandbox.query(`SELECT * FROM ${name} WHERE task_id = '${taskId}'`, { limit: 200, timeoutMs: 2000 })
        times.push(performance.now() - start)
      }
      const ms = median(times)
      numbers[`${name}_ms`] = round(ms)
      numbers[`${name}_max_ms`] = round(Math.max(...times))
      // Wall time on a busy machine says little; the work itself is the same.
      const statement = store.db.prepare(`SELECT * FROM ${name} WHERE task_id = ? LIMIT 200`)
      const cpu = median(taskIds.map((taskId) => cpuOf(() => statement.all(taskId))))
      numbers[`${name}_cpu_ms`] = round(cpu)
      if (ms > worst.ms) worst = { name, ms, cpu }
      options.say(`${name}: ${round(ms)} ms (max ${round(Math.max(...times))})`)
    }
  } finally {
    sandbox.close()
  }
  numbers.slowest_view = worst.name
  numbers.slowest_view_ms = round(worst.ms)
  rows.push({
    what: 'slowest of the 18 views filtered by task, through query_graph, median',
    measured: `${round(worst.ms)} ms (${worst.name}), ${round(worst.cpu)} ms of CPU`,
    baseline: '',
    target: 'under 50 ms',
  })
}

function measureGraph(
  store: OpenedStore,
  taskIds: readonly string[],
  options: BenchOptions,
  numbers: Numbers,
  rows: Rows,
) {
  const shipped = join(options.root, 'config', 'domains.yaml')
  const parts = {
    store,
    trust: new DomainTrust([shipped], store.domains),
    settings: defaultSettings,
    clock: systemClock,
  }
  const opening = taskIds.map((taskId) => timed(() => loadTaskGraph(parts, taskId)))
  // Confidences, disputes and trust as a finished search leaves them; then one edge at a time.
  const whole = taskIds.map((taskId) => timed(() => recomputeTask(parts, taskId, 'cause_bench')))
  const again = taskIds.map((taskId) => timed(() => recomputeTask(parts, taskId, 'cause_bench')))
  const edges = taskIds.flatMap((taskId) => store.edges.stancesOfTask(taskId).filter((_, n) => n % 90 === 0))
  const change = (edge: (typeof edges)[number], relation: StanceRelation) => () =>
    store.write(() => {
      store.edges.correct(edge.id, relation, 0.9)
      recomputeClaims(parts, [edge.target_id], 'cause_bench')
    })
  const changed = edges.map((edge) => timed(change(edge, edge.relation === 'supports' ? 'neutral' : 'supports')))
  const cpu = edges.map((edge) => cpuOf(change(edge, 'neutral')))
  const p95 = [...changed].sort((a, b) => a - b)[Math.floor(changed.length * 0.95)] as number
  Object.assign(numbers, {
    open_task_ms: round(median(opening)),
    open_task_max_ms: round(Math.max(...opening)),
    recompute_task_first_ms: round(median(whole)),
    recompute_task_ms: round(median(again)),
    edge_changes: changed.length,
    edge_change_ms: round(median(changed)),
    edge_change_p95_ms: round(p95),
    edge_change_cpu_ms: round(median(cpu)),
    open_task_cpu_ms: round(median(taskIds.map((taskId) => cpuOf(() => loadTaskGraph(parts, taskId))))),
  })
  rows.push(
    {
      what: 'opening a task (100 claims with their evidence), median',
      measured: `${numbers.open_task_ms} ms (max ${numbers.open_task_max_ms}), ${numbers.open_task_cpu_ms} ms of CPU`,
      baseline: '',
      target: 'under 100 ms',
    },
    {
      what: 'confidence after one edge change, median',
      measured: `${numbers.edge_change_ms} ms (p95 ${numbers.edge_change_p95_ms}), ${numbers.edge_change_cpu_ms} ms of CPU`,
      baseline: `${numbers.recompute_task_ms} ms (the whole task)`,
      target: 'under 5 ms',
    },
  )
  options.say(
    `open ${numbers.open_task_ms} ms; one edge ${numbers.edge_change_ms} ms (p95 ${numbers.edge_change_p95_ms}); whole task ${numbers.recompute_task_ms} ms`,
  )
}

async function measureCorrections(
  store: OpenedStore,
  taskIds: readonly string[],
  options: BenchOptions,
  numbers: Numbers,
  rows: Rows,
) {
  const trust = new DomainTrust([join(options.root, 'config', 'domains.yaml')], store.domains)
  const times = await timeCorrections({ store, trust, settings: defaultSettings, clock: systemClock }, taskIds)
  numbers.correction_ms = round(times.one)
  numbers.correction_p95_ms = round(times.onePercentile95)
  numbers.hundred_corrections_ms = round(times.hundred)
  rows.push({
    what: 'one correction by feedback, and a list of a hundred, median',
    measured: `${numbers.correction_ms} ms (p95 ${numbers.correction_p95_ms}), ${numbers.hundred_corrections_ms} ms`,
    baseline: '',
    target: 'under 20 ms, under 500 ms',
  })
  options.say(`one correction ${numbers.correction_ms} ms, a hundred ${numbers.hundred_corrections_ms} ms`)
}

function cpuOf(work: () => unknown): number {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

function timed(work: () => unknown): number {
  const start = performance.now()
  work()
  return performance.now() - start
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}
