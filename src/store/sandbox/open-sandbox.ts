import { LyraError } from '../../domain/errors.ts'
import { LONGEST_QUERY_MS, LONGEST_SQL, MOST_ROWS } from '../../domain/query-limits.ts'
import type { QueryRequest } from './messages.ts'
import { type SandboxProcess, startSandboxProcess } from './sandbox-process.ts'

interface SandboxOptions {
  readonly dbPath: string
  readonly memoryMb: number
  readonly maxAnswerBytes: number
}

interface SandboxQuery {
  readonly limit: number
  readonly timeoutMs: number
  /** SQLite instructions; see `deadlineOf`. */
  readonly maxVmSteps?: number | undefined
  readonly includeSchema?: boolean | undefined
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
 * (500,000 steps, 300 ms) fix the exchange rate, and 20 ms is the least a query gets.
 */
const STEPS_PER_MS = 500_000 / 300

export function deadlineOf(timeoutMs: number, maxVmSteps: number | undefined): number {
  const byTime = Math.min(timeoutMs, LONGEST_QUERY_MS)
  return maxVmSteps === undefined ? byTime : Math.min(byTime, Math.max(20, Math.ceil(maxVmSteps / STEPS_PER_MS)))
}

/** Queries that run at the same time; a second one does not wait behind a long one. */
const AT_ONCE = 2

/** Read-only SQL for the assistant (EXPLORE 4.2.1), in processes that start with the first query. */
export function openSandbox(options: SandboxOptions): QuerySandbox {
  /** Ready and not in use, the one used last at the end: a sequence of queries stays in one process. */
  let idle: SandboxProcess[] = []
  const working = new Set<SandboxProcess>()
  const waiting: (() => void)[] = []
  let inUse = 0
  let nextId = 0
  let closed = false

  const start = () => startSandboxProcess(options.dbPath, options.memoryMb)

  /** The deadline of a query starts when it runs, not while it waits. */
  const acquire = async (): Promise<SandboxProcess> => {
    if (inUse >= AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve))
    else inUse += 1
    if (closed) throw release(null, new LyraError('STORE_UNAVAILABLE', 'the query sandbox is closed'))
    idle = idle.filter((process) => process.alive)
    const chosen = idle.pop() ?? start()
    try {
      await chosen.ready
      return chosen
    } catch (error) {
      throw release(chosen, error)
    }
  }

  /** Hands the place to the next in line; a process that ended or has worked long is replaced by a fresh one. */
  const release = <E>(process: SandboxProcess | null, error?: E): E | undefined => {
    if (process?.alive === true && error === undefined && process.busyMs <= RETIRE_AFTER_MS && !closed)
      idle.push(process)
    else process?.kill()
    const next = waiting.shift()
    if (next === undefined) inUse -= 1
    else next()
    return error
  }

  const ask = async (sql: string, query: SandboxQuery) => {
    nextId += 1
    const request: QueryRequest = {
      id: nextId,
      sql,
      limit: Math.min(query.limit, MOST_ROWS),
      maxAnswerBytes: options.maxAnswerBytes,
      includeSchema: query.includeSchema === true,
    }
    const process = await acquire()
    working.add(process)
    try {
      return await process.ask(request, deadlineOf(query.timeoutMs, query.maxVmSteps))
    } finally {
      working.delete(process)
      release(process)
      // A warm spare makes the query after a killed one as fast as any.
      if (!closed && waiting.length === 0 && idle.length < 2) idle.unshift(start())
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
      for (const process of [...idle, ...working]) process.kill()
      for (const wake of waiting.splice(0)) wake()
    },
  }
}
