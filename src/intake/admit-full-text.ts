import type { FullText } from '../domain/full-text.ts'
import type { Page } from '../domain/page.ts'
import type { CanonicalPaper } from '../domain/paper.ts'
import { markScreened } from '../domain/screened.ts'
import { type SectionLexicon, sectionUnder } from '../extract/paper-sections.ts'
import { screenFields } from '../guard/l2-page-screen.ts'
import type { Store } from '../store/types.ts'
import type { IntakeCause } from './cause.ts'
import { adoptPage, type PaperIntake } from './paper-pages.ts'

const LONGEST_LICENCE = 300

/** L2 (REQ 4.4.1): licence and version are words of an index, and the reason may quote a server. */
export function admitFullText({ fullTexts }: Pick<Store, 'fullTexts'>, row: FullText): FullText {
  const { safe } = screenFields({
    licence: row.licence?.slice(0, LONGEST_LICENCE) ?? null,
    version: row.version?.slice(0, LONGEST_LICENCE) ?? null,
    reason: row.reason?.slice(0, LONGEST_LICENCE) ?? null,
  })
  const screened = markScreened({ ...row, ...safe })
  fullTexts.save(screened)
  return screened
}

/** The page is the paper's from now on, its licence is noted, and its fragments know their parts. */
export function admitCopy(
  intake: PaperIntake,
  { page, work, licence }: { readonly page: Page; readonly work: CanonicalPaper; readonly licence: string | null },
  sections: SectionLexicon,
  cause: IntakeCause,
): void {
  const { store } = intake
  store.write(() => {
    const { safe } = screenFields({ name: licence?.slice(0, LONGEST_LICENCE) ?? null })
    store.pages.setFullTextOf(page.id, work.id, markScreened(safe))
    adoptPage(intake, page, work, cause)
    markSections(store, page.id, sections, work)
  })
}

/**
 * Sections by the headings above each fragment; what stands above the first heading has none. The abstract on the page
 * is a part of its own only where the record of the paper has it, too: said twice it counts once.
 */
export function markSections(
  { fragments }: Pick<Store, 'fragments'>,
  pageId: string,
  sections: SectionLexicon,
  { abstract }: Pick<CanonicalPaper, 'abstract'>,
): void {
  const bySection = Map.groupBy(fragments.ofPage(pageId), ({ heading_hierarchy }) => {
    const section = sectionUnder(sections, heading_hierarchy)
    return section === 'abstract' && (abstract ?? '') === '' ? null : section
  })
  for (const [section, members] of bySection)
    fragments.setSection(
      members.map(({ id }) => id),
      section,
    )
}
