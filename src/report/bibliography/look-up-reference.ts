import type { Page } from '../../domain/page.ts'
import type { Identifier, PaperUpdate } from '../../domain/paper.ts'
import { normaliseUrl } from '../../domain/url.ts'
import type { Store } from '../../store/types.ts'
import type { ReferenceItem } from './reference-item.ts'
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

export interface InGraph {
  readonly works: readonly FoundWork[]
  readonly page: Page | null
}

/** What the graph has: the work of each identifier, the page of the address and the work that this is a text of. */
export function fromGraph(store: Pick<Store, 'works' | 'pages'>, { identifiers, url }: ReferenceItem): InGraph {
  const named = identifiers.flatMap((identifier) => {
    const work = store.works.byIdentifier(identifier)
    return work === null ? [] : [foundIn(work, 'identifier')]
  })
  const address = url === null ? null : normaliseUrl(url)
  const there = address === null ? null : (store.pages.byUrl(address) ?? store.pages.byUrl(url ?? ''))
  const page = there ?? identifiers.map((one) => store.pages.byIdentifier(one)).find((one) => one !== null) ?? null
  return { works: [...named, ...(there === null ? [] : ofPage(store, there))], page }
}

/** The work whose text a page is says more of it than the page: who wrote it, and whether it was withdrawn. */
function ofPage({ works }: Pick<Store, 'works'>, page: Page): readonly FoundWork[] {
  const id = page.work_id ?? page.full_text_of ?? null
  const work = id === null ? null : works.get(id)
  if (work !== null) {
    const found = foundIn(work, 'address')
    return [{ ...found, isRetracted: found.isRetracted || page.is_retracted }]
  }
  const { title, authors, year, is_retracted: isRetracted } = page
  if (title === null) return []
  return [{ title, authors, year, isRetracted, updates: [], identifiers: [], knownBy: 'graph', by: 'address' }]
}

interface StoredWork extends KnownWork {
  readonly is_retracted: boolean
  readonly updates: readonly PaperUpdate[]
  readonly identifiers: readonly Identifier[]
}

function foundIn(work: StoredWork, by: FoundWork['by']): FoundWork {
  const { title, authors, year, is_retracted: isRetracted, updates, identifiers } = work
  return { title, authors, year, isRetracted, updates, identifiers, knownBy: 'graph', by }
}
