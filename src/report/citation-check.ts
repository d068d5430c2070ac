import type { CheckedCitation } from '../api/check-citations.ts'
import type { ReportFormat } from '../api/render-report.ts'
import type { Exchange } from '../archive/types.ts'
import { LyraError } from '../domain/errors.ts'
import { onlyVisible } from '../domain/invisible.ts'
import type { Fragment, Page } from '../domain/page.ts'
import type { Store } from '../store/types.ts'
import { citedInDocx } from './cited/cited-in-docx.ts'
import { citedInHtml } from './cited/cited-in-html.ts'
import { citedInMarkdown } from './cited/cited-in-markdown.ts'
import type { CitedPassage, CitedReport } from './cited/cited-report.ts'
import { addressText } from './escape.ts'

type ReadRecord = (file: string, recordId: string) => Promise<Exchange | null>

/**
 * Walks every citation of a written report back: number, fragment in the database, excerpt in the fragment, address and
 * archive record as they were, bytes in the archive. Works on the report's text, so that an edited report can be
 * checked too. What it cannot check is whether a sentence says what its passage says.
 */
export async function checkCitations(
  report: string,
  store: Store,
  readRecord: ReadRecord,
  format: ReportFormat = 'md',
): Promise<readonly CheckedCitation[]> {
  const { used, listed } = READERS[format](report)
  const results: CheckedCitation[] = []
  for (const number of used) {
    const passage = listed.get(number)
    if (passage === undefined) results.push({ number, fragmentId: '', problem: 'cited but not listed' })
    else results.push({ number, fragmentId: passage.fragmentId, problem: await problemOf(passage, store, readRecord) })
  }
  return results
}

/** A Word document comes in base64. */
const READERS: Readonly<Record<ReportFormat, (report: string) => CitedReport>> = {
  md: citedInMarkdown,
  html: citedInHtml,
  docx: (report) => {
    const cited = citedInDocx(Buffer.from(report, 'base64'))
    if (cited !== null) return cited
    throw new LyraError('INVALID_PARAMS', 'The report is no Word document that can be read', {
      hint: 'Markdown, HTML and Word (docx) are read, as Lyra writes them, edited or not',
    })
  },
}

async function problemOf(passage: CitedPassage, store: Store, readRecord: ReadRecord): Promise<string | null> {
  const fragment = store.fragments.get(passage.fragmentId)
  if (fragment === null) return 'no such fragment'
  const excerpt = passage.excerpt.replace(/…$/u, '')
  if (!flat(fragment.text_content).includes(flat(excerpt))) return 'the excerpt is not in the fragment'
  const page = store.pages.get(fragment.page_id)
  if (page === null) return 'no such page'
  return placeProblem(passage, page, fragment) ?? (await recordProblem(passage, readRecord))
}

function placeProblem(passage: CitedPassage, page: Page, fragment: Fragment): string | null {
  // What the page no longer says lies in a record of its own.
  const [file, record] = [fragment.warc_file ?? page.warc_file, fragment.warc_record_id ?? page.warc_record_id]
  if (file === null || record === null) return 'the page was not archived'
  const document = (url: string) => url.split('#', 1)[0]
  if (document(passage.url) !== document(addressText(page.url))) return 'the address is not that of the page'
  const same = passage.file === file && passage.recordId === record
  return same ? null : 'the archive record is not that of the page'
}

async function recordProblem(passage: CitedPassage, readRecord: ReadRecord): Promise<string | null> {
  return (await readRecord(passage.file, passage.recordId)) === null ? 'the archive record cannot be read' : null
}

function flat(text: string): string {
  return onlyVisible(text.replace(/\s+/gu, ' ')).trim()
}
