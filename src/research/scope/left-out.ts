import { type DateRange, isOutside } from '../../domain/date-range.ts'
import { primaryLanguage } from '../../domain/language-tag.ts'
import { isPublicRecord, type Page } from '../../domain/page.ts'
import type { SearchScope, SourceKind } from '../../domain/search-scope.ts'
import type { SearchOptions } from '../../domain/task.ts'
import type { TrustLevel } from '../../domain/trust.ts'
import { hostOf, registrableDomain } from '../../domain/url.ts'
import { identifiersIn } from '../../extract/identifiers.ts'
import type { TrustSource } from '../domain-trust.ts'
import { ownerOf } from './organisations.ts'

/** What a search leaves out, and the period it is about. */
export type CallScope = SearchScope & { readonly period?: DateRange | undefined }

export function callScope({ scope, period }: Pick<SearchOptions, 'scope' | 'period'>): CallScope | undefined {
  return scope === undefined && period === undefined
    ? undefined
    : { ...scope, ...(period === undefined ? {} : { period }) }
}

interface Address {
  readonly url: string
  /** Known to be where a paper is published. */
  readonly isPaper?: boolean | undefined
  /** What its result line said. */
  readonly leftOut?: string | undefined
}

/** By which exclusion an address is left out, before it is asked for; null where it may be. */
export function addressLeftOut(
  trust: Pick<TrustSource, 'ofUrl'>,
  scope: CallScope | undefined,
  { url, isPaper = false, leftOut }: Address,
): string | null {
  if (scope === undefined) return null
  return leftOut ?? placeLeftOut(scope, url, isPaper) ?? kindLeftOut(trust, scope, url, isPaper)
}

function placeLeftOut({ exclude_domains, own, lens }: CallScope, url: string, isPaper: boolean): string | null {
  const host = hostOf(url) ?? ''
  const within = (domains: readonly string[]) => domains.find((name) => host === name || host.endsWith(`.${name}`))
  const domain = within(exclude_domains ?? [])
  if (domain !== undefined) return `exclude_domains: ${domain}`
  const owner = ownerOf(own ?? [], url)
  if (owner !== null) return `exclude_own_pages_of: ${owner.name}`
  // Papers come from the sources that the lens names; where they are published is not its business.
  const outside = lens?.strict === true && !isPaper && within(lens.domains) === undefined
  return outside ? `lens: ${lens?.name}` : null
}

function kindLeftOut(
  trust: Pick<TrustSource, 'ofUrl'>,
  { kinds }: CallScope,
  url: string,
  isPaper: boolean,
): string | null {
  if (kinds === undefined) return null
  const kind = kindOfLevel(trust.ofUrl(url, registrableDomain(url) ?? '').level)
  const mayBePaper = isPaper || identifiersIn(url).length > 0
  return kinds.includes(kind) || (mayBePaper && kinds.includes('paper')) ? null : `kinds: ${kind}`
}

/** By which exclusion a page is left out, now that it was read. */
export function pageLeftOut(trust: TrustSource, scope: CallScope | undefined, page: Page): string | null {
  if (scope === undefined) return null
  const isPaper = page.work_id !== null || page.page_type === 'paper' || (page.route === 'api' && !isPublicRecord(page))
  const place = placeLeftOut(scope, page.final_url ?? page.url, isPaper) ?? placeLeftOut(scope, page.url, isPaper)
  if (place !== null) return place
  const date = page.published_at ?? (page.year === null ? null : String(page.year))
  if (scope.period !== undefined && isOutside(date, scope.period)) return 'period'
  const language = primaryLanguage(page.language)
  if (scope.language !== undefined && language !== undefined && language !== scope.language)
    return `language: ${language}`
  const kind = kindOfLevel(trust.ofPage(page).level)
  if (scope.kinds === undefined || scope.kinds.includes(kind) || (isPaper && scope.kinds.includes('paper'))) return null
  return `kinds: ${isPaper ? 'paper' : kind}`
}

/** Whether the indexes of papers are asked at all. */
export function wantsPapers(scope: CallScope | undefined): boolean {
  return scope?.kinds === undefined || scope.kinds.includes('paper')
}

function kindOfLevel(level: TrustLevel): Exclude<SourceKind, 'paper'> {
  if (level === 'PRIMARY') return 'primary'
  if (level === 'GOVERNMENT') return 'government'
  if (level === 'ACADEMIC') return 'academic'
  return level === 'TRUSTED' ? 'trusted' : 'other'
}
