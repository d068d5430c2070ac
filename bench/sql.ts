import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { systemClock } from '../src/domain/clock.ts'
import { LyraError } from '../src/domain/errors.ts'
import { randomIds } from '../src/domain/ids.ts'
import { openStore } from '../src/store/open-store.ts'
import { openSandbox, type QuerySandbox } from '../src/store/sandbox/open-sandbox.ts'
import { type Bench, type BenchOptions, type BenchResult, median } from './bench.ts'
import { buildBigGraph } from './graph/big-graph.ts'
import { hostileStatements, leaks, PLANT_SECRETS } from './sql/hostile-statements.ts'
import { LONG_RUNNERS } from './sql/long-runners.ts'

const TIMEOUT_MS = 300
const HOSTILE = 5000
const CLIENTS = 100

type Numbers = Record<string, number | string | null>
type Rows = BenchResult['rows'][number][]

/** query_graph's sandbox: what it costs, how it ends what must be ended, and what it lets nobody see. */
export const sql: Bench = {
  about: 'round trip of query_graph above bare SQLite, long-runners, 100 clients at once, 5,000 hostile statements',
  run: async (options) => {
    const folder = mkdtempSync(join(tmpdir(), 'lyra-bench-sql-'))
    const path = join(folder, 'lyra.db')
    const views = join(options.root, 'config', 'views')
    const store = openStore({ path, clock: systemClock, ids: randomIds(), viewFolders: [views], terms: null })
    const size = {
      tasks: 20,
      claimsPerTask: 100,
      stancesPerClaim: 9,
      citations: 500,
      pagesPerTask: 40,
      fragmentsPerPage: 6,
    }
    const { taskIds } = buildBigGraph(store.db, size)
    store.db.exec(PLANT_SECRETS)
    const sandbox = openSandbox({ dbPath: path, memoryMb: 256, maxAnswerBytes: 200_000 })
    const numbers: Numbers = { bench: 'sql', runs: options.runs }
    const rows: Rows = []
    try {
      await roundTrip(path, sandbox, taskIds[0] as string, options, numbers, rows)
      await longRunners(sandbox, options, numbers, rows)
      await manyClients(sandbox, taskIds, options, numbers, rows)
      const dataVersion = () => Number(store.db.prepare('PRAGMA data_version').get()?.data_version)
      numbers.hostile_valid_sql = hostileStatements(HOSTILE).filter((text) => compiles(store.db, text)).length
      await hostile(sandbox, folder, dataVersion, options, numbers, rows)
      return { numbers, rows }
    } finally {
      sandbox.close()
      store.close()
      rmSync(folder, { recursive: true, force: true })
    }
  },
}

export async function roundTrip(
  path: string,
  sandbox: QuerySandbox,
  taskId: string,
  options: BenchOptions,
  numbers: Numbers,
  rows: Rows,
) {
  const text = `SELECT id, claim_text, confidence FROM claims WHERE task_id = '${taskId}' ORDER BY id LIMIT 50`
  const bare = new DatabaseSync(path, { readOnly: true })
  const [bareMs, sandboxMs]: [number[], number[]] = [[], []]
  await sandbox.query(text, { limit: 50, timeoutMs: TIMEOUT_MS })
  // In turns, so that a busy moment of the machine meets both.
  for (let run = 0; run < options.runs * 50; run += 1) {
    const start = performance.now()
    bare.prepare(text).all()
    const middle = performance.now()
    await sandbox.query(text, { limit: 50, timeoutMs: TIMEOUT_MS })
    bareMs.push(middle - start)
    sandboxMs.push(performance.now() - middle)
  }
  bare.close()
  numbers.bare_ms = round(median(bareMs))
  numbers.sandbox_ms = round(median(sandboxMs))
  numbers.above_bare_ms = round(median(sandboxMs) - median(bareMs))
  const shown = `${numbers.sandbox_ms} ms, ${numbers.above_bare_ms} ms above`
  rows.push({
    what: 'round trip, 50 rows',
    measured: shown,
    baseline: `${numbers.bare_ms} ms (bare SQLite)`,
    target: '<= 1 ms above',
  })
  options.say(`round trip ${shown}`)
}

