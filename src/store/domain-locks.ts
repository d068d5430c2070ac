import type { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'
import { isPending } from '../domain/clock.ts'

/**
 * Which process may send a request to a domain, between the processes of one home (REQ 4.3, 3.2.2). Times in
 * milliseconds.
 */
export interface DomainLocks {
  /** Acquires the lane and returns when its last request ended; null when another process holds it. */
  take(lane: string, at: number): { readonly lastEnd: number } | null
  /** Releases the lane without a request, or after one that ended at `end`. */
  leave(lane: string, end: number | null): void
}

/** The acquiring process, and how it detects that another one has died (null: it cannot tell). */
export interface LockHolder {
  readonly me: string
  readonly isAlive: (owner: string) => boolean | null
  readonly leaseMs: number
}

/** A lease further off than so many lengths was given by a clock that was wrong. */
const LONGEST_LEASES = 10

const HOLDER = 'SELECT owner, held_until FROM lanes WHERE lane = ?'
const TAKE = `INSERT INTO lanes (lane, owner, held_until) VALUES (:lane, :me, :until)
  ON CONFLICT (lane) DO UPDATE SET owner = :me, held_until = :until
  WHERE owner IS NULL OR owner = :me OR owner = :gone
  RETURNING last_end`
const LEAVE = 'UPDATE lanes SET owner = NULL, last_end = coalesce(?, last_end) WHERE lane = ? AND owner = ?'

const holderRow = z.object({ owner: z.string().nullable(), held_until: z.number() }).nullish()
const takenRow = z.object({ last_end: z.number().nullable() }).nullish()

/**
 * A process that died loses its lane at once; if that cannot be detected, after `leaseMs`. A living process keeps it,
 * whatever the clock says.
 */
export function domainLocks(db: DatabaseSync, process: LockHolder): DomainLocks {
  const { me, isAlive, leaseMs } = process
  const [holderOf, take, leave] = [db.prepare(HOLDER), db.prepare(TAKE), db.prepare(LEAVE)]
  function goneHolder(holder: z.infer<typeof holderRow>, at: number): string | null {
    const owner = holder?.owner ?? null
    if (holder === null || holder === undefined || owner === null || owner === me) return null
    const alive = isAlive(owner)
    return alive === false || (alive === null && !isPending(holder.held_until, at, LONGEST_LEASES * leaseMs))
      ? owner
      : null
  }
  return {
    take: (lane, at) => {
      const gone = goneHolder(holderRow.parse(holderOf.get(lane)), at)
      const row = takenRow.parse(take.get({ lane, me, until: at + leaseMs, gone }))
      return row === undefined || row === null ? null : { lastEnd: row.last_end ?? Number.NEGATIVE_INFINITY }
    },
    leave: (lane, end) => void leave.run(end, lane, me),
  }
}
