import { z } from 'zod'
import { LyraError } from '../../domain/errors.ts'
import type { SerpItem } from '../../domain/task.ts'
import { isPrimarySource } from '../../domain/trust.ts'
import { normaliseUrl, registrableDomain } from '../../domain/url.ts'
import type { Mirrored } from '../../engines/query-mirror.ts'
import { isRefutingQuery, refutationQueries } from '../../engines/refutation-queries.ts'
import type { EngineReport } from '../../engines/types.ts'
import { once } from '../jobs/stage-memo.ts'
import type { SearchRun } from '../parts.ts'
import { noteRefutingQueries } from '../refutation.ts'
import { searchSites } from './find-on-sites.ts'
import { screenResults } from './screen-results.ts'

export interface FetchCandidate {
  readonly url: string
  /** Engine names, or the academic source, that led here. */
  readonly foundBy: string
  readonly referer: string | null
  readonly score: number
}

/** A result, and the page one comes from when following it (REQ 3.1.1). */
export interface Listed {
  readonly item: SerpItem
  readonly referer: string | null
}

/** TRUST phase 1: web search always, through a real browser. */
export async function searchWeb(
  run: SearchRun,
): Promise<{ items: readonly SerpItem[]; candidates: readonly FetchCandidate[] }> {
  const { query, options } = run.row
  const plain = [query, ...(await mirrored(run))]
  // REQ 3.1.7.5: in both languages, where there are two.
  const refuting = options.refute ? plain.flatMap((words) => refutationQueries(words)) : []
  const reports: EngineReport[] = []
  const answered: string[] = []
  for (const asked of new Set([...plain, ...refuting])) {
    const given = await once(run, `engines for ${asked}`, engineReports, () => askEngines(run, asked))
    if (given.some(isAnswer)) answered.push(asked)
    reports.push(...given)
  }
  noteRefusals(run, reports)
  if (options.refute) noteRefutingQueries(run, answered.filter(isRefutingQuery))
  const listed = [
    ...reports.flatMap(({ items, url = null }) => items.map((item) => ({ item, referer: url }))),
    ...(await searchSites(run, reports)),
  ]
  const items = listed.map(({ item }) => item)
  run.parts.store.searches.addSerpItems(run.row.id, items, run.causeId)
  return { items, candidates: orderCandidates(run, listed) }
}

const engineReports = z.array(z.custom<EngineReport>((value) => typeof value === 'object'))
const mirrorAnswer = z.custom<Mirrored>((value) => typeof value === 'object')

/** REQ 3.1.1: the query in the other language, where a local model can translate it. */
async function mirrored(run: SearchRun): Promise<readonly string[]> {
  const { mirror, settings, store } = run.parts
  if (mirror === undefined || !settings.engines.mirror) return []
  const answer = await once(run, 'mirror', mirrorAnswer, async () => {
    const made = await mirror(run.row.query, run.signal)
    store.events.append({
      kind: 'query_mirrored',
      taskId: run.task.id,
      subjectType: 'search',
      subjectId: run.row.id,
      data: made,
      causeId: run.causeId,
    })
    return made
  })
  if (!answer.ok) warn(run, `mirror query: ${answer.reason}`)
  return answer.ok ? [answer.query] : []
}

async function askEngines(run: SearchRun, query: string): Promise<EngineReport[]> {
  run.step(`Searching the web: ${query}`)
  const reports = await run.parts.webSearch.search({
    query,
    engines: run.row.options.engines,
    taskId: run.task.id,
    causeId: run.causeId,
    signal: run.signal,
  })
  run.signal.throwIfAborted()
  return reports.map((report) => ({ ...report, items: screenResults(run, report.items) }))
}

/** Looked, even where there was nothing to find. */
function isAnswer({ outcome }: EngineReport): boolean {
  return outcome === 'ok' || outcome === 'no_results'
}

/** An engine's domain cools down after one refusal, its circuit opens after two: either way it is not asked. */
const RESTING: readonly string[] = ['circuit_open', 'cooling_down']

function noteRefusals(run: SearchRun, reports: readonly EngineReport[]): void {
  if (reports.length > 0 && reports.every(({ outcome }) => RESTING.includes(outcome))) {
    throw new LyraError('ALL_ENGINES_BLOCKED', 'Every search engine is cooling down')
  }
  for (const report of reports) {
    if (isAnswer(report)) continue
    const saved = report.page === undefined ? '' : `; the page is kept in ${report.page.file}`
    warn(run, `engine ${report.engine}: ${report.outcome}${report.reason ? ` (${report.reason}${saved})` : ''}`)
    if (isForPerson(report.outcome) && report.url !== undefined) askPerson(run, report.url)
  }
}

/** A wall before the results themselves. */
export function askPerson(run: SearchRun, url: string): void {
  run.parts.enqueueAuth({
    taskId: run.task.id,
    searchId: run.row.id,
    url,
    challenge: 'captcha',
    priority: 'normal',
    causeId: run.causeId,
  })
}

/** The same refusal of four expanded queries is one warning. */
export function warn(run: SearchRun, warning: string): void {
  if (!run.warnings.includes(warning)) run.warnings.push(warning)
}

export function isForPerson(outcome: string): boolean {
  return outcome === 'captcha' || outcome === 'login_wall'
}

/** Reciprocal ranks added over engines; a user's priority domains first, primary sources first when asked for. */
function orderCandidates(run: SearchRun, listed: readonly Listed[]): readonly FetchCandidate[] {
  const merged = new Map<string, { url: string; engines: Set<string>; score: number; referer: string | null }>()
  for (const { item, referer } of listed) {
    const url = normaliseUrl(item.url)
    if (url === null) continue
    const entry = merged.get(url) ?? { url, engines: new Set(), score: 0, referer }
    entry.engines.add(item.engine)
    entry.score += 1 / (RANK_OFFSET + item.rank)
    merged.set(url, entry)
  }
  const scored = [...merged.values()].map((entry) => ({
    url: entry.url,
    foundBy: [...entry.engines].sort().join('+'),
    referer: entry.referer,
    score: entry.score + boost(run, entry.url),
  }))
  return scored.sort((a, b) => b.score - a.score || (a.url < b.url ? -1 : 1))
}

/** The usual constant of reciprocal rank fusion. */
const RANK_OFFSET = 60

function boost(run: SearchRun, url: string): number {
  const domain = registrableDomain(url) ?? ''
  const wanted = run.task.priority_domains.some((name) => domain === name || domain.endsWith(`.${name}`))
  const primary = run.row.options.seek_primary === true && isPrimarySource(run.parts.trust.ofUrl(url, domain).level)
  return (wanted ? 2 : 0) + (primary ? 1 : 0)
}
