import type { Identifier } from '../domain/work.ts'
import { type SourceSettings, withParams } from './url-parts.ts'

const BASE = 'https://export.arxiv.org/api/query'

/** Null for anything but an arXiv id. */
export function arxivPaperUrl(_settings: SourceSettings, identifier: Identifier): string | null {
  return identifier.type === 'arxiv' ? withParams(BASE, { id_list: identifier.value, max_results: 1 }) : null
}
