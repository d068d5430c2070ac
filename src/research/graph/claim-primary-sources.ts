import type { Page } from '../../domain/page.ts'
import { type PrimarySource, type SourceCue, saysWhereFrom } from '../../domain/primary-source.ts'
import type { EvidenceEdge, Store } from '../../store/types.ts'
import type { ClaimNode } from './task-graph.ts'

/** What the page of a claim names as its source, and what that says of the claim. */
export interface ClaimPrimarySource {
  readonly url: string
  readonly cue: SourceCue
  readonly outcome: string
  /** Null where it was not read. */
  readonly page: Page | null
  /** The passage of it that speaks surest of the claim; null where none was asked, or none speaks. */
  readonly passage: EvidenceEdge | null
}

type SourceStore = Pick<Store, 'primarySources' | 'pages'>

/** The claim carries both: the page it was found on and the one that page has it from. */
export function claimPrimarySources(store: SourceStore, node: ClaimNode): readonly ClaimPrimarySource[] {
  const rows = store.primarySources.ofPages([node.page.id]).filter((row) => isAbout(row, node))
  const pages = new Map(store.pages.many(rows.flatMap((row) => row.source_page_id ?? [])).map((one) => [one.id, one]))
  return rows.map(({ url, cue, outcome, source_page_id: id }) => {
    const page = pages.get(id ?? '') ?? null
    return { url, cue, outcome, page, passage: page === null ? null : surest(node, page) }
  })
}

/** Named in the passage of the claim, or by a page that passes on one source throughout. */
function isAbout({ fragment_id, cue, outcome }: PrimarySource, { fragment }: ClaimNode): boolean {
  if (outcome === 'own_site') return false
  return fragment_id === fragment.id || (saysWhereFrom(cue) && fragment.told_from != null)
}

function surest({ evidence }: ClaimNode, source: Page): EvidenceEdge | null {
  const own = evidence.filter(
    ({ page }) => page.id === source.id || (page.work_id !== null && page.work_id === source.work_id),
  )
  const speaking = own.filter(({ relation }) => relation !== 'neutral')
  return speaking.toSorted((a, b) => (b.nli_confidence ?? 0) - (a.nli_confidence ?? 0))[0] ?? null
}
