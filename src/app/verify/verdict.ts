import type { VerifyCheck } from '../../api/verify.ts'
import type { Outcome } from '../../domain/outcome.ts'
import type { EngineOutcome, EngineReport } from '../../engines/types.ts'

/** What became of one check, before it gets its name and its time. */
export type Verdict = Pick<VerifyCheck, 'status' | 'expected' | 'found'> &
  Partial<Pick<VerifyCheck, 'drift' | 'optional'>>

/**
 * The other side refuses, rests or is not reached now: nothing is learned about Lyra. A name that is gone and a broken
 * certificate are something to look at.
 */
const NOT_NOW: readonly EngineOutcome[] = [
  'offline',
  'captcha',
  'login_wall',
  'blocked',
  'rate_limited',
  'robots_denied',
  'cooling_down',
  'budget_spent',
  'circuit_open',
  'timeout',
  'connection',
  'server_error',
  'cancelled',
  'replay_miss',
]

export function isNotNow(outcome: EngineOutcome): boolean {
  return NOT_NOW.includes(outcome)
}

/** As the reader of a result sees it: what happened, and the reason where there is one. */
export function told(outcome: EngineOutcome, reason: string | null | undefined): string {
  return reason === null || reason === undefined || reason === '' ? outcome : `${outcome}: ${reason}`
}

interface Wanted {
  readonly least: number
  readonly host?: string | undefined
}

/**
 * REQ 3.1.4: the engine's own page, read by its description. No results for a query that must have some, a page that
 * fits no layout, links or snippets that are all missing: the page has changed.
 */
export function judgeSerp(
  report: Pick<EngineReport, 'outcome' | 'reason' | 'items'>,
  wanted: Wanted,
  reads: { readonly snippet: boolean },
): Verdict {
  const { outcome, reason, items } = report
  const expected =
    wanted.least === 0
      ? 'no results, or some'
      : `${wanted.least} results or more${wanted.host === undefined ? '' : `, one of ${wanted.host}`}`
  if (isNotNow(outcome)) return { status: 'skipped', expected, found: told(outcome, reason) }
  if (outcome === 'no_results' && wanted.least === 0) return { status: 'passed', expected, found: outcome }
  if (outcome === 'no_results' || outcome === 'parser_broken')
    return { status: 'failed', drift: true, expected, found: told(outcome, reason) }
  if (outcome !== 'ok') return { status: 'failed', expected, found: told(outcome, reason) }
  if (wanted.least === 0) return { status: 'passed', expected, found: `${items.length} results` }
  const problem = itemsProblem(items, wanted, reads.snippet)
  if (problem !== null) return { status: 'failed', drift: true, expected, found: problem }
  return { status: 'passed', expected, found: `${items.length} results` }
}

function itemsProblem(items: EngineReport['items'], { least, host }: Wanted, snippets: boolean): string | null {
  if (items.length < least) return `only ${items.length} results`
  if (snippets && items.every(({ snippet }) => snippet === '')) return `${items.length} results, none with a snippet`
  const hosts = items.map(({ url }) => URL.parse(url)?.hostname ?? '')
  const named = host === undefined || hosts.some((one) => one === host || one.endsWith(`.${host}`))
  return named ? null : `${items.length} results, none of ${host}`
}

interface PageWanted {
  readonly outcome: Outcome
  readonly text?: string | undefined
}

interface PageGot {
  readonly outcome: Outcome
  readonly reason: string | null
  readonly route: string
  /** What a reader sees; null where nothing came. */
  readonly text: string | null
  readonly archived: boolean
}

/** A page has to end as the list says, with its words, and with its bytes in the archive. */
export function judgePage(got: PageGot, wanted: PageWanted): Verdict {
  const expected = wanted.text === undefined ? wanted.outcome : `${wanted.outcome}, with “${wanted.text}”`
  const found = `${told(got.outcome, got.reason)} (${got.route})`
  const same = got.outcome === wanted.outcome || (wanted.outcome === 'ok' && got.outcome === 'not_modified')
  if (!same) return { status: isNotNow(got.outcome) ? 'skipped' : 'failed', expected, found }
  if (wanted.outcome !== 'ok') return { status: 'passed', expected, found }
  if (wanted.text !== undefined && !holds(got.text ?? '', wanted.text))
    return { status: 'failed', drift: true, expected, found: `${found}, without these words` }
  if (!got.archived) return { status: 'failed', expected, found: `${found}, but its bytes are not in the archive` }
  return { status: 'passed', expected, found }
}

/** Whatever its spacing and case. */
export function holds(text: string, words: string): boolean {
  const plain = (one: string) => one.normalize('NFKC').toLowerCase().replace(/\s+/gu, '')
  return plain(text).includes(plain(words))
}

/** 1: something failed; 2: nothing did, and something that every machine can do could not be looked at; 0: all well. */
export function exitOf(checks: readonly Pick<VerifyCheck, 'status' | 'optional'>[]): 0 | 1 | 2 {
  if (checks.some(({ status }) => status === 'failed')) return 1
  return checks.length === 0 || checks.some(({ status, optional }) => status === 'skipped' && !optional) ? 2 : 0
}
