import { isOutside } from '../../domain/date-range.ts'
import type { SerpItem } from '../../domain/task.ts'
import { isPrimarySource } from '../../domain/trust.ts'
import { normaliseUrl, registrableDomain } from '../../domain/url.ts'
import { languageByScript, languageByWords } from '../../extract/language-words.ts'
import type { ResearchParts } from '../parts.ts'
import type { CallScope } from '../scope/left-out.ts'
import type { FetchCandidate } from './fetch-candidate.ts'

export type CandidateOrder = Pick<ResearchParts, 'trust'>

/** A result, and the page one comes from when following it (REQ 3.1.1). */
export interface Listed {
  readonly item: SerpItem
  readonly referer: string | null
}

interface Preference {
  readonly priorityDomains: readonly string[]
  readonly seekPrimary?: boolean | undefined
  /** Language of the sources that the task wants. */
  readonly language?: string | undefined
  readonly scope?: CallScope | undefined
}

/** The constant of reciprocal rank fusion (Cormack, Clarke and Büttcher, SIGIR 2009). */
const RANK_OFFSET = 60
/** Sums of reciprocal ranks stay far below 1, so a preference outweighs any rank; the user's own goes first. */
const PRIORITY_BOOST = 2
const PRIMARY_BOOST = 1
/** What is plainly in another language than the task's is read after the rest. */
const OTHER_LANGUAGE = -0.5

/**
 * Reciprocal ranks added over engines; a user's priority domains first, primary sources first when asked for, what is
 * in another language than the task's last.
 */
export function orderCandidates(
  { trust }: CandidateOrder,
  listed: readonly Listed[],
  preference: Preference,
): readonly FetchCandidate[] {
  const merged = new Map<
    string,
    { url: string; engines: Set<string>; score: number; text: string; dates: (string | null)[]; referer: string | null }
  >()
  for (const { item, referer } of listed) {
    const url = normaliseUrl(item.url)
    if (url === null) continue
    const entry = merged.get(url) ?? { url, engines: new Set(), score: 0, text: '', dates: [], referer }
    entry.engines.add(item.engine)
    entry.score += 1 / (RANK_OFFSET + item.rank)
    entry.text += `${item.title} ${item.snippet} `
    entry.dates.push(item.date)
    merged.set(url, entry)
  }
  const scored = [...merged.values()].map((entry) => ({
    url: entry.url,
    foundBy: [...entry.engines].sort().join('+'),
    referer: entry.referer,
    score: entry.score + boost(trust, entry.url, preference) + languageBoost(entry.text, preference),
    ...leftOutByLine(entry, preference.scope),
  }))
  return scored.sort((a, b) => b.score - a.score || (a.url < b.url ? -1 : 1))
}

function boost(trust: CandidateOrder['trust'], url: string, { priorityDomains, seekPrimary }: Preference): number {
  const domain = registrableDomain(url) ?? ''
  const wanted = isWithin(domain, priorityDomains)
  const primary = seekPrimary === true && isPrimarySource(trust.ofUrl(url, domain).level)
  return (wanted ? PRIORITY_BOOST : 0) + (primary ? PRIMARY_BOOST : 0)
}

/** What the result lines themselves show to be outside the search: in another language, or dated outside its period. */
function leftOutByLine(
  { text, dates }: { readonly text: string; readonly dates: readonly (string | null)[] },
  scope: CallScope | undefined,
): Pick<FetchCandidate, 'leftOut'> {
  const { period, language } = scope ?? {}
  if (period !== undefined && dates.every((date) => isOutside(date, period))) return { leftOut: 'period' }
  const shown = language === undefined ? null : (languageByScript(text) ?? languageByWords(text))
  return shown === null || shown === language ? {} : { leftOut: `language: ${shown}` }
}

/** By title and snippet; a result whose language they do not show stays where it is. */
function languageBoost(text: string, { language }: Preference): number {
  const shown = languageByScript(text) ?? languageByWords(text)
  return language === undefined || shown === null || shown === language ? 0 : OTHER_LANGUAGE
}

/** The domain is one of these, or below one: `docs.example.org` is within `example.org`. */
export function isWithin(domain: string, domains: readonly string[]): boolean {
  return domains.some((name) => domain === name || domain.endsWith(`.${name}`))
}
