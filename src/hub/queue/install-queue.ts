import type { Db, PgBoss } from 'pg-boss'
import { LyraError } from '../../domain/errors.ts'
import type { HubConnection, Sql } from '../connection.ts'
import { closeBoss, openBoss, QUEUE_SCHEMA, SEARCHES } from './boss.ts'

/** pg-boss takes no shorter one. */
const SHORTEST_LEASE = 10
const LEASE_SECONDS = 60
const DAY = 86_400

const QUEUE = {
  // In the order of asking within a task: one that is under way or to be tried again holds back those after it.
  policy: 'key_strict_fifo',
  heartbeatSeconds: LEASE_SECONDS,
  // Five tries. A lost worker's search is taken again at once; after a fault the worker says when.
  ...{ retryLimit: 4, retryDelay: 0, retryBackoff: false },
  // The longest that pg-boss allows one try to take.
  expireInSeconds: DAY,
  // Nothing that somebody asked for is dropped because no worker came.
  retentionSeconds: 3650 * DAY,
  deleteAfterSeconds: DAY,
} as const

/** Statements of pg-boss that people cause and have no right to: hub.searches calls them for its rows. */
export interface QueueStatements {
  readonly send: string
  readonly cancel: string
  readonly drop: string
}

/** Tables of pg-boss and the queue in them, in transactions of its own; done again it changes nothing. */
export async function installQueue(hub: HubConnection, leaseSeconds: number | undefined): Promise<QueueStatements> {
  if (leaseSeconds !== undefined && !(Number.isInteger(leaseSeconds) && leaseSeconds >= SHORTEST_LEASE))
    throw new LyraError('INVALID_PARAMS', `--lease is whole seconds, at least ${SHORTEST_LEASE}`)
  let failed: unknown
  const boss = await openBoss(hub, {
    ...{ install: true, supervise: false },
    onError: (error) => {
      failed = error
    },
  })
  try {
    if ((await boss.getQueue(SEARCHES)) === null) await boss.createQueue(SEARCHES, QUEUE)
    if (leaseSeconds !== undefined) await boss.updateQueue(SEARCHES, { heartbeatSeconds: leaseSeconds })
    const statements = await statementsOf(boss)
    if (failed !== undefined) throw failed
    return statements
  } finally {
    await closeBoss(boss)
  }
}

/** As this version of pg-boss words them. */
async function statementsOf(boss: PgBoss): Promise<QueueStatements> {
  const id = '00000000-0000-8000-8000-000000000000'
  const told = async (act: (db: Db) => Promise<unknown>): Promise<string> => {
    let statement = ''
    await act({
      executeSql: async (text) => {
        statement = text
        return { rows: [{ id, count: 1, ids: [id] }] }
      },
    })
    if (statement === '' || statement.includes('$lyra$')) throw new Error('pg-boss sent no statement')
    return statement
  }
  return {
    send: await told((db) => boss.send(SEARCHES, { search: 0 }, { id, singletonKey: 'task', db })),
    cancel: await told((db) => boss.cancel(SEARCHES, id, { db })),
    drop: await told((db) => boss.deleteJob(SEARCHES, id, { db })),
  }
}

const AS_OWNER = 'LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp'

/** The functions behind the triggers of hub.searches, and the rights of workers. Part of the caller's transaction. */
export async function installQueueFunctions(sql: Sql, { send, cancel, drop }: QueueStatements): Promise<void> {
  const settling = (name: string, statement: string) => [
    `DROP FUNCTION IF EXISTS hub.${name}(text, uuid[])`,
    `CREATE FUNCTION hub.${name}(queue text, jobs uuid[], OUT count bigint, OUT ids uuid[]) ${AS_OWNER}
      AS $lyra$ ${statement} $lyra$`,
    `REVOKE ALL ON FUNCTION hub.${name}(text, uuid[]) FROM PUBLIC`,
  ]
  const statements = [
    'DROP FUNCTION IF EXISTS hub.send_jobs(text)',
    `CREATE FUNCTION hub.send_jobs(jobs text) RETURNS SETOF uuid ${AS_OWNER} AS $lyra$ ${send} $lyra$`,
    'REVOKE ALL ON FUNCTION hub.send_jobs(text) FROM PUBLIC',
    ...settling('cancel_jobs', cancel),
    ...settling('drop_jobs', drop),
    `GRANT USAGE ON SCHEMA ${QUEUE_SCHEMA} TO lyra_worker`,
    `GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA ${QUEUE_SCHEMA} TO lyra_worker`,
    // Searches of a hub that had another queue before, or whose jobs somebody removed.
    `SELECT hub.send_search(s) FROM hub.searches s WHERE s.state IN ('queued', 'running') AND NOT EXISTS (
      SELECT 1 FROM ${QUEUE_SCHEMA}.job j WHERE j.name = '${SEARCHES}' AND j.id = s.job) ORDER BY s.id`,
  ]
  for (const statement of statements) await sql.run(statement)
}
