import { z } from 'zod'
import { LyraError } from '../../domain/errors.ts'
import type { SearchRow } from '../../domain/task.ts'
import type { StageCheckpoints } from '../../work/stage-checkpoints.ts'
import type { ResearchParts } from '../parts.ts'

/** How far a search had come when it ended early: enough for a replay to end it at the same place. */
export const stopPointSchema = z.object({
  /** Finished steps, as the job kept them. */
  stages: z.array(z.string()),
  /** Claims it had saved. */
  claims: z.number(),
  /** Claims of the task it had judged. */
  judged: z.number(),
})
export type StopPoint = z.infer<typeof stopPointSchema>

export function stopPointOf(
  { store }: Pick<ResearchParts, 'store'>,
  row: SearchRow,
  stages: readonly string[],
): StopPoint {
  const claims = store.claims.ofTask(row.task_id)
  const judged = claims.filter(({ id }) => store.edges.evidenceFor(id).some((edge) => edge.cause_id === row.cause_id))
  return {
    stages: [...stages],
    claims: claims.filter((claim) => claim.search_id === row.id).length,
    judged: judged.length,
  }
}

/** Runs a search up to the recorded point, so that it saves exactly what the original saved. */
export class ReplayStop {
  readonly #point: StopPoint
  readonly #end: (reason: LyraError) => void
  readonly #left: Set<string>
  readonly #laterStages: boolean
  #judged = 0

  constructor(point: StopPoint, end: (reason: LyraError) => void) {
    this.#point = point
    this.#end = end
    this.#left = new Set(point.stages)
    this.#laterStages = point.claims + point.judged > 0
    if (this.#left.size === 0 && !this.#laterStages) this.#stop()
  }

  memo(memo: StageCheckpoints): StageCheckpoints {
    return {
      get: (key) => memo.get(key),
      set: (key, value) => {
        memo.set(key, value)
        this.#left.delete(key)
        if (this.#left.size === 0 && !this.#laterStages) this.#stop()
      },
    }
  }

  /** Claims are saved together, verdicts one by one: stops before the first verdict that was not saved. */
  parts<T extends Pick<ResearchParts, 'claims' | 'stance'>>(parts: T): T {
    const { claims, stance } = parts
    return {
      ...parts,
      claims: {
        ...claims,
        extract: (...input: Parameters<typeof claims.extract>) => {
          // A search may have finished them and found none.
          if (!this.#laterStages && !this.#left.has('claims')) throw this.#stop()
          return claims.extract(...input)
        },
      },
      stance: {
        ...stance,
        // The next one begins when the one before is saved, so that those up to the point are.
        claimsAtOnce: 1,
        judgeFragments: (...input: Parameters<typeof stance.judgeFragments>) => {
          if (this.#judged >= this.#point.judged) throw this.#stop()
          this.#judged += 1
          return stance.judgeFragments(...input)
        },
      },
    }
  }

  /** At the latest before the metrics are written: a search that ended early never wrote them. */
  beforeEnd(): void {
    throw this.#stop()
  }

  #stop(): LyraError {
    const reason = new LyraError('CANCELLED', 'The search is replayed to where it ended early')
    this.#end(reason)
    return reason
  }
}
