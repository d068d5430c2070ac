import type { ClientBase, CustomTypesConfig, Pool, PoolClient } from 'pg'
import { z } from 'zod'
import { LyraError } from '../domain/errors.ts'
import { hubPackage } from './hub-package.ts'

/** Statements with bound parameters; a row is checked where it is read. */
export interface Sql {
  rows<T>(schema: z.ZodType<T>, statement: string, params?: readonly unknown[]): Promise<readonly T[]>
  /** Rows as lists of cells, for statements that somebody else wrote. */
  table(statement: string, params?: readonly unknown[]): Promise<SqlTable>
  /** Rows as they are, of a statement that a library wrote; of several statements the rows of all. */
  raw(statement: string, params?: readonly unknown[]): Promise<{ readonly rows: Record<string, unknown>[] }>
  /** Number of rows changed. */
  run(statement: string, params?: readonly unknown[]): Promise<number>
}

export interface SqlTable {
  readonly columns: readonly string[]
  readonly rows: readonly (readonly unknown[])[]
}

export interface HubConnection extends Sql {
  /** Committed when `work` ends, rolled back when it throws. */
  transaction<T>(work: (sql: Sql) => Promise<T>): Promise<T>
  /** Calls back on every notice of the channel; after a lost connection it listens again. */
  listen(channel: 'hub_searches', notice: () => void): Promise<AsyncDisposable>
  close(): Promise<void>
}

/** A worker has one search at a time: its statements, its heartbeat, its lanes, the queue, and one that listens. */
const CONNECTIONS = 5
const CONNECT_TIMEOUT_MS = 10_000
const [INT8, NUMERIC] = [20, 1700]

/** Opens no connection before the first statement. `pg` is the user's to install (docs/hub.md). */
export async function connectHub(url: string): Promise<HubConnection> {
  if (!/^postgres(?:ql)?:\/\//u.test(url))
    throw new LyraError('INVALID_PARAMS', 'The address of a hub begins with postgres://', {
      hint: 'docs/hub.md shows how one is made; LYRA_HUB holds it outside of the command line',
    })
  const { default: pg } = await hubPackage('pg', () => import('pg'))
  const pool = new pg.Pool({
    connectionString: url,
    max: CONNECTIONS,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    application_name: 'lyra',
    keepAlive: true,
    types: numbersAsNumbers(pg.types.getTypeParser),
  })
  // An idle connection that the server ends is opened again by the next statement.
  pool.on('error', () => undefined)
  return {
    ...statementsOn(pool),
    transaction: (work) => inTransaction(pool, work),
    listen: (channel, notice) => listen(() => pool.connect(), channel, notice),
    close: () => pool.end(),
  }
}

function numbersAsNumbers(getTypeParser: CustomTypesConfig['getTypeParser']): CustomTypesConfig {
  const asNumber = (text: string) => Number(text)
  return {
    getTypeParser: (oid, format) => (oid === INT8 || oid === NUMERIC ? asNumber : getTypeParser(oid, format)),
  } as CustomTypesConfig
}

function statementsOn(on: Pool | ClientBase): Sql {
  const send = async (statement: string, params: readonly unknown[]) => {
    try {
      return await on.query(statement, [...params])
    } catch (error) {
      throw asHubError(error)
    }
  }
  return {
    rows: async (schema, statement, params = []) => z.array(schema).parse((await send(statement, params)).rows),
    table: async (text, params = []) => {
      try {
        const { fields, rows } = await on.query({ text, values: [...params], rowMode: 'array' })
        return { columns: fields.map(({ name }) => name), rows }
      } catch (error) {
        throw asHubError(error)
      }
    },
    raw: async (statement, params = []) => {
      const result: unknown = await send(statement, params)
      return { rows: (Array.isArray(result) ? result : [result]).flatMap((one) => one.rows ?? []) }
    },
    run: async (statement, params = []) => (await send(statement, params)).rowCount ?? 0,
  }
}

async function inTransaction<T>(pool: Pool, work: (sql: Sql) => Promise<T>): Promise<T> {
  const client = await pool.connect().catch((error: unknown) => {
    throw asHubError(error)
  })
  const sql = statementsOn(client)
  // While it is not in use by a statement, a lost connection would be an uncaught event.
  const ignore = () => undefined
  client.on('error', ignore)
  try {
    await sql.run('BEGIN')
    const result = await work(sql)
    await sql.run('COMMIT')
    client.off('error', ignore)
    client.release()
    return result
  } catch (error) {
    const rolledBack = await sql.run('ROLLBACK').then(
      () => true,
      () => false,
    )
    client.off('error', ignore)
    client.release(!rolledBack)
    throw error
  }
}

const LISTEN_AGAIN_MS = 1000

async function listen(
  connect: () => Promise<PoolClient>,
  channel: string,
  notice: () => void,
): Promise<AsyncDisposable> {
  let client: PoolClient | null = null
  let again: NodeJS.Timeout | null = null
  let closed = false
  const lost = () => {
    client?.release(true)
    client = null
    if (closed) return
    again = setTimeout(() => void open().catch(lost), LISTEN_AGAIN_MS)
  }
  async function open(): Promise<void> {
    const opened = await connect()
    client = opened
    opened.on('notification', notice)
    opened.once('error', lost)
    await opened.query(`LISTEN ${channel}`)
    // What was queued while nobody listened.
    notice()
  }
  await open().catch((error: unknown) => {
    throw asHubError(error)
  })
  return {
    [Symbol.asyncDispose]: async () => {
      closed = true
      if (again !== null) clearTimeout(again)
      client?.off('error', lost)
      client?.release(true)
    },
  }
}

/** SQLSTATE classes and codes, and names of the socket's errors. Of two in a deadlock (40P01) one asks again. */
const UNREACHABLE =
  /^(?:08|40P01|40001|57P0|53|E(?:CONN|PIPE|HOST|NET|ADDR|TIMED|AI_)|ENOTFOUND|ENOENT|3D000|3F000|42P01|42883)/u
/** Raised by hub.hold_to_quota. */
const QUOTA = 'LY001'
const REFUSED = /^(?:28|42501)/u

export function asHubError(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof LyraError) return error
  const code = 'code' in error ? String(error.code) : ''
  if (code === QUOTA) return new LyraError('QUOTA_EXCEEDED', `Your quota is used up: ${error.message}`)
  if (REFUSED.test(code)) return new LyraError('HUB_REFUSED', `The hub refuses: ${error.message}`, { cause: error })
  if (UNREACHABLE.test(code) || /Connection terminated|timeout exceeded/u.test(error.message))
    return new LyraError('HUB_UNAVAILABLE', `The hub does not answer: ${error.message || code}`, { cause: error })
  return error
}
