import type { Page } from '../../domain/page.ts'
import { type PrimarySource, saysWhereFrom } from '../../domain/primary-source.ts'
import { identifiersIn } from '../../extract/identifiers.ts'
import { admitPrimarySource } from '../../intake/admit-primary-source.ts'
import type { Store } from '../../store/types.ts'
import type { SearchCall } from '../search-call.ts'

type LinkStore = Pick<Store, 'pages' | 'works' | 'fragments' | 'primarySources' | 'write'>

/**
 * Marks whose words the pages of the task pass on, after papers are known and full texts adopted. A page that names one
 * source tells of it throughout; of several, the passage that names one does. Follows from what is stored alone, so
 * that it may be done again.
 */
export function markPrimarySources(store: LinkStore, { taskId }: SearchCall): void {
  store.write(() => {
    const pages = new Map(store.pages.ofTask(taskId).map((page) => [page.id, page]))
    const named = store.primarySources.ofPages([...pages.keys()]).map((row) => resolve(store, row))
    const byTeller = Map.groupBy(
      named.filter(({ cue, outcome }) => saysWhereFrom(cue) && outcome !== 'own_site'),
      (row) => row.page_id,
    )
    const keyOf = (row: PrimarySource) => originKey(store, byTeller, row, new Set([row.page_id]))
    for (const [pageId, rows] of byTeller) {
      const fragments = store.fragments.ofPage(pageId).map(({ id }) => id)
      // Pages that name each other tell of nobody else.
      const told = rows.map((row) => ({ row, key: keyOf(row) })).filter(({ key }) => key !== `page ${pageId}`)
      const [only, ...others] = new Set(told.map(({ key }) => key))
      if (only !== undefined && others.length === 0) store.primarySources.setToldFrom(fragments, only)
      else
        for (const { row, key } of told)
          if (row.fragment_id !== null) store.primarySources.setToldFrom([row.fragment_id], key)
    }
  })
}

/** A paper that was named by its identifier, or a page that was read since. */
function resolve(store: LinkStore, row: PrimarySource): PrimarySource {
  if (row.source_page_id !== null || row.outcome === 'own_site') return row
  const page = store.pages.byUrl(row.url) ?? pageOfPaper(store, row.url)
  if (page === null || page.id === row.page_id) return row
  const found = { ...row, source_page_id: page.id, outcome: page.outcome, reason: null }
  admitPrimarySource(store, found)
  return found
}

function pageOfPaper({ works, pages }: LinkStore, url: string): Page | null {
  for (const identifier of identifiersIn(url)) {
    if (works.byIdentifier(identifier) === null) continue
    const page = pages.byIdentifier(identifier)
    if (page !== null) return page
  }
  return null
}

/** The end of the chain: a page that tells what another told has it from where that one has it. */
function originKey(
  store: LinkStore,
  byTeller: ReadonlyMap<string, readonly PrimarySource[]>,
  row: PrimarySource,
  seen: ReadonlySet<string>,
): string {
  const { source_page_id: id, url } = row
  if (id === null) return `url ${url}`
  const further = byTeller.get(id) ?? []
  const [next] = further
  if (next !== undefined && further.length === 1 && !seen.has(id))
    return originKey(store, byTeller, next, new Set([...seen, id]))
  const page = store.pages.get(id)
  return page?.work_id == null ? `page ${id}` : `work ${page.work_id}`
}
