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
  /**
   * Left child of node n at 2n, right child behind it: choosing by index spares the processor a guess at every node.
   */
  readonly child: Int32Array
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
    child: Int32Array.from(forest.left.flatMap((left, node) => [left, forest.right[node] ?? -1])),
    leaf: Float64Array.from(forest.leaf),
  }
}

/** Sum of the trees for the row of `values` that begins at `offset`; one sum a class. */
export function scores(forest: PackedForest, values: Float32Array, offset: number): number[] {
  return Array.from({ length: forest.classes }, (_, at) => scoreOf(forest, values, offset, at))
}

/** The sum of one class alone. */
export function scoreOf(forest: PackedForest, values: Float32Array, offset: number, at = 0): number {
  const { roots, split, cut, child, leaf, classes } = forest
  let sum = 0
  for (let tree = at; tree < roots.length; tree += classes) {
    let node = roots[tree] as number
    while (node >= 0) {
      const goesRight = (values[offset + (split[node] as number)] as number) <= (cut[node] as number) ? 0 : 1
      node = child[2 * node + goesRight] as number
    }
    sum += leaf[-node - 1] as number
  }
  return sum
}

export function probability(score: number): number {
  return 1 / (1 + Math.exp(-score))
}
