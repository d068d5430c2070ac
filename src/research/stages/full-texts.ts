import { isSuccess } from '../../domain/outcome.ts'
import type { Page } from '../../domain/page.ts'
import { type CanonicalPaper, type Identifier, identifierKey, identifierSchema } from '../../domain/paper.ts'
import type { SavedPaper } from '../../intake/admit-paper.ts'
import { adoptPage } from '../../intake/paper-pages.ts'
import { isNotice, titleKey } from '../../store/paper-identity.ts'
import type { Store } from '../../store/types.ts'
import type { ResearchParts } from '../parts.ts'
import type { SearchCall } from '../search-call.ts'

/**
 * The publisher's page or PDF of a paper, read at an address that no source named, is the paper's: else a retracted
 * full text would go on supporting, and stand as a second source beside its own abstract (LYRA 5.4, REQ 3.1.7.3). Pages
 * of all searches of the task: a source that refused in one may answer in the next.
 */
export function adoptFullTexts(
  { works }: Pick<ResearchParts, 'works'>,
  call: SearchCall,
  papers: readonly SavedPaper[],
): void {
  const { store } = works
  const named = new Set(papers.flatMap(({ work }) => work.identifiers).map(identifierKey))
  if (named.size === 0) return
  store.write(() => {
    for (const page of store.pages.ofTask(call.taskId)) {
      const work = page.work_id === null && isFullText(page) ? workOfFullText(store, page, named) : null
      if (work !== null) adoptPage(works, page, work, call)
    }
  })
}

/** The numbers under which pages that are papers themselves are known, to hear of their retraction. */
export function numbersOfFullTexts({ pages }: Pick<Store, 'pages'>, pageIds: readonly string[]): readonly Identifier[] {
  return pages
    .many(pageIds)
    .filter((page) => page.work_id === null && isFullText(page))
    .flatMap(({ identifiers = [] }) => identifierSchema.safeParse(identifiers[0]).data ?? [])
}

function isFullText({ page_type, outcome }: Page): boolean {
  return (page_type === 'paper' || page_type === 'pdf') && isSuccess(outcome)
}

/** By the identifier that stands first on the page and the title in one: a page of references names many papers. */
function workOfFullText(
  { works }: Pick<Store, 'works'>,
  page: Page,
  named: ReadonlySet<string>,
): CanonicalPaper | null {
  const title = titleKey(page.title ?? '')
  const all = page.identifiers ?? []
  // The meta tags may tell the PMID before the DOI, and a source only the DOI.
  for (const first of [all[0], all.find(({ type }) => type === 'doi')]) {
    const own = identifierSchema.safeParse(first).data
    if (own === undefined || own.type === 'isbn' || !named.has(identifierKey(own))) continue
    // As it is known by now: `papers` may have been kept before a source told of a retraction.
    const work = works.byIdentifier(own)
    if (work !== null && !isNotice(work) && title !== '' && titleKey(work.title) === title) return work
  }
  return null
}
