import { z } from 'zod'
import { LyraError } from '../domain/errors.ts'
import type { HubConnection } from './connection.ts'

/** The lanes of a whole team, in the form of `DomainLocks`: one request at a time per domain over all workers. */
export interface HubLanes {
  take(lane: string, at: number): Promise<{ readonly lastEnd: number } | null>
  leave(lane: string, end: number | null): Promise<void>
  /** Turns of the same lanes beside the worker's own: for robots.txt, which it asks before a page's turn. */
  readonly errand: Pick<HubLanes, 'take' | 'leave'>
}

const TAKE = `INSERT INTO hub.lanes AS known (lane, holder, held_until)
    VALUES ($1, $2, clock_timestamp() + $3 * interval '1 millisecond')
  ON CONFLICT (lane) DO UPDATE SET holder = $2, held_until = excluded.held_until
  WHERE known.holder IS NULL OR known.holder = $2 OR known.held_until < clock_timestamp()
  RETURNING (extract(epoch FROM clock_timestamp() - known.last_end) * 1000)::float8 AS since_end`
const LEAVE = `UPDATE hub.lanes SET holder = NULL, last_end = CASE WHEN $3 THEN clock_timestamp() ELSE last_end END
  WHERE lane = $1 AND holder = $2`

const takenRow = z.object({ since_end: z.number().nullable() })

/** A hub that does not answer is no reason to fail a page: the lane counts as held, and is asked for again. */
function whileAway(error: unknown): readonly z.infer<typeof takenRow>[] {
  if (error instanceof LyraError && error.code === 'HUB_UNAVAILABLE') return []
  throw error
}

/**
 * Times are the database's, since the clocks of two machines differ. `leaseMs` must be longer than a request may take:
 * a worker that died loses its lanes after that, and nobody asks the domain before.
 */
export function hubLanes(hub: HubConnection, worker: string, leaseMs: number): HubLanes {
  return { ...lanesOf(hub, worker, leaseMs), errand: lanesOf(hub, `${worker} robots.txt`, leaseMs) }
}

function lanesOf(hub: HubConnection, worker: string, leaseMs: number): Pick<HubLanes, 'take' | 'leave'> {
  return {
    take: async (lane, at) => {
      const [row] = await hub.rows(takenRow, TAKE, [lane, worker, leaseMs]).catch(whileAway)
      if (row === undefined) return null
      return { lastEnd: row.since_end === null ? Number.NEGATIVE_INFINITY : at - row.since_end }
    },
    leave: async (lane, end) => void (await hub.run(LEAVE, [lane, worker, end !== null])),
  }
}
