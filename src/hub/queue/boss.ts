import type { Db, PgBoss } from 'pg-boss'
import { z } from 'zod'
import { LyraError } from '../../domain/errors.ts'
import type { HubConnection, Sql } from '../connection.ts'
import { hubPackage } from '../hub-package.ts'

/** Where pg-boss keeps its tables. People have no right there; what they see of the queue is hub.searches. */
export const QUEUE_SCHEMA = 'hub_queue'
export const SEARCHES = 'searches'
/** pg-boss looks this often for jobs whose worker was not heard of. */
const LOOK_SECONDS = 2
const NOBODY = '00000000-0000-8000-8000-000000000000'

/** pg-boss over our connection or inside our transaction: what it does is then part of it. */
export function onBoss(sql: Sql): Db {
  return { executeSql: (text, values = []) => sql.raw(text, values) }
}

export interface BossOptions {
  /** Makes its tables, or brings them up to date: by the owner of the database. */
  readonly install: boolean
  /** Looks after jobs whose worker is lost. */
  readonly supervise: boolean
  readonly onError: (error: unknown) => void
}

export async function openBoss(hub: HubConnection, { install, supervise, onError }: BossOptions): Promise<PgBoss> {
  const { PgBoss } = await hubPackage('pg-boss', () => import('pg-boss'))
  const boss = new PgBoss({
    ...{ db: onBoss(hub), schema: QUEUE_SCHEMA, migrate: install, createSchema: install, supervise },
    ...{ superviseIntervalSeconds: LOOK_SECONDS, monitorIntervalSeconds: LOOK_SECONDS },
    // No schedules; indexes and vacuum are the owner's, as whom no worker connects.
    ...{ schedule: false, reindex: false, monitorVacuum: false },
  })
  boss.on('error', onError)
  try {
    await boss.start()
    // Cut off in the middle of its start it has no list of queues, and says so at the first question only.
    if (!install) await boss.findJobs(SEARCHES, { id: NOBODY })
  } catch (error) {
    await closeBoss(boss)
    throw asQueueError(error)
  }
  return boss
}

/** The connection is ours, and stays open. */
export async function closeBoss(boss: PgBoss): Promise<void> {
  await boss.stop({ graceful: false, close: false })
}

const leaseRow = z.object({ heartbeat_seconds: z.number() })

/** A worker that is not heard of for so long has lost its search. */
export async function leaseMsOf(hub: HubConnection): Promise<number> {
  const statement = `SELECT heartbeat_seconds FROM ${QUEUE_SCHEMA}.queue WHERE name = $1`
  const [row] = await hub.rows(leaseRow, statement, [SEARCHES])
  if (row === undefined) throw asQueueError(new Error('the queue is not there'))
  return row.heartbeat_seconds * 1000
}

function asQueueError(error: unknown): unknown {
  const message = error instanceof Error ? error.message : ''
  if (error instanceof LyraError || !/pg-boss|[Qq]ueue/u.test(message)) return error
  return new LyraError('HUB_UNAVAILABLE', `The queue of the hub is not ready: ${message}`, {
    hint: 'The owner of the database runs `lyra hub init` again, with the pg-boss that the workers have',
    cause: error,
  })
}
