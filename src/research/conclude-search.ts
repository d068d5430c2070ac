import { inTurns } from '../domain/in-turns.ts'
import type { Fragment } from '../domain/page.ts'
import type { SearchRow } from '../domain/task.ts'
import { type RecomputeParts, recomputeTask } from './graph/recompute.ts'
import { noteProgram } from './note-program.ts'
import type { ResearchParts } from './parts.ts'
import { markUnrefuted, type RefutationDeps } from './refutation.ts'
import type { SearchCall } from './search-call.ts'
import { measureSearch, measuringNovelty } from './search-metrics.ts'

interface Conclusion {
  /** As it was before it is measured. */
  readonly row: SearchRow
  readonly queryVector: Float32Array | null
  /** Fragments that the search is measured by. */
  readonly kept: readonly Fragment[]
  readonly warnings: readonly string[]
  readonly outOfBudget: boolean
}

/**
 * Weighs the evidence and measures the search, once when it ends and again when its citations are followed. One
 * transaction, to which `atEnd` belongs: after a crash the search is either finished with all its figures, or not
 * finished.
 */
export async function concludeSearch(
  deps: RecomputeParts & RefutationDeps & Pick<ResearchParts, 'program'>,
  call: SearchCall,
  { row, queryVector, kept, warnings: found, outOfBudget }: Conclusion,
  atEnd: (measured: SearchRow) => void,
): Promise<void> {
  call.progress('Weighing the evidence')
  const novelty = await inTurns(measuringNovelty(deps.store, call.searchId, kept))
  const program = await deps.program?.()
  call.signal.throwIfAborted()
  deps.store.write(() => {
    noteProgram(deps, program, call)
    recomputeTask(deps, call.taskId, call.causeId)
    const warnings = row.options.refute ? markUnrefuted(deps, call, { queryVector, warnings: found }) : found
    atEnd(measureSearch(deps, call, { row, kept, warnings, outOfBudget, novelty }))
  })
}
