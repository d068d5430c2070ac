import type { PackedForest } from './forest.ts'

/**
 * A forest turned round: for each column all cuts that any tree makes on it, in ascending order. A row passes the cuts
 * below its value, and each takes away the leaves of its tree that lie on the other side; the first leaf left in a tree
 * is the one a walk from its root would reach. Most values pass few cuts, one after the other in memory, and columns
 * that are the same for a whole page are passed once.
 */
export interface CutIndex {
  readonly features: number
  /** Cuts of column c stand from starts[c] up to starts[c + 1]. */
  readonly starts: Int32Array
  readonly cuts: Float64Array
  readonly trees: Uint16Array
  /** A bit for each leaf of the tree, the leftmost lowest; the leaves that are left once the cut is passed. */
  readonly masks: Int32Array
  readonly leaves: Float64Array
  /** Where the leaves of each tree begin. */
  readonly firstLeaves: Int32Array
}

/** Rows of equal width one after the other; the columns from the first shared one up to the other are equal in all. */
export interface Rows {
  readonly values: Float32Array
  readonly stride: number
  readonly count: number
  readonly shared: readonly [from: number, to: number]
}

const MOST_LEAVES = 32

/** For forests of one class, and trees of at most 32 leaves. */
export function indexCuts({ roots, split, cut, child, leaf, features, classes }: PackedForest): CutIndex {
  if (classes !== 1) throw new Error(`A forest of ${classes} classes has no one sum`)
  const masks = new Int32Array(split.length)
  const treeOf = new Uint16Array(split.length)
  const leaves: number[] = []
  const firstLeaves = Int32Array.from(roots, (root, tree) => {
    const first = leaves.length
    /** The leaves under a node, as bits. */
    const under = (node: number): number => {
      if (node < 0) return 1 << (leaves.push(leaf[-node - 1] ?? 0) - 1 - first)
      const left = under(child[2 * node] ?? -1)
      masks[node] = ~left
      treeOf[node] = tree
      return left | under(child[2 * node + 1] ?? -1)
    }
    under(root)
    if (leaves.length - first > MOST_LEAVES) throw new Error(`Tree ${tree} has more than ${MOST_LEAVES} leaves`)
    return first
  })
  const nodes = [...split.keys()].sort(
    (a, b) => (split[a] as number) - (split[b] as number) || (cut[a] as number) - (cut[b] as number),
  )
  const starts = new Int32Array(features + 1)
  for (const column of split) starts[column + 1] = (starts[column + 1] as number) + 1
  for (let column = 0; column < features; column += 1)
    starts[column + 1] = (starts[column + 1] as number) + (starts[column] as number)
  return {
    features,
    starts,
    cuts: Float64Array.from(nodes, (node) => cut[node] as number),
    trees: Uint16Array.from(nodes, (node) => treeOf[node] as number),
    masks: Int32Array.from(nodes, (node) => masks[node] as number),
    leaves: Float64Array.from(leaves),
    firstLeaves,
  }
}

/** The sum of the trees for every row; trees are added in their order, so that the sum is that of `scoreOf`. */
export function scoreRows(index: CutIndex, { values, stride, count, shared }: Rows): Float64Array {
  const { starts, leaves, firstLeaves } = index
  const sums = new Float64Array(count)
  const used = columnsWithCuts(starts)
  const ofPage = used.filter((column) => column >= shared[0] && column < shared[1])
  const ofRow = used.filter((column) => column < shared[0] || column >= shared[1])
  const always = new Int32Array(firstLeaves.length).fill(-1)
  const lowestOf = (columns: Int32Array) =>
    new Float64Array(columns.length).map((_, at) => index.cuts[starts[columns[at] as number] as number] as number)
  if (count > 0) pass(index, ofPage, lowestOf(ofPage), values, 0, always)
  const lowest = lowestOf(ofRow)
  const left = new Int32Array(firstLeaves.length)
  for (let row = 0; row < count; row += 1) {
    left.set(always)
    pass(index, ofRow, lowest, values, row * stride, left)
    let sum = 0
    for (let tree = 0; tree < left.length; tree += 1) {
      const bits = left[tree] as number
      sum += leaves[(firstLeaves[tree] as number) + 31 - Math.clz32(bits & -bits)] as number
    }
    sums[row] = sum
  }
  return sums
}

function columnsWithCuts(starts: Int32Array): Int32Array {
  const columns: number[] = []
  for (let column = 0; column + 1 < starts.length; column += 1)
    if ((starts[column] as number) < (starts[column + 1] as number)) columns.push(column)
  return Int32Array.from(columns)
}

/** Takes away the leaves that the values of these columns rule out. */
function pass(
  { starts, cuts, trees, masks }: CutIndex,
  columns: Int32Array,
  lowest: Float64Array,
  values: Float32Array,
  offset: number,
  left: Int32Array,
): void {
  for (let at = 0; at < columns.length; at += 1) {
    const column = columns[at] as number
    const value = values[offset + column] as number
    // Most values pass no cut at all.
    if (value <= (lowest[at] as number)) continue
    const end = starts[column + 1] as number
    // What is not a number goes right everywhere, as in a walk.
    for (let cut = starts[column] as number; cut < end && !(value <= (cuts[cut] as number)); cut += 1) {
      const tree = trees[cut] as number
      left[tree] = (left[tree] as number) & (masks[cut] as number)
    }
  }
}
