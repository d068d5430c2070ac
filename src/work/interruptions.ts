import { LyraError } from '../domain/errors.ts'

/** The lease belongs to another process now: this one stops and touches nothing. */
export class LeaseLost extends LyraError {
  constructor(jobId: string) {
    super('CANCELLED', `job ${jobId} belongs to another process now`)
    this.name = 'LeaseLost'
  }
}

/** A job that was put aside whole: nobody waits for it, the next call or process goes on with it. */
export class Parked extends LyraError {
  constructor(why: string) {
    super('CANCELLED', `The work is parked (${why}); it goes on with the next call`)
    this.name = 'Parked'
  }
}

/** A full disk or a locked database is no verdict on a job: it stays open, and is tried again. */
export function isStoreFailure(failure: unknown): boolean {
  return failure instanceof LyraError && failure.code === 'STORE_UNAVAILABLE'
}
