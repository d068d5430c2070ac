import type { VectorTarget } from '../../store/index-types.ts'

/**
 * EXPLORE 4.4.2.1, as in a home: a task reaches fragments through its claims' edges; fragments that a person called
 * irrelevant are neither found nor counted. `task` is the parameter, null: all tasks.
 */
export function inScope(target: VectorTarget, alias: string, task: string, column = 'target_id'): string {
  const id = `${alias}.${column}`
  if (target === 'claim')
    return `(${task}::text IS NULL OR ${id} IN (SELECT id FROM lyra.claims WHERE task_id = ${task}))`
  return `(${task}::text IS NULL OR ${id} IN (SELECT e.source_id FROM lyra.edges e
      JOIN lyra.claims c ON e.target_type = 'claim' AND e.target_id = c.id
      WHERE e.source_type = 'fragment' AND c.task_id = ${task}))
    AND ${id} NOT IN (SELECT id FROM lyra.fragments WHERE is_irrelevant = 1)`
}
