import type { Page } from '../../domain/page.ts'
import type { Identifier, PaperUpdate } from '../../domain/paper.ts'
import type { Store } from '../../store/types.ts'
import { yearIn } from './reference-item.ts'
import type { KnownWork } from './same-work.ts'

/** A work that an entry may mean, and who knows it. */
export interface FoundWork extends KnownWork {
  readonly knownBy: string
  /** What of the entry leads to it. */
  readonly by: 'identifier' | 'address' | 'title'
  readonly isRetracted: boolean
  readonly updates: readonly PaperUpdate[]
  readonly identifiers: readonly Identifier[]
}

interface StoredWork extends KnownWork {
  readonly is_retracted: boolean
  readonly updates: readonly PaperUpdate[]
  readonly identifiers: readonly Identifier[]
}

export function foundIn(work: StoredWork, by: FoundWork['by']): FoundWork {
  const { title, authors, year, is_retracted: isRetracted, updates, identifiers } = work
  return { title, authors, year, isRetracted, updates, identifiers, knownBy: 'graph', by }
}

/**
 * The work whose text a page is says more of it than the page: who wrote it, and whether it was withdrawn. A page
 * without a title is called by its address, as a report calls it, where nothing is compared with that.
 */
export function workOfPage(
  { works }: Pick<Store, 'works'>,
  page: Page,
  by: FoundWork['by'],
  cited: string | null,
): FoundWork | null {
  const id = page.work_id ?? page.full_text_of ?? null
  const work = id === null ? null : works.get(id)
  if (work !== null) {
    const found = foundIn(work, by)
    return { ...found, isRetracted: found.isRetracted || page.is_retracted }
  }
  const { title, url, authors, year, published_at: published, is_retracted: isRetracted } = page
  if (title === null && cited !== null) return null
  const known = { title: title ?? url, authors, year: year ?? yearIn(published) }
  return { ...known, isRetracted, updates: [], identifiers: [], knownBy: 'graph', by }
}
