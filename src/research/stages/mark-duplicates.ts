import { inTurns } from '../../domain/in-turns.ts'
import type { Fragment } from '../../domain/page.ts'
import { clusterNarratives, duplicateClustering } from '../../rank/duplicates.ts'
import type { Store } from '../../store/types.ts'
import { isEvidence } from './evidence.ts'

/**
 * Copies across sites become one cluster, named after its canonical fragment (REQ 3.3.1), and pages that tell one story
 * one narrative (REQ 3.3.3), over everything the task has read. A fragment and its cluster belong to all tasks: what
 * another task has found to be a copy of one of these is looked at with them, so that its cluster grows and is not torn
 * apart.
 */
export async function markDuplicates(store: DuplicateStore, fragments: readonly Fragment[]): Promise<void> {
  const mark = await findDuplicates(store, fragments)
  mark()
}

type DuplicateStore = Pick<Store, 'pages' | 'fragments' | 'write'>

/** The same in two steps: what is found is written when the caller says so, e.g. in a transaction of its own. */
export async function findDuplicates(store: DuplicateStore, fragments: readonly Fragment[]): Promise<() => void> {
  const ownPages = store.pages.many(distinct(fragments.map((one) => one.page_id)))
  const copies = store.fragments.ofClusters(distinct(fragments.flatMap((one) => one.cluster_id ?? [])))
  const narrativePages = store.pages.ofNarratives(distinct(ownPages.flatMap((one) => one.narrative_id ?? [])))
  // A page is compared as a whole, so the pages of a narrative come with all their fragments.
  const narrativeFragments = narrativePages
    .flatMap((one) => store.fragments.ofPage(one.id))
    .filter((one) => !one.is_irrelevant)
  const toCluster = oncePerId([...fragments, ...copies.filter(isEvidence)])
  const toCompare = oncePerId([...fragments, ...narrativeFragments.filter(isEvidence)])

  const foreign = store.pages.many(distinct(copies.map((one) => one.page_id)))
  const pages = new Map([...ownPages, ...narrativePages, ...foreign].map((one) => [one.id, one]))
  const item = (fragment: Fragment) => ({
    id: fragment.id,
    text: fragment.text_content,
    pageId: fragment.page_id,
    site: pages.get(fragment.page_id)?.domain ?? '',
    publishedAt: pages.get(fragment.page_id)?.published_at ?? null,
  })
  const clusters = await inTurns(duplicateClustering(toCluster.map(item)))
  const clustered = new Set(toCluster.map((one) => one.id))
  const clusteredBefore = narrativeFragments.flatMap(({ id, cluster_id }) =>
    cluster_id === null || clustered.has(id) ? [] : [[id, cluster_id] as const],
  )
  const narratives = clusterNarratives(toCompare.map(item), new Map([...clusteredBefore, ...clusters]))
  return () =>
    store.write(() => {
      for (const [fragmentId, clusterId] of clusters) store.fragments.setCluster(fragmentId, clusterId)
      for (const [pageId, narrativeId] of narratives) store.pages.setNarrative(pageId, narrativeId)
    })
}

function distinct(ids: readonly string[]): readonly string[] {
  return [...new Set(ids)]
}

function oncePerId(fragments: readonly Fragment[]): readonly Fragment[] {
  return [...new Map(fragments.map((fragment) => [fragment.id, fragment])).values()]
}
