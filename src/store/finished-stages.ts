import { z } from 'zod'
import { json } from './columns.ts'
import type { Statements } from './statements.ts'

const stageRow = z.object({ stage: z.string(), value: json(z.unknown()) })

/** The rows of finished stages, one a stage; leases are the business of `JobStore`, which calls these. */
export interface FinishedStages {
  /** In the order they were finished. */
  ofJob(jobId: string): ReadonlyMap<string, unknown>
  save(jobId: string, stage: string, value: unknown, at: string): void
  dropOfJob(jobId: string): void
}

export function finishedStages(sql: Statements): FinishedStages {
  return {
    ofJob: (jobId) =>
      new Map(
        sql
          .all('SELECT stage, value FROM finished_stages WHERE job_id = :jobId ORDER BY rowid', { jobId })
          .map((row) => stageRow.parse(row))
          .map(({ stage, value }) => [stage, value]),
      ),
    save: (jobId, stage, value, at) => {
      sql.run(
        `INSERT INTO finished_stages (job_id, stage, value, finished_at) VALUES (:jobId, :stage, :value, :at)
         ON CONFLICT (job_id, stage) DO UPDATE SET value = excluded.value, finished_at = excluded.finished_at`,
        { jobId, stage, value: JSON.stringify(value ?? null), at },
      )
    },
    dropOfJob: (jobId) => {
      sql.run('DELETE FROM finished_stages WHERE job_id = :jobId', { jobId })
    },
  }
}
