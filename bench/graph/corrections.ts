import { checkInput } from '../../src/api/check-input.ts'
import { feedback } from '../../src/api/feedback.ts'
import { randomIds } from '../../src/domain/ids.ts'
import { silentLogger } from '../../src/domain/log.ts'
import { submitFeedback } from '../../src/human/feedback.ts'
import { type RecomputeParts, recomputeClaims } from '../../src/research/graph/recompute.ts'
import { median } from '../bench.ts'

export interface CorrectionTimes {
  readonly one: number
  readonly onePercentile95: number
  readonly hundred: number
}

/** Corrections as a caller sends them: one at a time, and a hundred in a list. */
export async function timeCorrections(parts: RecomputeParts, taskIds: readonly string[]): Promise<CorrectionTimes> {
  const ids = randomIds()
  const deps = { ...parts, ids, log: silentLogger }
  const effects = {
    recompute: (claimIds: readonly string[]) => recomputeClaims(parts, claimIds, ids.next('cause')),
    archivedText: async () => null,
    judgePassage: async () => () => [],
  }
  const send = async (input: Record<string, unknown>) => {
    const checked = checkInput(feedback, input)
    const start = performance.now()
    await submitFeedback(deps, checked, effects, 'assistant')
    return performance.now() - start
  }
  const one: number[] = []
  const hundred: number[] = []
  for (const task_id of taskIds) {
    const edges = parts.store.edges.stancesOfTask(task_id)
    const item = (at: number) => ({
      action: 'correct_nli',
      target_id: edges[(at * 7) % edges.length]?.id,
      payload: { correct_relation: at % 2 === 0 ? 'neutral' : 'supports' },
    })
    for (const at of [1, 2, 3]) one.push(await send({ task_id, ...item(at) }))
    const items = Array.from({ length: 100 }, (_, at) => item(at + 10))
    hundred.push(await send({ task_id, action: 'list', payload: { items } }))
  }
  const sorted = one.toSorted((a, b) => a - b)
  return {
    one: median(one),
    onePercentile95: sorted[Math.floor(sorted.length * 0.95)] ?? 0,
    hundred: median(hundred),
  }
}
