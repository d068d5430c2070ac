import { LyraError } from '../../domain/errors.ts'
import type { QueryRequest } from './messages.ts'
import { type SandboxProcess, startSandboxProcess } from './sandbox-process.ts'

export interface SandboxOptions {
  readonly dbPath: string
  readonly memoryMb: number
  readonly maxAnswerBytes: number
}

export interface SandboxQuery {
  readonly limit: number
  readonly timeoutMs: number
  /** SQLite instructions; see `deadlineOf`. */
  readonly maxVmSteps?: number | undefined
  readonly includeSchema?: boolean | undefined
}

export interface SchemaTable {
  readonly name: string
  readonly columns: readonly string[]
}

export interface SandboxAnswer {
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

const MAX_ROWS = 200
const MAX_TIMEOUT_MS = 2000
const MAX_SQL = 20_000
/** Well below the CPU limit a sandbox process gives itself. */
const RETIRE_AFTER_MS = 20_000

/**
 * node:sqlite has no progress handler, so instructions are bounded by the time they take: the documents' own defaults
 * (500,000 steps, 300 ms) fix the exchange rate, and 20 ms is the least a query gets.
 */
const STEPS_PER_MS = 500_000 / 300

export function deadlineOf(timeoutMs: number, maxVmSteps: number | undefined): number {
  const byTime = Math.min(timeoutMs, MAX_TIMEOUT_MS)
  return maxVmSteps === undefined ? byTime : Math.min(byTime, Math.max(20, Math.ceil(maxVmSteps / STEPS_PER_MS)))
}

/** Read-only SQL for the assistant (EXPLORE 4.2.1), in processes that start with the first query. */
export function openSandbox(options: SandboxOptions): QuerySandbox {
  let current: SandboxProcess | null = null
  let spare: SandboxProcess | null = null
  let queue: Promise<unknown> = Promise.resolve()
  let nextId = 0
  let closed = false

  const start = () => startSandboxProcess(options.dbPath, options.memoryMb)

  const useable = async (): Promise<SandboxProcess> => {
    if (current !== null && (!current.alive || current.busyMs > RETIRE_AFTER_MS)) {
      current.kill()
      current = null
    }
    if (current === null) {
      current = spare?.alive === true ? spare : start()
      spare = null
    }
    const chosen = current
    try {
      await chosen.ready
    } catch (error) {
      chosen.kill()
      throw error
    }
    return chosen
  }

  const ask = async (sql: string, query: SandboxQuery) => {
    if (closed) throw new LyraError('STORE_UNAVAILABLE', 'the query sandbox is closed')
    nextId += 1
    const request: QueryRequest = {
      id: nextId,
      sql,
      limit: Math.min(query.limit, MAX_ROWS),
      maxAnswerBytes: options.maxAnswerBytes,
      includeSchema: query.includeSchema === true,
    }
    const process = await useable()
    try {
      return await process.ask(request, deadlineOf(query.timeoutMs, query.maxVmSteps))
    } finally {
      // The spare makes the query after a killed one as fast as any.
      if (!closed && spare?.alive !== true) spare = start()
    }
  }

  /** One at a time: a second query waits, and its deadline starts when it runs. */
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const turn = queue.then(work, work)
    queue = turn.catch(() => {})
    return turn
  }

  return {
    query: async (sql, query) => {
      if (sql.length > MAX_SQL)
        throw new LyraError('QUERY_REJECTED', `the SQL has ${sql.length} characters, more than ${MAX_SQL}`)
      const answer = await inTurn(() => ask(sql, query))
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
      const answer = await inTurn(() => ask('SELECT 1', { limit: 1, timeoutMs: MAX_TIMEOUT_MS, includeSchema: true }))
      return answer.schema ?? []
    },
    close: () => {
      closed = true
      current?.kill()
      spare?.kill()
    },
  }
}
