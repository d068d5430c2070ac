import type { CitationCandidate, CitationSteering } from '../../domain/citation-steering.ts'
import { isOutside } from '../../domain/date-range.ts'
import { stableId } from '../../domain/ids.ts'
import { primaryLanguage } from '../../domain/language-tag.ts'
import { type CitedPaper, identifierKey } from '../../domain/paper.ts'
import type { ListedCandidate } from '../../intake/admit-citations.ts'
import { safeName } from '../../intake/screen-paper.ts'
import type { RankedCitation } from '../../sources/citation-filter.ts'
import type { ResearchParts } from '../parts.ts'
import { addressLeftOut } from '../scope/left-out.ts'
import type { SearchCall } from '../search-call.ts'

/** Who lists, how it is steered, and how many steps from the search's own papers that is. */
export interface Chase {
  readonly steering: CitationSteering
  readonly depth: number
}

/** Both names and the direction make the id: the same in a replay, whatever the run. */
export function candidateId(pageId: string, { work, direction }: CitedPaper): string {
  const name = work.identifiers.find(({ type }) => type === 'doi') ?? work.identifiers[0]
  return stableId('cit', pageId, direction, name === undefined ? safeName(work) : identifierKey(name))
}

/** Why a listed paper is not wanted, before it is scored; null where it may be read. */
export function unwanted(
  { trust }: Pick<ResearchParts, 'trust'>,
  { scope }: SearchCall,
  { steering }: Chase,
  { id, cited }: { readonly id: string; readonly cited: CitedPaper },
): string | null {
  const { direction = 'both', from_year: from, to_year: to, exclude = [] } = steering
  const { year, published_at: at, language, url } = cited.work
  if (exclude.includes(id)) return 'excluded by id'
  if (direction !== 'both' && `${cited.direction}s` !== direction) return `direction: only ${direction}`
  if (year !== null && from !== undefined && year < from) return `year ${year} is before ${from}`
  if (year !== null && to !== undefined && year > to) return `year ${year} is after ${to}`
  if (scope === undefined) return null
  const date = at ?? (year === null ? null : String(year))
  if (scope.period !== undefined && isOutside(date, scope.period)) return 'period'
  const spoken = primaryLanguage(language)
  if (scope.language !== undefined && spoken !== undefined && spoken !== scope.language) return `language: ${spoken}`
  return url === null ? null : addressLeftOut(trust, scope, { url, isPaper: true })
}

interface Decided {
  readonly pageId: string
  readonly cited: CitedPaper
  readonly from: string
  readonly ranked: RankedCitation | undefined
  readonly unwanted: string | null
  readonly isKept: boolean
}

/** A line of the citation list: the paper, its figures, and the reason in words. */
export function candidateRow(call: SearchCall, chase: Chase, most: number, decided: Decided): ListedCandidate {
  const { pageId, cited, from, ranked, isKept } = decided
  const state: CitationCandidate['state'] = decided.unwanted !== null ? 'excluded' : isKept ? 'kept' : 'left'
  return {
    work: cited.work,
    decided: {
      task_id: call.taskId,
      id: candidateId(pageId, cited),
      search_id: call.searchId,
      page_id: pageId,
      direction: cited.direction,
      depth: chase.depth,
      told_by: from,
      is_influential: ranked?.is_influential ?? cited.is_influential,
      similarity: ranked?.similarity ?? null,
      relevance: ranked?.relevance ?? null,
      score: ranked?.score ?? null,
      state,
      reason: decided.unwanted ?? reasonOf(ranked, isKept, chase, most),
      cause_id: call.causeId,
    },
  }
}

function reasonOf(ranked: RankedCitation | undefined, isKept: boolean, { steering }: Chase, most: number): string {
  if (ranked === undefined) return 'no index has its abstract'
  const figures = [
    ...(ranked.is_influential ? ['influential'] : []),
    `abstract alike ${ranked.similarity.toFixed(2)}`,
    `relevant ${ranked.relevance.toFixed(2)}`,
  ].join(', ')
  if (isKept) return figures
  return `${figures}; ${steering.follow === 'none' ? 'only listed, as asked' : `not among the best ${most}`}`
}
