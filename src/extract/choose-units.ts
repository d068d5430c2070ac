import { softmax } from '../domain/softmax.ts'
import { type CutIndex, indexCuts, scoreRows } from './cut-index.ts'
import { type PackedForest, probability, readForest, scores } from './forest.ts'
import type { UnitPlace, UnitTable } from './unit-features.ts'
import type { Unit } from './units.ts'

/** The kinds the weights know, in the order they were learned. */
export const KINDS = ['article', 'service', 'product', 'collection', 'forum', 'listing', 'documentation'] as const
export type PageKind = (typeof KINDS)[number]

export interface Weights {
  readonly kind: PackedForest
  readonly first: CutIndex
  readonly second: CutIndex
  /** The word F1 that a choice will have, from what the forests made of the page. */
  readonly success: PackedForest
}

export function readWeights(folder = new URL('../../config/extract/', import.meta.url)): Weights {
  const read = (name: string) => readForest(new URL(`${name}.json`, folder))
  return {
    kind: read('kind'),
    first: indexCuts(read('first')),
    second: indexCuts(read('second')),
    success: read('success'),
  }
}

/** How likely the page is of each kind. */
export function kindShares(weights: Weights, page: readonly number[]): number[] {
  return softmax(scores(weights.kind, Float32Array.from(page), 0))
}

export interface Judgement {
  readonly first: Float64Array
  readonly second: Float64Array
}

/**
 * For each unit the expected share of its words that belongs to the main content: judged alone, and among its
 * neighbours.
 */
export function judgeUnits(weights: Weights, units: readonly Unit[], table: UnitTable): Judgement {
  const first = judge(weights.first, table, units.length)
  addContext(units, table, first)
  return { first, second: judge(weights.second, table, units.length) }
}

function judge(forest: CutIndex, { values, stride, width, ofPage }: UnitTable, count: number): Float64Array {
  return scoreRows(forest, { values, stride, count, shared: [width - ofPage, width] }).map(probability)
}

const NEIGHBOURS = [-3, -2, -1, 1, 2, 3]
const WINDOWS = [5, 10, 20]

/** What the first judgement says of everything around a unit; the column order is part of the learned weights. */
function addContext(units: readonly Unit[], table: UnitTable, first: Float64Array): void {
  const count = units.length
  const { places, stride, values, width } = table
  const words = units.map(weightOf)
  const put = (index: number, column: number, value: number) => {
    values[index * stride + width + column] = value
  }
  const groups = [0, 1, 2, 3].map((step) =>
    groupMeans(
      places.map((place) => place.above[step] ?? -1),
      words,
      first,
    ),
  )
  const alike = groupMeans(
    places.map((place) => place.signature),
    words,
    first,
  )
  const section = groupMeans(
    places.map((place) => place.heading),
    words,
    first,
  )
  const sumWords = [0]
  const sumFirst = [0]
  for (let index = 0; index < count; index += 1) {
    sumWords.push((sumWords[index] as number) + (words[index] as number))
    sumFirst.push((sumFirst[index] as number) + (words[index] as number) * (first[index] as number))
  }
  const total = sumFirst[count] as number
  let before = 0
  for (let index = 0; index < count; index += 1) {
    const own = first[index] as number
    const place = places[index] as UnitPlace
    put(index, 0, own)
    NEIGHBOURS.forEach((step, column) => {
      put(index, 1 + column, first[index + step] ?? -1)
    })
    groups.forEach((means, step) => {
      put(index, 7 + step, means.get(place.above[step] ?? -1) ?? 0)
    })
    put(index, 11, alike.get(place.signature) ?? 0)
    put(index, 12, place.heading >= 0 ? (first[place.heading] as number) : -1)
    put(index, 13, section.get(place.heading) ?? 0)
    put(index, 14, total / (sumWords[count] as number))
    WINDOWS.forEach((reach, column) => {
      const low = Math.max(index - reach, 0)
      const high = Math.min(index + reach + 1, count)
      const mass = (sumWords[high] as number) - (sumWords[low] as number)
      put(index, 15 + column, ((sumFirst[high] as number) - (sumFirst[low] as number)) / mass)
    })
    put(index, 18, (sumFirst[index] as number) / Math.max(total, 1e-9))
    put(index, 19, Math.log1p(total))
    before = Math.max(before, own)
    put(index, 20, before)
  }
  let after = 0
  for (let index = count - 1; index >= 0; index -= 1) {
    after = Math.max(after, first[index] as number)
    put(index, 21, after)
  }
}

function groupMeans(groups: readonly number[], words: readonly number[], first: Float64Array): Map<number, number> {
  const sums = new Map<number, [number, number]>()
  groups.forEach((group, index) => {
    const sum = sums.get(group) ?? [0, 0]
    sum[0] += words[index] as number
    sum[1] += (words[index] as number) * (first[index] as number)
    sums.set(group, sum)
  })
  return new Map([...sums].map(([group, [mass, judged]]) => [group, judged / mass]))
}

/** A unit without any word still weighs a little. */
export function weightOf(unit: Unit): number {
  return Math.max(0.5, unit.measure.words)
}

export interface Choice {
  readonly kept: readonly boolean[]
  /** The F1 this choice is expected to reach, 0..1, if the judgements are right. */
  readonly expected: number
}

/** Keeps the units that make the expected F1 of the kept words largest. */
export function chooseUnits(units: readonly Unit[], judged: Float64Array): Choice {
  const words = units.map(weightOf)
  const order = [...judged.keys()].sort((a, b) => (judged[b] as number) - (judged[a] as number) || a - b)
  const mass = order.reduce((sum, index) => sum + (judged[index] as number) * (words[index] as number), 0)
  let size = 0
  let right = 0
  let best = 0
  let take = 0
  order.forEach((index, place) => {
    size += words[index] as number
    right += (judged[index] as number) * (words[index] as number)
    const value = (2 * right) / (size + mass)
    if (value > best) {
      best = value
      take = place + 1
    }
  })
  const kept = new Array<boolean>(units.length).fill(false)
  for (const index of order.slice(0, take)) kept[index] = true
  const isProse = (unit: Unit) => unit.kind !== 'heading' && unit.kind !== 'button' && unit.linkShare < 0.5
  if (units.some((unit, index) => kept[index] === true && isProse(unit))) return { kept, expected: best }
  // Nothing but headings: whatever prose there is says more than an empty page.
  return { kept: units.map((unit, index) => kept[index] === true || isProse(unit)), expected: 0 }
}
