import type { AnswerShape, Description } from './description.ts'
import type { AnswerPage, AnswerReader } from './fetch-answer.ts'
import { requestUrl } from './fill-template.ts'
import { type ArchivedRecord, answered, type RecordAnswer, type RecordCall, refused } from './types.ts'

/** Most pages one question asks for. */
const MOST_PAGES = 5

interface SearchWay {
  readonly base: string
  readonly searching: NonNullable<Description['search']>
  readonly shape: AnswerShape
  readonly reader: AnswerReader
}

/** Page after page until there are enough or no more; a page that is refused ends the list and names why. */
export async function searchPages(
  { name, page_size: most }: Description,
  { base, searching, shape, reader }: SearchWay,
  query: string,
  limit: number,
  call: RecordCall,
): Promise<RecordAnswer> {
  const found = new Map<string, ArchivedRecord>()
  const { first = 0, next } = searching.paging ?? {}
  const size = Math.min(limit, most)
  const { after, before } = call.period ?? {}
  let [entries, lost, token]: [number, number, string | null] = [0, 0, null]
  for (let index = 0; index < MOST_PAGES; index += 1) {
    const place = { offset: String(first + entries), page: String(first + index), token }
    const values = { query, after, before, language: call.language, limit: String(size), ...place }
    const url = canBeAsked(searching, values) ? requestUrl(base, searching, values) : null
    if (url === null) return refused(name, { outcome: 'not_found', reason: `${name} needs more than this query says` })
    const read = await reader.page(url, shape, values, call)
    if (!read.ok) {
      if (index === 0) return refused(name, read.refusal)
      return {
        ...answered(name, [...found.values()], lost),
        reason: `only the first ${found.size}: ${read.refusal.reason}`,
      }
    }
    for (const one of read.records) if (isKept(searching, one, query)) found.set(one.record.url, one)
    entries += read.entries
    lost += read.lost
    token = read.next
    const isLast = read.entries === 0 || (next === undefined ? isAll(read, entries, size) : token === null)
    if (searching.paging === undefined || isLast || found.size >= limit) break
  }
  return answered(name, [...found.values()].slice(0, limit), lost)
}

/** A source that lists a day needs one: without a period it would list another. */
function canBeAsked(
  { query: fields }: SearchWay['searching'],
  { query, after }: { query: string; after?: string | undefined },
) {
  const asks = Object.values(fields)
  return asks.some((text) => text.includes('{query')) ? query !== '' : after !== undefined
}

function isKept({ keep }: SearchWay['searching'], { record }: ArchivedRecord, query: string): boolean {
  if (keep === undefined) return true
  const value = record.attributes.find(({ name }) => name === keep)?.value ?? ''
  return query.split(/\s+/).some((word) => word.length > 1 && value.includes(word))
}

function isAll({ total, entries: here }: AnswerPage, entries: number, size: number): boolean {
  return total === null ? here < size : entries >= total
}
