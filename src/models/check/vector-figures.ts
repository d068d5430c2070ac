import type { VectorRow } from './check-set.ts'

export interface VectorFigures {
  readonly triples: number
  /** Queries whose passage is the nearest of all passages of the set. */
  readonly right_first: number
  /** The same of the English triples, and of those in which either side is Japanese. */
  readonly english: number
  readonly japanese: number
  /** Triples whose passage is nearer than the other one on the same subject. */
  readonly nearer: number
  /** Mean cosine of a query and its passage, and of a query and the passages of other rows. */
  readonly cosine_near: number
  readonly cosine_unrelated: number
}

/** `vectors` are of the queries, then of the near, then of the far passages, each of unit length. */
export function vectorFigures(rows: readonly VectorRow[], vectors: readonly Float32Array[]): VectorFigures {
  const of = (at: number) => vectors[at] ?? new Float32Array()
  const passages = vectors.slice(rows.length)
  const judged = rows.map(({ languages }, at) => {
    const query = of(at)
    const near = dot(query, of(rows.length + at))
    const far = dot(query, of(2 * rows.length + at))
    const first = passages.every((passage, other) => other === at || dot(query, passage) < near)
    const others = passages.filter((_, other) => other % rows.length !== at).map((passage) => dot(query, passage))
    return { english: languages === 'en', nearer: near > far, first, near, unrelated: meanOf(others) }
  })
  const share = (some: typeof judged, what: (one: (typeof judged)[number]) => boolean) =>
    some.filter(what).length / Math.max(some.length, 1)
  const english = judged.filter((one) => one.english)
  const japanese = judged.filter((one) => !one.english)
  return {
    triples: rows.length,
    right_first: share(judged, ({ first }) => first),
    english: share(english, ({ first }) => first),
    japanese: share(japanese, ({ first }) => first),
    nearer: share(judged, ({ nearer }) => nearer),
    cosine_near: meanOf(judged.map(({ near }) => near)),
    cosine_unrelated: meanOf(judged.map(({ unrelated }) => unrelated)),
  }
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(values.length, 1)
}

function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0
  for (let i = 0; i < a.length; i += 1) sum += (a[i] ?? 0) * (b[i] ?? 0)
  return sum
}
