import { z } from 'zod'
import { LyraError } from '../../domain/errors.ts'
import type { Steps } from '../../domain/in-turns.ts'
import { identifiersIn, oneLine, type ReferenceItem, yearIn } from './reference-item.ts'

const text = z.union([z.string(), z.number()]).transform(String).nullish().catch(null)
const nameSchema = z.object({ family: text, given: text, literal: text })
const dateSchema = z
  .object({ 'date-parts': z.array(z.array(z.union([z.string(), z.number()]))).nullish(), raw: text, literal: text })
  .nullish()
  .catch(null)
const itemSchema = z.object({
  id: text,
  title: text,
  author: z.array(nameSchema).nullish().catch(null),
  issued: dateSchema,
  DOI: text,
  PMID: text,
  ISBN: text,
  URL: text,
})

/** CSL-JSON: one item, or a list of them. */
export function* readingCsl(json: string): Steps<readonly ReferenceItem[]> {
  let parsed: unknown
  try {
    parsed = JSON.parse(json)
  } catch (error) {
    throw new LyraError('INVALID_PARAMS', 'The list begins like JSON and is none', { cause: error })
  }
  const items: ReferenceItem[] = []
  yield
  for (const [at, one] of (Array.isArray(parsed) ? parsed : [parsed]).entries()) {
    const item = itemSchema.safeParse(one)
    if (!item.success) throw new LyraError('INVALID_PARAMS', 'The JSON is no list of CSL items')
    items.push(itemOf(item.data, at + 1))
    yield
  }
  return items
}

function itemOf(item: z.infer<typeof itemSchema>, place: number): ReferenceItem {
  const { title, author, issued, DOI, PMID, ISBN, URL: url } = item
  const year = issued?.['date-parts']?.[0]?.[0]
  const named = [DOI ?? '', PMID ? `PMID ${PMID}` : '', ISBN ? `ISBN ${ISBN}` : '', url ?? '']
  const authors = (author ?? []).map(
    ({ family, given, literal }) => literal ?? [family, given].filter(Boolean).join(', '),
  )
  return {
    key: item.id ?? String(place),
    ...{ title: title ?? null, authors, url: url ?? null },
    year: yearIn(year === undefined ? (issued?.raw ?? issued?.literal) : String(year)),
    identifiers: identifiersIn(named.join(' ')),
    raw: oneLine([authors.join('; '), title ?? '', ...named].filter((part) => part !== '').join('. ')).slice(0, 2000),
  }
}
