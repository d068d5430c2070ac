import type { CheckedCitation } from '../api/check-citations.ts'
import type { Exchange } from '../archive/types.ts'
import { onlyVisible } from '../domain/invisible.ts'
import type { Fragment, Page } from '../domain/page.ts'
import type { Store } from '../store/types.ts'
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
): Promise<readonly CheckedCitation[]> {
  const text = report.replace(/\r\n?/gu, '\n')
  const listed = citedPassages(text)
  const results: CheckedCitation[] = []
  for (const number of usedNumbers(text)) {
    const passage = listed.get(number)
    if (passage === undefined) results.push({ number, fragmentId: '', problem: 'cited but not listed' })
    else results.push({ number, fragmentId: passage.fragmentId, problem: await problemOf(passage, store, readRecord) })
  }
  return results
}

interface Passage {
  readonly url: string
  readonly excerpt: string
  readonly fragmentId: string
  readonly file: string
  readonly recordId: string
}

/** One entry of the list of sources, as `citationEntries` writes it: three lines. */
const SOURCE_LINE = /^- \[(?<number>\d+)\] .*<(?<url>[^<>\s]+)>/u
const EXCERPT_LINE = /^ {2}- [“"「](?<excerpt>.*)[”"」]$/u
function citedPassages(report: string): ReadonlyMap<number, Passage> {
  const passages = new Map<number, Passage>()
  const lines = report.split('\n')
  for (const [index, line] of lines.entries()) {
    const source = SOURCE_LINE.exec(line)?.groups
    const quoted = source === undefined ? undefined : EXCERPT_LINE.exec(lines[index + 1] ?? '')?.groups
    const archived = quoted === undefined ? null : archivedPlace(lines[index + 2] ?? '')
    if (archived === null) continue
    passages.set(Number(source?.number), {
      url: source?.url ?? '',
      excerpt: withoutEscapes(quoted?.excerpt ?? ''),
      ...archived,
    })
  }
  return passages
}

/** The first and the last two of what stands between backticks; the words around them are those of the language. */
function archivedPlace(line: string): Pick<Passage, 'fragmentId' | 'file' | 'recordId'> | null {
  const pieces = line.split('`')
  const [fragmentId = '', file = '', recordId = ''] = [pieces[1], pieces.at(-4), pieces.at(-2)]
  if (!line.startsWith('  - ') || pieces.length < 7 || !/^frag_[0-9a-f]+$/u.test(fragmentId)) return null
  return { fragmentId, file, recordId }
}

function usedNumbers(report: string): readonly number[] {
  const numbers = [...report.matchAll(/(?<!\\)\[(\d+)\]/gu)].map((match) => Number(match[1]))
  return [...new Set(numbers)].sort((a, b) => a - b)
}

async function problemOf(passage: Passage, store: Store, readRecord: ReadRecord): Promise<string | null> {
  const fragment = store.fragments.get(passage.fragmentId)
  if (fragment === null) return 'no such fragment'
  const excerpt = passage.excerpt.replace(/…$/u, '')
  if (!flat(fragment.text_content).includes(flat(excerpt))) return 'the excerpt is not in the fragment'
  const page = store.pages.get(fragment.page_id)
  if (page === null) return 'no such page'
  return placeProblem(passage, page, fragment) ?? (await recordProblem(passage, readRecord))
}

function placeProblem(passage: Passage, page: Page, fragment: Fragment): string | null {
  // What the page no longer says lies in a record of its own.
  const [file, record] = [fragment.warc_file ?? page.warc_file, fragment.warc_record_id ?? page.warc_record_id]
  if (file === null || record === null) return 'the page was not archived'
  if (passage.url.split('#', 1)[0] !== addressText(page.url)) return 'the address is not that of the page'
  const same = passage.file === file && passage.recordId === record
  return same ? null : 'the archive record is not that of the page'
}

async function recordProblem(passage: Passage, readRecord: ReadRecord): Promise<string | null> {
  return (await readRecord(passage.file, passage.recordId)) === null ? 'the archive record cannot be read' : null
}

function flat(text: string): string {
  return onlyVisible(text.replace(/\s+/gu, ' ')).trim()
}

function withoutEscapes(text: string): string {
  return text.replace(/\\([\\`*_[\]<>|#~])/gu, '$1')
}
