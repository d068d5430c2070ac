import { LyraError } from '../../domain/errors.ts'
import { createIdleTimer } from '../../domain/idle-timer.ts'
import { LONGEST_QUERY_MS, LONGEST_SQL, MOST_ROWS } from '../../domain/query-limits.ts'
import type { QueryRequest } from './messages.ts'
import { createQueryQueue } from './query-queue.ts'
import { type SandboxProcess, startSandboxProcess } from './sandbox-process.ts'

interface SandboxOptions {
  readonly dbPath: string
  readonly memoryMb: number
  readonly maxAnswerBytes: number
  /** Left out, only the bytes count. */
  readonly maxAnswerTokens?: number
}

interface SandboxQuery {
  readonly limit: number
  readonly offset?: number | undefined
  readonly timeoutMs: number
  /** SQLite instructions; see `deadlineOf`. */
  readonly maxVmSteps?: number | undefined
  readonly includeSchema?: boolean | undefined
  readonly whole?: boolean | undefined
}

interface SchemaTable {
  readonly name: string
  readonly columns: readonly string[]
}

interface SandboxAnswer {
  readonly rows: readonly Readonly<Record<string, string | number | null>>[]
  readonly row_count: number
  readonly columns: readonly string[]
  readonly truncated: boolean
  readonly next_offset?: number
  readonly elapsed_ms: number
  readonly schema?: { readonly tables: readonly SchemaTable[] }
}

export interface QuerySandbox {
  query(sql: string, options: SandboxQuery): Promise<SandboxAnswer>
  /** The tables and views a query may read. */
  schema(): Promise<readonly SchemaTable[]>
  close(): void
}

/** Well below the CPU limit a sandbox process gives itself. */
const RETIRE_AFTER_MS = 20_000

/**
 * node:sqlite has no progress handler, so instructions are bounded by the time they take: the documents' own defaults
 * (500,000 steps, 300 ms) fix the exchange rate.
 */
const STEPS_PER_MS = 500_000 / 300

/** What a query gets at least, whatever its step budget and however long it has waited. */
const LEAST_MS = 20

export function deadlineOf(timeoutMs: number, maxVmSteps: number | undefined): number {
  const byTime = Math.min(timeoutMs, LONGEST_QUERY_MS)
  return maxVmSteps === undefined ? byTime : Math.min(byTime, Math.max(LEAST_MS, Math.ceil(maxVmSteps / STEPS_PER_MS)))
}

/** Queries that run at the same time; a second one does not wait behind a long one. */
const CONCURRENCY = 2
/** Those of a hundred clients, twice; whoever comes after them learns it at once. */
const MOST_WAITING = 200

/** Of queries asked in one turn the first has not started its process yet when the others come to wait. */
async function allStarted(starting: ReadonlySet<Promise<void>>): Promise<unknown> {
  await new Promise((resolve) => setImmediate(resolve))
  return Promise.allSettled(starting)
}

/** Read-only SQL for the assistant (EXPLORE 4.2.1), in processes that start with the first query. */
export function openSandbox(options: SandboxOptions): QuerySandbox {
  /** Ready and not in use, the one used last at the end: a sequence of queries stays in one process. */
  let idle: SandboxProcess[] = []
  const starting = new Set<Promise<void>>()
  const working = new Set<SandboxProcess>()
  const queue = createQueryQueue({ concurrency: CONCURRENCY, mostWaiting: MOST_WAITING })
  let nextId = 0
  let closed = false
  const resting = createIdleTimer(() => {
    for (const process of idle) process.kill()
    idle = []
  })

  const start = () => {
    const process = startSandboxProcess(options.dbPath, options.memoryMb)
    starting.add(process.ready)
    const started = () => starting.delete(process.ready)
    process.ready.then(started, started)
    return process
  }

  /** A process for one query, and what is left of the query's time: waiting behind others counts, a start does not. */
  const acquire = async (deadlineMs: number) => {
    const waitedMs = await queue.enter(deadlineMs, () => allStarted(starting))
    if (closed) throw release(null, new LyraError('STORE_UNAVAILABLE', 'the query sandbox is closed'))
    idle = idle.filter((process) => process.alive)
    const chosen = idle.pop() ?? start()
    try {
      await chosen.ready
      return { process: chosen, leftMs: Math.max(LEAST_MS, deadlineMs - waitedMs) }
    } catch (error) {
      throw release(chosen, error)
    }
  }

  /** A process that ended or has worked long is replaced by a fresh one. */
  const release = <E>(process: SandboxProcess | null, error?: E): E | undefined => {
    if (process?.alive === true && error === undefined && process.busyMs <= RETIRE_AFTER_MS && !closed)
      idle.push(process)
    else process?.kill()
    queue.leave()
    return error
  }

  const ask = async (sql: string, query: SandboxQuery) => {
    nextId += 1
    const request: QueryRequest = {
      id: nextId,
      sql,
      limit: Math.min(query.limit, MOST_ROWS),
      offset: query.offset ?? 0,
      maxAnswerBytes: options.maxAnswerBytes,
      maxAnswerTokens: options.maxAnswerTokens ?? Number.MAX_SAFE_INTEGER,
      whole: query.whole === true,
      includeSchema: query.includeSchema === true,
    }
    const { process, leftMs } = await acquire(deadlineOf(query.timeoutMs, query.maxVmSteps))
    working.add(process)
    try {
      return await process.ask(request, leftMs)
    } finally {
      working.delete(process)
      release(process)
      // A warm spare makes the query after a killed one as fast as any.
      if (!closed && queue.waiting === 0 && idle.length < 2) idle.unshift(start())
      resting.touch()
    }
  }

  return {
    query: async (sql, query) => {
      if (sql.length > LONGEST_SQL)
        throw new LyraError('QUERY_REJECTED', `the SQL has ${sql.length} characters, more than ${LONGEST_SQL}`)
      const answer = await ask(sql, query)
      return {
        rows: answer.rows.map((row) => Object.fromEntries(answer.columns.map((name, i) => [name, row[i] ?? null]))),
        row_count: answer.rows.length,
        columns: answer.columns,
        truncated: answer.truncated,
        ...(answer.truncated ? { next_offset: (query.offset ?? 0) + answer.rows.length } : {}),
        elapsed_ms: Math.round(answer.elapsedMs),
        ...(answer.schema === null ? {} : { schema: { tables: answer.schema } }),
      }
    },
    schema: async () => {
      const answer = await ask('SELECT 1', { limit: 1, timeoutMs: LONGEST_QUERY_MS, includeSchema: true })
      return answer.schema ?? []
    },
    close: () => {
      closed = true
      resting.stop()
      for (const process of [...idle, ...working]) process.kill()
      queue.close()
    },
  }
}
