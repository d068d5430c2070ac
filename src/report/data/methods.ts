import { JUDGED_BY, type JudgingProgram, judgingProgramSchema } from '../../domain/judging-program.ts'
import type { SearchRow, Task } from '../../domain/task.ts'
import { budgetOf } from '../../research/budget.ts'
import type { ClaimNode, GraphParts } from '../../research/graph/task-graph.ts'
import { type CorrectionCounts, correctionCounts } from './changes.ts'
import type { WeighingSettings } from './weighed-sum.ts'

/** What the program that writes the report knows of itself. */
export interface ProgramFacts {
  readonly version: string | null
  /** Settings that differ from the defaults, by path. */
  readonly settings: Readonly<Record<string, unknown>>
  /** What a confidence depends on; absent: the defaults. */
  readonly weighing?: WeighingSettings
}

export const NO_PROGRAM: ProgramFacts = { version: null, settings: {} }

/** By what it was found and judged. */
export interface Methods {
  readonly program: ProgramFacts
  /** Who found and judged, as it was kept with the searches: what judged most of them first. */
  readonly judgedBy: readonly (JudgingProgram & { readonly searches: number })[]
  /** Searches of before that was kept, or that never came to an end. */
  readonly unknown: number
  readonly searches: number
  readonly models: Readonly<Record<'stance' | 'embedding' | 'claims', readonly string[]>>
  /** `source@version`, and how many judged passages went through it; null: none. */
  readonly calibrations: readonly { readonly name: string | null; readonly passages: number }[]
  readonly corrections: CorrectionCounts
  readonly budget: ReturnType<typeof budgetOf>
}

export function collectMethods(
  { store }: GraphParts,
  about: { readonly task: Task; readonly nodes: readonly ClaimNode[]; readonly searches: readonly SearchRow[] },
  program: ProgramFacts,
): Methods {
  const { task, nodes, searches } = about
  const judged = nodes.flatMap(({ evidence }) => evidence).filter((edge) => edge.nli_model != null)
  const groups = Map.groupBy(judged, (edge) => edge.nli_calibration ?? null)
  return {
    program,
    ...judgesOf(store, searches),
    models: store.slices.reach(task.id).models,
    calibrations: [...groups]
      .map(([name, edges]) => ({ name, passages: edges.length }))
      .sort((a, b) => ((a.name ?? '') < (b.name ?? '') ? -1 : 1)),
    corrections: correctionCounts(store.people.feedback.ofTask(task.id)),
    budget: budgetOf(store, task),
  }
}

function judgesOf(
  { events }: GraphParts['store'],
  searches: readonly SearchRow[],
): Pick<Methods, 'judgedBy' | 'unknown' | 'searches'> {
  const kept = events.about(searches.map(({ id }) => id)).filter(({ kind }) => kind === JUDGED_BY)
  const groups = Map.groupBy(kept, ({ data }) => JSON.stringify(data))
  const judgedBy = [...groups]
    .map(([key, list]) => ({
      ...judgingProgramSchema.parse(JSON.parse(key)),
      searches: new Set(list.map((event) => event.subject_id)).size,
      key,
    }))
    .sort((a, b) => b.searches - a.searches || (a.key < b.key ? -1 : 1))
    .map(({ key: _key, ...program }) => program)
  const known = new Set(kept.map((event) => event.subject_id))
  return { judgedBy, unknown: searches.filter(({ id }) => !known.has(id)).length, searches: searches.length }
}
