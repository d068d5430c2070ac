import type { Clock } from '../domain/clock.ts'
import type { JobRow } from '../store/jobs.ts'
import { isAlive } from './process-owner.ts'

/**
 * A lease past its end by this many lengths is taken even from a process that lives: it hangs. Five minutes with the
 * default lease: more than a clock that is set right jumps, less than a person waits.
 */
const HUNG_LENGTHS = 10

export interface LeaseRule {
  readonly owner: string
  readonly leaseMs: number
  /** Real time, also in a replay: leases are between processes. */
  readonly clock: Clock
}

export function leaseOf({ owner, leaseMs, clock }: LeaseRule): { readonly owner: string; readonly until: string } {
  return { owner, until: new Date(clock.now() + leaseMs).toISOString() }
}

/**
 * May the job be taken over? At once when its holder is known to be dead (kill -9); at the lease's end when nothing is
 * known of the holder; a holder known to live keeps it through clock jumps, unless it has been silent for long.
 */
export function isStale(job: Pick<JobRow, 'lease_owner' | 'lease_until'>, rule: LeaseRule): boolean {
  if (job.lease_owner === null || job.lease_until === null) return true
  if (job.lease_owner === rule.owner) return false
  const alive = isAlive(job.lease_owner)
  if (alive === false) return true
  const late = rule.clock.now() - Date.parse(job.lease_until)
  return late > (alive === true ? HUNG_LENGTHS * rule.leaseMs : 0)
}
