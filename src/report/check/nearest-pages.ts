import type { Page } from '../../domain/page.ts'
import type { Embedder } from '../../models/types.ts'
import type { Store } from '../../store/types.ts'

/** Pages that a statement without a mark is compared with; as many that were withdrawn are heard beside them. */
const NEAREST_PAGES = 3
const NEAREST_FRAGMENTS = 12
/** A withdrawn paper has passages enough to leave no place to any other. */
const WITH_RETRACTED = 4

export interface NearestParts {
  readonly store: Store
  readonly embedder: Embedder
  readonly taskId: string
  readonly gathered: readonly Page[]
  readonly isRetracted: (page: Page) => boolean
}

/** The pages of the nearest passages, nearest first. */
export function nearestPages(
  { store, embedder, taskId, gathered, isRetracted }: NearestParts,
  vector: Float32Array,
  without: ReadonlySet<string> = new Set(),
): readonly Page[] {
  const topK = NEAREST_FRAGMENTS * (gathered.some(isRetracted) ? WITH_RETRACTED : 1)
  const { hits } = store.vectors.search({
    ...{ target: 'fragment', modelId: embedder.modelId, vector, taskId, topK, minSimilarity: 0 },
  })
  const fragments = new Map(store.fragments.many(hits.map(({ id }) => id)).map((fragment) => [fragment.id, fragment]))
  const byId = new Map(gathered.map((page) => [page.id, page]))
  const near = hits.flatMap(({ id }) => byId.get(fragments.get(id)?.page_id ?? '') ?? [])
  const kept = (withdrawn: boolean) => {
    const own = near.filter((page) => isRetracted(page) === withdrawn).slice(0, NEAREST_FRAGMENTS)
    return [...new Set(own)].filter(({ id }) => !without.has(id)).slice(0, NEAREST_PAGES)
  }
  return [...kept(false), ...kept(true)]
}

/** Passages that are looked through for how near each page comes. */
const MOST_NEAR = 200

/** How near in meaning the nearest passage of each gathered page is; one that is not told lies farther. */
export function nearnessOfPages(
  { store, embedder, gathered }: Pick<NearestParts, 'store' | 'embedder' | 'gathered'>,
  vector: Float32Array,
): ReadonlyMap<string, number> {
  // Passages that no claim was made of lie in no task, and say as much as others.
  const asked = { target: 'fragment', modelId: embedder.modelId, vector, topK: MOST_NEAR, minSimilarity: 0 } as const
  const { hits } = store.vectors.search(asked)
  const fragments = new Map(store.fragments.many(hits.map(({ id }) => id)).map((fragment) => [fragment.id, fragment]))
  const own = new Set(gathered.map(({ id }) => id))
  const nearness = new Map<string, number>()
  for (const { id, similarity } of hits) {
    const page = fragments.get(id)?.page_id ?? ''
    if (own.has(page)) nearness.set(page, Math.max(nearness.get(page) ?? 0, similarity))
  }
  return nearness
}
