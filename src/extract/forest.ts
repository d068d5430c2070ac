import { readFileSync } from 'node:fs'
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

/**
 * Boosted trees as flat columns: a node n asks `x[split[n]] <= cut[n]`; a child below zero is the leaf -child - 1. The
 * files are our own, and tens of thousands of numbers: checked as they are packed, which is quicker than by a schema.
 */
export function readForest(file: string | URL): PackedForest {
  const forest: unknown = JSON.parse(readFileSync(file, 'utf8'))
  const column = (name: string): number[] => {
    const values = fieldOf(forest, name)
    if (Array.isArray(values) && values.every((value) => typeof value === 'number')) return values
    throw new Error(`${file}: ${name} is no list of numbers`)
  }
  const count = (name: string): number => {
    const value = fieldOf(forest, name)
    if (typeof value === 'number' && Number.isInteger(value) && value > 0) return value
    throw new Error(`${file}: ${name} is no count`)
  }
  const [left, right] = [column('left'), column('right')]
  return {
    features: count('features'),
    classes: count('classes'),
    roots: Int32Array.from(column('roots')),
    split: Int32Array.from(column('split')),
    cut: Float64Array.from(column('cut')),
    child: Int32Array.from({ length: 2 * left.length }, (_, at) => (at % 2 === 0 ? left : right)[at >> 1] ?? -1),
    leaf: Float64Array.from(column('leaf')),
  }
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && name in value ? value[name as keyof typeof value] : undefined
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
