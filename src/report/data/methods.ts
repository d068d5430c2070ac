import type { Task } from '../../domain/task.ts'
import { budgetOf } from '../../research/budget.ts'
import type { ClaimNode, GraphParts } from '../../research/graph/task-graph.ts'
import { type CorrectionCounts, correctionCounts } from './changes.ts'

/** What the program that writes the report knows of itself. */
export interface ProgramFacts {
  readonly version: string | null
  /** Settings that differ from the defaults, by path. */
  readonly settings: Readonly<Record<string, unknown>>
}

export const NO_PROGRAM: ProgramFacts = { version: null, settings: {} }

/** By what it was found and judged. */
export interface Methods {
  readonly program: ProgramFacts
  readonly models: Readonly<Record<'stance' | 'embedding' | 'claims', readonly string[]>>
  /** `source@version`, and how many judged passages went through it; null: none. */
  readonly calibrations: readonly { readonly name: string | null; readonly passages: number }[]
  readonly corrections: CorrectionCounts
  readonly budget: ReturnType<typeof budgetOf>
}

export function collectMethods(
  { store }: GraphParts,
  task: Task,
  nodes: readonly ClaimNode[],
  program: ProgramFacts,
): Methods {
  const judged = nodes.flatMap(({ evidence }) => evidence).filter((edge) => edge.nli_model != null)
  const groups = Map.groupBy(judged, (edge) => edge.nli_calibration ?? null)
  return {
    program,
    models: store.slices.reach(task.id).models,
    calibrations: [...groups]
      .map(([name, edges]) => ({ name, passages: edges.length }))
      .sort((a, b) => ((a.name ?? '') < (b.name ?? '') ? -1 : 1)),
    corrections: correctionCounts(store.people.feedback.ofTask(task.id)),
    budget: budgetOf(store, task),
  }
}
