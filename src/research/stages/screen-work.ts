import { sha256 } from '../../domain/ids.ts'
import type { CanonicalWork, Work } from '../../domain/work.ts'
import { type Screened, screenPage } from '../../guard/l2-page-screen.ts'
import { titleKey } from '../../store/work-identity.ts'

export interface ScreenedWork extends Pick<Screened<never>, 'findings' | 'isDangerous'> {
  readonly work: Work
}

const KEPT_OUT = /^\[title kept out: [0-9a-f]{32}\]$/u

/**
 * L2 (REQ 4.4.1) for what an index tells of a paper, before it is stored anywhere: anybody may give a preprint a title. What is
 * harmless stays letter for letter, because works are known again by it; a title that is kept out still tells two works apart.
 */
export function screenWork(work: Work): ScreenedWork {
  const part = (text: string | null) => ({ text_content: text ?? '', heading_context: null, heading_hierarchy: [] })
  const { title, authors, fragments, findings, isDangerous } = screenPage({
    title: work.title,
    authors: work.authors,
    fragments: [part(work.abstract), part(work.venue)],
  })
  if (!isDangerous) return { work, findings, isDangerous }
  const isKept = (text: string | null) => fragments.some((fragment) => fragment.text_content === (text ?? ''))
  const safe = {
    ...work,
    title: title === null ? `[title kept out: ${sha256(titleKey(work.title)).slice(0, 32)}]` : work.title,
    authors: authors.length === 0 ? [] : work.authors,
    // Empty, not unknown: the paper has an abstract, and its landing page would only say the same.
    abstract: isKept(work.abstract) ? work.abstract : '',
    venue: isKept(work.venue) ? work.venue : null,
  }
  return { work: safe, findings, isDangerous }
}

/** Title and authors as a page shows them, cleaned like those of any page; null where the title was kept out. */
export function shownOnPage(work: CanonicalWork): Pick<Screened<never>, 'title' | 'authors'> {
  const { title, authors } = screenPage({ title: work.title, authors: work.authors, fragments: [] })
  return { title: KEPT_OUT.test(work.title) ? null : title, authors }
}
