import type { Clock } from '../domain/clock.ts'
import type { JobQueue } from '../work/job-queue.ts'
import type { CitationStep } from './citation-plan.ts'
import type { ResearchParts } from './parts.ts'

/** What searches and the following of citations need beyond the stages: their persisted jobs, and real time. */
export interface ConductorParts extends ResearchParts {
  readonly jobs: JobQueue
  /** Real time even in a replay, because leases and waiting concern processes and people. */
  readonly waiting: Clock
  /** A replay with a recorded order: when the citations of which paper were followed. */
  readonly citationSteps?: readonly CitationStep[] | undefined
}
