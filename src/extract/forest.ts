import { readFileSync } from 'node:fs'
import { z } from 'zod'

/** Boosted trees as flat columns: a node n asks `x[split[n]] <= cut[n]`; a child below zero is the leaf -child - 1. */
const Forest = z.object({
  features: z.number().int().positive(),
  classes: z.number().int().positive(),
  roots: z.array(z.number().int()),
  split: z.array(z.number().int().nonnegative()),
  cut: z.array(z.number()),
  left: z.array(z.number().int()),
  right: z.array(z.number().int()),
  leaf: z.array(z.number()),
})

export interface PackedForest {
  readonly features: number
  readonly classes: number
  readonly roots: Int32Array
  readonly split: Int32Array
  readonly cut: Float64Array
  readonly left: Int32Array
  readonly right: Int32Array
  readonly leaf: Float64Array
}

export function readForest(file: string | URL): PackedForest {
  const forest = Forest.parse(JSON.parse(readFileSync(file, 'utf8')))
  return {
    features: forest.features,
    classes: forest.classes,
    roots: Int32Array.from(forest.roots),
    split: Int32Array.from(forest.split),
    cut: Float64Array.from(forest.cut),
    left: Int32Array.from(forest.left),
    right: Int32Array.from(forest.right),
    leaf: Float64Array.from(forest.leaf),
  }
}

/** Sum of the trees for the row of `values` that begins at `offset`; one sum a class. */
export function scores(forest: PackedForest, values: Float32Array, offset: number): number[] {
  const sums = new Array<number>(forest.classes).fill(0)
  const { roots, split, cut, left, right, leaf } = forest
  for (let tree = 0; tree < roots.length; tree += 1) {
    let node = roots[tree] as number
    while (node >= 0) {
      const value = values[offset + (split[node] as number)] as number
      node = (value <= (cut[node] as number) ? left[node] : right[node]) as number
    }
    const at = tree % forest.classes
    sums[at] = (sums[at] as number) + (leaf[-node - 1] as number)
  }
  return sums
}

export function probability(score: number): number {
  return 1 / (1 + Math.exp(-score))
}

export function softmax(values: readonly number[]): number[] {
  const most = Math.max(...values)
  const powers = values.map((value) => Math.exp(value - most))
  const sum = powers.reduce((total, power) => total + power, 0)
  return powers.map((power) => power / sum)
}
