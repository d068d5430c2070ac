import type { Clock } from '../domain/clock.ts'
import type { JobRow } from '../store/jobs.ts'
import { isAlive } from './process-owner.ts'

/**
 * A lease expired for this many lengths is taken even from a living process, which must be hanging. Five minutes with
 * the default lease: longer than a clock correction, shorter than a person's patience.
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
 * Whether the job may be taken over: at once when its holder is known to be dead (kill -9); at the lease's end when the
 * holder's state is unknown; a living holder keeps it through clock jumps unless it has been silent for long.
 */
export function isStale(job: Pick<JobRow, 'lease_owner' | 'lease_until'>, rule: LeaseRule): boolean {
  if (job.lease_owner === null || job.lease_until === null) return true
  if (job.lease_owner === rule.owner) return false
  const alive = isAlive(job.lease_owner)
  if (alive === false) return true
  const late = rule.clock.now() - Date.parse(job.lease_until)
  if (alive === true) return late > HUNG_LENGTHS * rule.leaseMs
  // Of a machine that cannot be asked: over, or so far off that the clock of one of the two was wrong.
  return late > 0 || -late > HUNG_LENGTHS * rule.leaseMs
}
