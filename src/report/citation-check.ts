import type { Exchange } from '../archive/types.ts'
import type { Store } from '../store/types.ts'

export interface CheckedCitation {
  readonly number: number
  readonly fragmentId: string
  readonly problem: string | null
}

type ReadRecord = (file: string, recordId: string) => Promise<Exchange | null>

/**
 * Walks every citation of a written report back: number, fragment in the database, excerpt in the fragment, bytes in the
 * archive. Works on the report's text, so that an edited report can be checked too.
 */
export async function checkCitations(
  report: string,
  store: Store,
  readRecord: ReadRecord,
): Promise<readonly CheckedCitation[]> {
  const listed = citedPassages(report)
  const used = usedNumbers(report)
  const results: CheckedCitation[] = []
  for (const number of used) {
    const passage = listed.get(number)
    if (passage === undefined) results.push({ number, fragmentId: '', problem: 'cited but not listed' })
    else results.push({ number, fragmentId: passage.fragmentId, problem: await problemOf(passage, store, readRecord) })
  }
  return results
}

interface Passage {
  readonly fragmentId: string
  readonly excerpt: string
}

function citedPassages(report: string): ReadonlyMap<number, Passage> {
  const pattern = /^- \[(\d+)\] .*\n {2}- “(.*)”\n {2}- fragment `(frag_[0-9a-f]+)`/gmu
  const passages = new Map<number, Passage>()
  for (const match of report.matchAll(pattern)) {
    passages.set(Number(match[1]), { fragmentId: match[3] as string, excerpt: withoutEscapes(match[2] as string) })
  }
  return passages
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
  if (page.warc_file === null || page.warc_record_id === null) return 'the page was not archived'
  return (await readRecord(page.warc_file, page.warc_record_id)) === null ? 'the archive record cannot be read' : null
}

function flat(text: string): string {
  return text.replace(/\s+/gu, ' ').trim()
}

function withoutEscapes(text: string): string {
  return text.replace(/\\([\\`*_[\]<>|#~])/gu, '$1')
}
