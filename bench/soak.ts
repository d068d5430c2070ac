import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Client } from '@modelcontextprotocol/client'
import { callTool, demoHome, demoScript, readText } from '../test/e2e/demo-client.ts'
import { type Bench, type BenchResult, median, timeIsUp } from './bench.ts'
import { connectTo, type Sample, type Served, sampleOf, serveDemo } from './soak/served.ts'

const CLIENTS = 10
/** One of them searches, the others read: in each round. With `--set <n>` they read so often. */
const CALLS_PER_CLIENT = 10
const DEFAULT_CALLS = 3000
/** The browser is ended after its idle time, and freed memory given back; then nothing is left to wait for. */
const IDLE_SECONDS = 120

/** `lyra serve` under ten clients: does anything grow, fail or stay behind? */
export const soak: Bench = {
  about: '`lyra serve` with ten clients over the demo web: errors, memory, file descriptors, temporary folders',
  run: async ({ calls, set, say }) => {
    const readsPerClient = Number(set ?? CALLS_PER_CLIENT)
    const home = demoHome()
    const temporary = mkdtempSync(join(tmpdir(), 'lyra-soak-'))
    try {
      const served = await serveDemo(home, temporary)
      try {
        return await measure(served, { calls: calls ?? DEFAULT_CALLS, readsPerClient }, say)
      } finally {
        await served.end()
      }
    } finally {
      rmSync(home, { recursive: true, force: true })
      rmSync(temporary, { recursive: true, force: true })
    }
  },
}

interface Course {
  calls: number
  readonly errors: string[]
  readonly reads: number[]
  readonly searches: number[]
  readonly samples: Sample[]
}

interface SoakLength {
  readonly calls: number
  readonly readsPerClient: number
}

async function measure(served: Served, length: SoakLength, say: (line: string) => void): Promise<BenchResult> {
  const clients = await Promise.all(Array.from({ length: CLIENTS }, () => connectTo(served)))
  const course: Course = { calls: 0, errors: [], reads: [], searches: [], samples: [] }
  const atRest = sampleOf(served)
  say(`at rest ${line(atRest)}`)
  const begun = performance.now()
  for (let round = 0; course.calls < length.calls && !timeIsUp(begun); round += 1) {
    await runRound(clients, round, course, length.readsPerClient)
    const sample = sampleOf(served)
    course.samples.push(sample)
    say(`${course.calls} calls, ${course.errors.length} errors, ${line(sample)}`)
  }
  await Promise.all(clients.map((client) => client.close()))
  await wait(IDLE_SECONDS * 1000)
  const idle = sampleOf(served)
  say(`after ${IDLE_SECONDS} s of rest ${line(idle)}`)
  return resultOf(course, atRest, idle)
}

const line = ({ serverMb, browserMb, descriptors, folders }: Sample) =>
  `server ${serverMb} MB, browser ${browserMb} MB, ${descriptors} descriptors, ${folders} temporary entries`

async function timed(course: Course, times: number[], act: () => Promise<unknown>): Promise<void> {
  const started = performance.now()
  try {
    await act()
  } catch (error) {
    course.errors.push(error instanceof Error ? error.message : String(error))
  }
  times.push(performance.now() - started)
  course.calls += 1
}

/** One client asks a task of its own; the others read what is there meanwhile, each in its turn. */
async function runRound(
  clients: readonly Client[],
  round: number,
  course: Course,
  readsPerClient: number,
): Promise<void> {
  const searching = clients[round % clients.length] as Client
  const { task_id: taskId } = await answered<{ task_id: string }>(searching, 'create_task', {
    query: `${demoScript.question} (${round})`,
  })
  course.calls += 1
  const step = demoScript.steps[round % demoScript.steps.length]
  const options = { ...step?.options, wait_seconds: 280 }
  const search = timed(course, course.searches, () =>
    answered(searching, 'search', { task_id: taskId, query: step?.search, options }),
  )
  const readers = clients.filter((client) => client !== searching)
  await Promise.all([
    search,
    ...readers.map(async (client, place) => {
      for (let n = 0; n < readsPerClient; n += 1)
        await timed(
          course,
          course.reads,
          () => READS[(place + n) % READS.length]?.(client, taskId) ?? Promise.resolve(),
        )
    }),
  ])
  await timed(course, course.reads, () =>
    answered(searching, 'stop_task', { task_id: taskId, reason: 'completed', finish_first: true }),
  )
}

const READS: readonly ((client: Client, taskId: string) => Promise<unknown>)[] = [
  (client, taskId) => answered(client, 'get_status', { task_id: taskId }),
  (client) =>
    answered(client, 'query_graph', {
      sql: 'SELECT claim_id, claim_text FROM v_contradictions LIMIT 20',
      options: { timeout_ms: 2000 },
    }),
  (client, taskId) =>
    answered(client, 'vector_search', { query: '血圧は下がりますか', target: 'fragments', task_id: taskId, top_k: 5 }),
  (client, taskId) => readText(client, `lyra://tasks/${taskId}/report`),
]

