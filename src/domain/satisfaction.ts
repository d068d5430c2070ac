export const SEARCH_STATUSES = ['running', 'satisfied', 'partial', 'exhausted'] as const
export type SearchStatus = (typeof SEARCH_STATUSES)[number]

/**
 * LYRA 2.3: from this score on a search is satisfied. Three independent sources score 0.70, two of which one is primary
 * 0.77; two without a primary 0.47, a primary alone 0.53.
 */
const SATISFIED_FROM = 0.7

/** REQ 3.1.7.3: min(1, independent / 3 * 0.7 + (primary ? 0.3 : 0)). */
export function satisfactionScore(independentSources: number, hasPrimary: boolean): number {
  return Math.min(1, (independentSources / 3) * 0.7 + (hasPrimary ? 0.3 : 0))
}

/**
 * REQ 3.1.7.2. A search that found nothing, or was stopped by budget or lost novelty, is exhausted unless satisfied.
 */
export function searchStatus(
  score: number,
  independentSources: number,
  stopped: boolean,
): Exclude<SearchStatus, 'running'> {
  if (score >= SATISFIED_FROM) return 'satisfied'
  if (stopped || independentSources === 0) return 'exhausted'
  return 'partial'
}
