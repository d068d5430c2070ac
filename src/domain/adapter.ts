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
  /** The hidden layer whose values follow the signals among the features; null: it reads the signals alone. */
  layer: z.string().nullable().exactOptional(),
})
export type AdapterInForce = z.infer<typeof adapterInForce>

/** No answer is so sure that nothing could be learned about it. */
const LEAST = 1e-4

/** The log-odds of each answer against the last. */
export function readOdds(read: readonly number[]): readonly number[] {
  const logs = read.map((value) => Math.log(Math.max(LEAST, value)))
  return logs.map((value) => value - (logs.at(-1) ?? 0))
}

/** The probabilities of answers by their log-odds. */
function shares(odds: readonly number[]): number[] {
  const top = Math.max(...odds)
  const raised = odds.map((value) => Math.exp(value - top))
  const total = raised.reduce((sum, value) => sum + value, 0)
  return raised.map((value) => value / total)
}

/**
 * The probabilities of the answers after the adapter: to the log-odds that were read, a line of the features and of the
 * hidden layer is added. With no weight but zero nothing changes.
 */
export function adapted(
  weights: AdapterWeights,
  read: readonly number[],
  features: readonly number[],
  hidden: ArrayLike<number> = [],
): number[] {
  const odds = [...readOdds(read)]
  const add = (row: readonly number[] | undefined, value: number) => {
    for (let k = 0; k < odds.length - 1; k += 1) odds[k] = (odds[k] ?? 0) + (row?.[k] ?? 0) * value
  }
  for (const [at, value] of features.entries()) add(weights[at], value)
  for (let at = 0; at < hidden.length; at += 1) add(weights[features.length + at], hidden[at] ?? 0)
  add(weights[features.length + hidden.length], 1)
  return shares(odds)
}
