import type { Identifier } from '../domain/work.ts'
import { type SourceSettings, withParams } from './url-parts.ts'

const BASE = 'https://export.arxiv.org/api/query'

/** Most ids in one list. */
export const ARXIV_BATCH = 100

/** Null for anything but an arXiv id. */
export function arxivPaperUrl(_settings: SourceSettings, identifier: Identifier): string | null {
  return identifier.type === 'arxiv' ? arxivBatchUrl([identifier.value]) : null
}

export function arxivBatchUrl(ids: readonly string[]): string {
  return withParams(BASE, { id_list: ids.join(','), max_results: ids.length })
}
