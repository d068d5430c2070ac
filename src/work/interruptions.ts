import { LyraError } from '../domain/errors.ts'

/** Another process holds the lease now: stop, and write nothing. */
export class LeaseLost extends LyraError {
  constructor(jobId: string) {
    super('CANCELLED', `job ${jobId} belongs to another process now`)
    this.name = 'LeaseLost'
  }
}

/** The job was parked intact; the next call or process resumes it. */
export class Parked extends LyraError {
  constructor(why: string) {
    super('CANCELLED', `The work is parked (${why}); it goes on with the next call`)
    this.name = 'Parked'
  }
}

/** A full disk or a locked database says nothing about a job: it stays open and is retried. */
export function isStoreFailure(failure: unknown): boolean {
  return failure instanceof LyraError && failure.code === 'STORE_UNAVAILABLE'
}
