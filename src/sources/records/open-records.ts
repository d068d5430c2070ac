import type { Category } from '../../domain/search-category.ts'
import type { Description } from './description.ts'
import type { Pivot } from './pivots.ts'
import { openRecordSource } from './record-source.ts'
import type { RecordContext, RecordSource } from './types.ts'

/** The public sources of a home, and what leads from one to the next. */
export interface PublicSources {
  readonly sources: readonly RecordSource[]
  readonly pivots: readonly Pivot[]
}

export function openPublicSources(
  descriptions: readonly Description[],
  pivots: readonly Pivot[],
  context: RecordContext,
): PublicSources {
  const off = new Set(context.settings.records_off)
  const used = descriptions.filter(({ name }) => !off.has(name))
  return { sources: used.map((description) => openRecordSource(description, context)), pivots }
}

/** Sources whose search is for such a query: by its category, or a word that names what they hold. */
export function sourcesFor(
  sources: readonly RecordSource[],
  {
    query,
    language,
    category,
  }: { readonly query: string; readonly language: string; readonly category?: Category | undefined },
): readonly RecordSource[] {
  const plain = ` ${query.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ')} `
  return sources.filter(({ description: { search } }) => {
    if (search === undefined || (search.languages !== undefined && !search.languages.includes(language))) return false
    if (category !== undefined && search.categories.includes(category)) return true
    return search.words.some((word) => holdsWord(plain, word.toLowerCase()))
  })
}

/** Japanese has no spaces between words; a word of letters stands alone. */
function holdsWord(text: string, word: string): boolean {
  return /^[\x20-\x7e]+$/.test(word) ? text.includes(` ${word} `) : text.includes(word)
}
