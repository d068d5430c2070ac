import { z } from 'zod'
import { LyraError } from '../../domain/errors.ts'
import type { SerpItem } from '../../domain/task.ts'
import { isPrimarySource } from '../../domain/trust.ts'
import { normaliseUrl, registrableDomain } from '../../domain/url.ts'
import { refutationQueries } from '../../engines/expand.ts'
import type { EngineReport } from '../../engines/types.ts'
import { once } from '../jobs/stage-memo.ts'
import type { SearchRun } from '../parts.ts'

export interface FetchCandidate {
  readonly url: string
  /** Engine names, or the academic source, that led here. */
  readonly foundBy: string
  readonly referer: string | null
  readonly score: number
}

/** TRUST phase 1: web search always, through a real browser. */
export async function searchWeb(
  run: SearchRun,
): Promise<{ items: readonly SerpItem[]; candidates: readonly FetchCandidate[] }> {
  const queries = run.row.options.refute ? [run.row.query, ...refutationQueries(run.row.query, null)] : [run.row.query]
  const reports: EngineReport[] = []
  for (const query of queries) {
    reports.push(...(await once(run, `engines for ${query}`, engineReports, () => askEngines(run, query))))
  }
  noteRefusals(run, reports)
  const items = reports.flatMap((report) => report.items)
  run.parts.store.searches.addSerpItems(run.row.id, items, run.causeId)
  return { items, candidates: orderCandidates(run, items) }
}

const engineReports = z.array(z.custom<EngineReport>((value) => typeof value === 'object'))

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
  return [...reports]
}

function noteRefusals(run: SearchRun, reports: readonly EngineReport[]): void {
  if (reports.length > 0 && reports.every((report) => report.outcome === 'circuit_open')) {
    throw new LyraError('ALL_ENGINES_BLOCKED', 'Every search engine is cooling down')
  }
  for (const report of reports) {
    if (report.outcome === 'ok' || report.outcome === 'no_results') continue
    warn(run, `engine ${report.engine}: ${report.outcome}${report.reason ? ` (${report.reason})` : ''}`)
    if (isForPerson(report.outcome) && report.url !== undefined) {
      run.parts.enqueueAuth({
        taskId: run.task.id,
        searchId: run.row.id,
        url: report.url,
        challenge: 'captcha',
        priority: 'normal',
        causeId: run.causeId,
      })
    }
  }
}

/** The same refusal of four expanded queries is one warning. */
function warn(run: SearchRun, warning: string): void {
  if (!run.warnings.includes(warning)) run.warnings.push(warning)
}

function isForPerson(outcome: EngineReport['outcome']): boolean {
  return outcome === 'captcha' || outcome === 'login_wall'
}

/** Reciprocal ranks added over engines; a user's priority domains first, primary sources first when asked for. */
function orderCandidates(run: SearchRun, items: readonly SerpItem[]): readonly FetchCandidate[] {
  const merged = new Map<string, { url: string; engines: Set<string>; score: number }>()
  for (const item of items) {
    const url = normaliseUrl(item.url)
    if (url === null) continue
    const entry = merged.get(url) ?? { url, engines: new Set(), score: 0 }
    entry.engines.add(item.engine)
    entry.score += 1 / (RANK_OFFSET + item.rank)
    merged.set(url, entry)
  }
  const scored = [...merged.values()].map((entry) => ({
    url: entry.url,
    foundBy: [...entry.engines].sort().join('+'),
    referer: null,
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
