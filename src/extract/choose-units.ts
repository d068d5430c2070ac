import { softmax } from '../domain/softmax.ts'
import { type CutIndex, indexCuts, scoreRows } from './cut-index.ts'
import { type PackedForest, probability, readForest, scores } from './forest.ts'
import { judgeAmong, readNetwork } from './network.ts'
import type { Network } from './network-weights.ts'
import type { UnitTable } from './unit-features.ts'
import type { Unit } from './units.ts'

/** The kinds the weights know, in the order they were learned. */
export const KINDS = ['article', 'service', 'product', 'collection', 'forum', 'listing', 'documentation'] as const
export type PageKind = (typeof KINDS)[number]

/** Of the first judgement's odds the network hears no more than this. */
const MOST_ODDS = 6

export interface Weights {
  readonly kind: PackedForest
  readonly first: CutIndex
  /** Judges a unit among those around it. */
  readonly second: Network
  /** The word F1 that a choice will have, from what the forests made of the page. */
  readonly success: PackedForest
}

export function readWeights(folder = new URL('../../config/extract/', import.meta.url)): Weights {
  const read = (name: string) => readForest(new URL(`${name}.json`, folder))
  return {
    kind: read('kind'),
    first: indexCuts(read('first')),
    second: readNetwork(new URL('second.json', folder)),
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
  const { values, stride, width, ofPage, places } = table
  first.forEach((share, index) => {
    const level = logOdds(share)
    values[index * stride + width] = Math.min(MOST_ODDS, Math.max(-MOST_ODDS, level)) / 2
    values[index * stride + width + 1] = share - 0.3
  })
  const rows = { values, stride, count: units.length, shared: [width - ofPage, width] as const }
  return { first, second: judgeAmong(weights.second, rows, places, units.map(weightOf)) }
}

export function logOdds(share: number): number {
  const inside = Math.min(1 - 1e-6, Math.max(1e-6, share))
  return Math.log(inside / (1 - inside))
}

function judge(forest: CutIndex, { values, stride, width, ofPage }: UnitTable, count: number): Float64Array {
  return scoreRows(forest, { values, stride, count, shared: [width - ofPage, width] }).map(probability)
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