async function longRunners(sandbox: QuerySandbox, options: BenchOptions, numbers: Numbers, rows: Rows) {
  const rss = process.memoryUsage().rss
  const [over, next]: [number[], number[]] = [[], []]
  for (const [name, text] of Object.entries(LONG_RUNNERS)) {
    for (let run = 0; run < Math.min(3, options.runs); run += 1) {
      const start = performance.now()
      const how = await sandbox.query(text, { limit: 5, timeoutMs: TIMEOUT_MS }).then(
        () => 'answered',
        (error: unknown) => (error instanceof LyraError ? error.code : 'broke'),
      )
      const ended = performance.now()
      await sandbox.query('SELECT 1', { limit: 1, timeoutMs: TIMEOUT_MS })
      over.push(ended - start - TIMEOUT_MS)
      next.push(performance.now() - ended)
      numbers[`${name}_ms`] = round(ended - start)
      numbers[`${name}_end`] = how
    }
    options.say(`${name}: ${numbers[`${name}_end`]} after ${numbers[`${name}_ms`]} ms`)
  }
  numbers.worst_past_timeout_ms = round(Math.max(...over))
  numbers.worst_next_query_ms = round(Math.max(...next))
  numbers.server_memory_growth_mb = round((process.memoryUsage().rss - rss) / 1e6)
  rows.push(
    {
      what: `worst end of ${Object.keys(LONG_RUNNERS).length} long-runners past a timeout of ${TIMEOUT_MS} ms`,
      measured: `${numbers.worst_past_timeout_ms} ms`,
      baseline: '',
      target: '<= 50 ms',
    },
    {
      what: 'slowest query right after one',
      measured: `${numbers.worst_next_query_ms} ms`,
      baseline: '',
      target: '< 100 ms',
    },
    {
      what: 'growth of the server over them',
      measured: `${numbers.server_memory_growth_mb} MB`,
      baseline: '',
      target: 'none',
    },
  )
}

export async function manyClients(
  sandbox: QuerySandbox,
  taskIds: readonly string[],
  options: BenchOptions,
  numbers: Numbers,
  rows: Rows,
) {
  const ask = async (n: number) => {
    const start = performance.now()
    const taskId = taskIds[n % taskIds.length] as string
    const answer = await sandbox.query(`SELECT * FROM v_contradictions WHERE task_id = '${taskId}'`, {
      limit: 50,
      timeoutMs: 2000,
    })
    if (answer.row_count === 0) throw new Error('a client got no rows')
    return performance.now() - start
  }
  const start = performance.now()
  const times = (await Promise.all(Array.from({ length: CLIENTS }, (_, n) => ask(n)))).sort((a, b) => a - b)
  numbers.clients_all_ms = round(performance.now() - start)
  numbers.clients_p95_ms = round(times[Math.floor(CLIENTS * 0.95)] as number)
  // The same while another client asks for what never ends.
  const bomb = sandbox.query(LONG_RUNNERS.recursive_bomb as string, { limit: 1, timeoutMs: 2000 }).catch(() => null)
  const beside = (await Promise.all(Array.from({ length: CLIENTS }, (_, n) => ask(n)))).sort((a, b) => a - b)
  await bomb
  numbers.clients_beside_bomb_p95_ms = round(beside[Math.floor(CLIENTS * 0.95)] as number)
  const shown = `all in ${numbers.clients_all_ms} ms, p95 ${numbers.clients_p95_ms} ms, p95 beside an endless query ${numbers.clients_beside_bomb_p95_ms} ms`
  rows.push({
    what: `${CLIENTS} clients at once, one view each`,
    measured: shown,
    baseline: '',
    target: 'all answered',
  })
  options.say(`${CLIENTS} clients: ${shown}`)
}

/** Without the guard: how many of the statements SQLite would take. */
function compiles(db: DatabaseSync, text: string): boolean {
  try {
    db.prepare(text)
    return true
  } catch {
    return false
  }
}

async function hostile(
  sandbox: QuerySandbox,
  folder: string,
  dataVersion: () => number,
  options: BenchOptions,
  numbers: Numbers,
  rows: Rows,
) {
  const before = { version: dataVersion(), files: readdirSync(folder).join() }
  let [refused, leaked, broke] = [0, 0, 0]
  for (const text of hostileStatements(HOSTILE)) {
    try {
      if (leaks(await sandbox.query(text, { limit: 200, timeoutMs: 1000 }), text)) leaked += 1
    } catch (error) {
      refused += 1
      if (!(error instanceof LyraError) || leaks(error.message, text)) broke += 1
    }
  }
  const wrote = dataVersion() === before.version && readdirSync(folder).join() === before.files ? 0 : 1
  Object.assign(numbers, {
    hostile_statements: HOSTILE,
    hostile_refused: refused,
    hostile_leaked: leaked,
    hostile_broke: broke,
    hostile_wrote: wrote,
  })
  const shown = `${leaked} leaks, ${wrote} writes, ${broke} untyped errors; ${refused} refused`
  rows.push({ what: `${HOSTILE} hostile statements`, measured: shown, baseline: '', target: '0 leaks, 0 writes' })
  options.say(`hostile: ${shown}`)
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}