async function answered<T extends object>(client: Client, name: string, input: Record<string, unknown>): Promise<T> {
  const answer = await callTool<T & { ok?: boolean; error?: unknown }>(client, name, input)
  if (answer?.ok !== true) throw new Error(`${name}: ${JSON.stringify(answer)?.slice(0, 300)}`)
  return answer
}

function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0)
}

/** Least squares: how much a figure grows from one sample to the next. */
function slope(values: readonly number[]): number {
  const middle = (values.length - 1) / 2
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  const [over, under] = values.reduce(
    ([top, bottom], value, at) => [top + (at - middle) * (value - mean), bottom + (at - middle) ** 2],
    [0, 0],
  )
  return under === 0 ? 0 : over / under
}

/** After the first quarter everything is loaded; what still grows from there is what grows without end. */
function resultOf({ calls, errors, reads, searches, samples }: Course, atRest: Sample, idle: Sample): BenchResult {
  const settled = samples.slice(Math.floor(samples.length / 4))
  const half = Math.max(1, settled.length >> 1)
  const of = (name: keyof Sample, part: readonly Sample[]) =>
    part.length === 0 ? 0 : median(part.map((one) => one[name]))
  const perThousand = (name: keyof Sample) =>
    Math.round(((slope(settled.map((one) => one[name])) * samples.length * 1000) / calls) * 10) / 10
  const numbers = {
    bench: 'soak',
    calls,
    errors: errors.length,
    first_error: errors[0] ?? null,
    searches: searches.length,
    read_p50_ms: percentile(reads, 0.5),
    read_p95_ms: percentile(reads, 0.95),
    read_p95_ms_first_quarter: percentile(reads.slice(0, reads.length >> 2), 0.95),
    read_p95_ms_last_quarter: percentile(reads.slice(-(reads.length >> 2)), 0.95),
    search_p50_ms: percentile(searches, 0.5),
    search_p95_ms: percentile(searches, 0.95),
    server_mb_at_rest: atRest.serverMb,
    server_mb_first_half: of('serverMb', settled.slice(0, half)),
    server_mb_second_half: of('serverMb', settled.slice(half)),
    server_mb_per_1000_calls: perThousand('serverMb'),
    server_mb_peak: Math.max(...samples.map(({ serverMb }) => serverMb)),
    server_mb_idle: idle.serverMb,
    browser_mb_idle: idle.browserMb,
    descriptors_first_half: of('descriptors', settled.slice(0, half)),
    descriptors_second_half: of('descriptors', settled.slice(half)),
    descriptors_idle: idle.descriptors,
    temporary_entries_peak: Math.max(...samples.map(({ folders }) => folders)),
    temporary_entries_idle: idle.folders,
  }
  return { numbers, rows: rowsOf(numbers) }
}

function rowsOf(numbers: Readonly<Record<string, number | string | null>>): BenchResult['rows'] {
  const of = (...names: readonly string[]) => names.map((name) => numbers[name]).join(', ')
  const row = (what: string, measured: string, target: string) => ({
    what: `${numbers.calls} calls: ${what}`,
    measured,
    baseline: '',
    target,
  })
  return [
    row(`errors, of ${CLIENTS} clients with ${numbers.searches} searches`, of('errors'), '0'),
    row(
      'reads beside a running search, p50, p95, p95 of the first and of the last quarter',
      `${of('read_p50_ms', 'read_p95_ms', 'read_p95_ms_first_quarter', 'read_p95_ms_last_quarter')} ms`,
      'bounded',
    ),
    row('searches, p50, p95', `${of('search_p50_ms', 'search_p95_ms')} ms`, 'bounded'),
    row(
      `memory of the server: before, first half, second half, peak, after ${IDLE_SECONDS} s without a call`,
      `${of(...['at_rest', 'first_half', 'second_half', 'peak', 'idle'].map((name) => `server_mb_${name}`))} MB`,
      'flat, returned when idle',
    ),
    row('growth of that memory per 1,000 calls', `${of('server_mb_per_1000_calls')} MB`, 'none'),
    row('memory of the processes below it when idle', `${of('browser_mb_idle')} MB`, '0'),
    row(
      'file descriptors: first half, second half, idle',
      of('descriptors_first_half', 'descriptors_second_half', 'descriptors_idle'),
      'flat',
    ),
    row(
      'temporary files and folders: peak, idle',
      of('temporary_entries_peak', 'temporary_entries_idle'),
      '0 when idle',
    ),
  ]
}
