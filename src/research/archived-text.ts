import type { Page } from '../domain/page.ts'
import { wholeText } from '../extract/whole-text.ts'
import type { ResearchParts } from './parts.ts'

/**
 * Everything the archived copy of a page says; null where it has none, or none that can be read. A paper's page is the
 * abstract that an index gave, which is its fragments.
 */
export async function archivedText(
  { store, readBack, extract }: Pick<ResearchParts, 'store' | 'readBack' | 'extract'>,
  page: Page,
): Promise<string | null> {
  if (page.route === 'api')
    return store.fragments
      .ofPage(page.id)
      .map((one) => one.text_content)
      .join('\n')
  const kept = await readBack(page)
  if (kept === null) return null
  const contentType = kept.headers['content-type'] ?? page.content_type
  return wholeText({ url: page.url, contentType, body: kept.body }, extract)
}
