import { isFigure, type WordHash } from './words.ts'

export interface Comparison {
  /** Words of the reference, and how many of them the reading has as often. */
  readonly words: number
  readonly kept: number
  /** Words that stand once in both, and the most of them that stand in one order. */
  readonly once: number
  readonly ordered: number
  /** Figures that the reference has nowhere, but another one between the same words: two before it, one behind. */
  readonly falsified: readonly number[]
}

/** A reading beside the reference of another program, both as words. */
export function compareWords(reference: readonly WordHash[], reading: readonly WordHash[]): Comparison {
  const have = counts(reading)
  let kept = 0
  for (const [word, count] of counts(reference)) kept += Math.min(count, have.get(word) ?? 0)
  const places = once(reading)
  const order = [...once(reference).keys()].flatMap((word) => places.get(word) ?? [])
  return {
    words: reference.length,
    kept,
    once: order.length,
    ordered: longestRise(order),
    falsified: falsifiedFigures(reference, reading),
  }
}

function counts(words: readonly WordHash[]): Map<WordHash, number> {
  const found = new Map<WordHash, number>()
  for (const word of words) found.set(word, (found.get(word) ?? 0) + 1)
  return found
}

/** Words that stand there exactly once, with their place, in order. */
function once(words: readonly WordHash[]): Map<WordHash, number> {
  const all = counts(words)
  return new Map(words.flatMap((word, at) => (all.get(word) === 1 ? [[word, at] as const] : [])))
}

/** Length of the longest rising subsequence. */
function longestRise(values: readonly number[]): number {
  const tails: number[] = []
  for (const value of values) {
    let [low, high] = [0, tails.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((tails[middle] as number) < value) low = middle + 1
      else high = middle
    }
    tails[low] = value
  }
  return tails.length
}

function falsifiedFigures(reference: readonly WordHash[], reading: readonly WordHash[]): number[] {
  const known = new Set(reference)
  const between = new Set<string>()
  const around = (words: readonly WordHash[], at: number) => `${words[at - 2]} ${words[at - 1]} ${words[at + 1]}`
  for (let at = 2; at + 1 < reference.length; at += 1)
    if (isFigure(reference[at] as number)) between.add(around(reference, at))
  const wrong: number[] = []
  for (let at = 2; at + 1 < reading.length; at += 1) {
    const word = reading[at] as number
    if (isFigure(word) && !known.has(word) && between.has(around(reading, at))) wrong.push(at)
  }
  return wrong
}
