import type { VectorTarget } from './index-types.ts'

/** EXPLORE 4.4.2.1: a task reaches fragments through its claims' edges. */
export const TASK_SCOPE: Readonly<Record<VectorTarget, string>> = {
  fragment: `SELECT DISTINCT e.source_id AS id FROM edges e
    JOIN claims c ON e.target_type = 'claim' AND e.target_id = c.id
    WHERE e.source_type = 'fragment' AND c.task_id = :taskId`,
  claim: 'SELECT id FROM claims WHERE task_id = :taskId',
}
