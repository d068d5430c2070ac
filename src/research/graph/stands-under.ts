import type { Fragment, Page } from '../../domain/page.ts'

/** What stands above a passage on its page: its headings, and the title. */
export function standsUnder(
  { heading_hierarchy: headings }: Pick<Fragment, 'heading_hierarchy'>,
  page: Pick<Page, 'title'> | null,
): readonly string[] {
  return [...headings.map(({ text }) => text), ...(page?.title == null ? [] : [page.title])]
}
