import type { Identifier } from '../domain/work.ts'
import type { SourceSettings } from './types.ts'
import { trimmed, withParams } from './url-parts.ts'

/** Most ids in one list. */
export const ARXIV_BATCH = 100

/** Null for anything but an arXiv id. */
export function arxivPaperUrl(settings: SourceSettings, identifier: Identifier): string | null {
  return identifier.type === 'arxiv' ? arxivBatchUrl(settings, [identifier.value]) : null
}

export function arxivBatchUrl(settings: SourceSettings, ids: readonly string[]): string {
  return withParams(base(settings), { id_list: ids.join(','), max_results: ids.length })
}

/** Every word of the query in any field; null when arXiv could not read one of it. */
export function arxivSearchUrl(settings: SourceSettings, query: string, limit: number): string | null {
  const words = query.match(/[a-z0-9][a-z0-9-]*/giu) ?? []
  if (words.length === 0) return null
  return withParams(base(settings), {
    search_query: words.map((word) => `all:${word}`).join(' AND '),
    max_results: limit,
  })
}

function base(settings: SourceSettings): string {
  return `${trimmed(settings.arxiv_url)}/query`
}
