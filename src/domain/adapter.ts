import { z } from 'zod'

/** Per feature the weight towards each answer but the last, which is the reference; the last row is the bias. */
export type AdapterWeights = readonly (readonly number[])[]

export const ADAPTER_KINDS = ['stance', 'claims'] as const
export type AdapterKind = (typeof ADAPTER_KINDS)[number]

/** What a search applies of what was learned from corrections; kept with it like its calibrations. */
export const adapterInForce = z.object({
  version: z.number(),
  model: z.string(),
  weights: z.array(z.array(z.number()).readonly()).readonly(),
})
export type AdapterInForce = z.infer<typeof adapterInForce>

/** No answer is so sure that nothing could be learned about it. */
const LEAST = 1e-4

/**
 * The probabilities of the answers after the adapter: to the log-odds that were read, a line of the features is added.
 * With no weight but zero nothing changes.
 */
export function adapted(weights: AdapterWeights, read: readonly number[], features: readonly number[]): number[] {
  const answers = read.length - 1
  const reference = Math.log(Math.max(LEAST, read[answers] ?? 0))
  const bias = weights[features.length] ?? []
  const odds = Array.from({ length: answers }, (_, answer) => {
    let sum = Math.log(Math.max(LEAST, read[answer] ?? 0)) - reference + (bias[answer] ?? 0)
    for (const [at, value] of features.entries()) sum += (weights[at]?.[answer] ?? 0) * value
    return sum
  })
  const top = Math.max(0, ...odds)
  const raised = [...odds, 0].map((value) => Math.exp(value - top))
  const total = raised.reduce((sum, value) => sum + value, 0)
  return raised.map((value) => value / total)
}
