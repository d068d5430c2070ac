import { z } from 'zod'
import { LyraError } from '../../domain/errors.ts'
import { serpItemSchema } from '../../domain/task.ts'
import { isRefutingQuery, refutationQueries } from '../../engines/refutation-queries.ts'
import type { EngineReport } from '../../engines/types.ts'
import { admitResults, saveResults } from '../../intake/admit-results.ts'
import { onceIn, type StageMemo } from '../../work/stage-memo.ts'
import type { ResearchParts } from '../parts.ts'
import { noteRefutingQueries } from '../refutation.ts'
import type { SearchCall } from '../search-call.ts'
import { type AuthQueue, askPerson, isForPerson } from './ask-person.ts'
import { candidateList } from './fetch-candidate.ts'
import { type MirrorDeps, mirrorQuery } from './mirror-query.ts'
import { type CandidateOrder, orderCandidates } from './order-candidates.ts'
import { type SiteSearchDeps, searchSites } from './search-sites.ts'
import { mergeWarnings, warningList } from './warnings.ts'

export type WebSearchDeps = Pick<ResearchParts, 'webSearch' | 'store'> &
  AuthQueue &
  MirrorDeps &
  SiteSearchDeps &
  CandidateOrder & { readonly memo: StageMemo }

export interface WebSearchInput {
  /** Engine names; undefined lets the weights choose. */
  readonly engines?: readonly string[] | undefined
  readonly refute?: boolean | undefined
  readonly seekPrimary?: boolean | undefined
  readonly priorityDomains: readonly string[]
}

export const webFoundSchema = z.object({
  items: z.array(serpItemSchema).readonly(),
  /** Best first. */
  candidates: candidateList,
  warnings: warningList,
})
export type WebFound = z.infer<typeof webFoundSchema>

const engineAnswer = z.object({
  engine: z.string(),
  outcome: z.string(),
  reason: z.string().nullable(),
  items: z.array(serpItemSchema).readonly(),
  /** The result page that was asked for. */
  url: z.string().nullable(),
  /** Where the page lies that the parser could not read. */
  archiveFile: z.string().nullable(),
})
type EngineAnswer = Readonly<z.infer<typeof engineAnswer>>
const engineAnswers = z.object({ answers: z.array(engineAnswer).readonly(), warnings: warningList })

/** TRUST phase 1: web search always, through a real browser. */
export async function searchWeb(deps: WebSearchDeps, call: SearchCall, input: WebSearchInput): Promise<WebFound> {
  const once = onceIn(deps.memo, call.signal)
  const mirror = await mirrorQuery(deps, call)
  const plain = [call.query, ...mirror.queries]
  // REQ 3.1.7.5: in both languages, where there are two.
  const refuting = input.refute ? plain.flatMap((words) => refutationQueries(words)) : []
  const asked: { readonly query: string; readonly answers: readonly EngineAnswer[] }[] = []
  const danger: string[] = []
  for (const query of new Set([...plain, ...refuting])) {
    const { answers, warnings } = await once(`engines for ${query}`, engineAnswers, async () => {
      call.progress(`Searching the web: ${query}`)
      const { taskId, causeId, signal } = call
      const reports = await deps.webSearch.search({ query, engines: input.engines, taskId, causeId, signal })
      signal.throwIfAborted()
      return admitReports(deps, reports, causeId)
    })
    asked.push({ query, answers })
    danger.push(...warnings)
  }
  const answers = asked.flatMap((one) => one.answers)
  const refusals = refusalsOf(deps, call, answers)
  if (input.refute) {
    const answered = asked.filter((one) => one.answers.some(isAnswer)).map(({ query }) => query)
    noteRefutingQueries(deps.store, call, answered.filter(isRefutingQuery))
  }
  const results = answers.flatMap(({ items, url }) => items.map((item) => ({ item, referer: url })))
  const onSites = await searchSites(deps, call, {
    seen: results.map(({ item }) => item),
    priorityDomains: input.priorityDomains,
  })
  const listed = [...results, ...onSites.listed]
  const items = listed.map(({ item }) => item)
  saveResults(deps.store.searches, call.searchId, items, call.causeId)
  return {
    items,
    candidates: orderCandidates(deps, listed, input),
    warnings: mergeWarnings(mirror.warnings, danger, refusals, onSites.warnings),
  }
}

function admitReports(
  { store }: Pick<WebSearchDeps, 'store'>,
  reports: readonly EngineReport[],
  causeId: string,
): z.infer<typeof engineAnswers> {
  const admitted = reports.map(({ engine, outcome, reason, url, page, items }) => {
    const safe = admitResults(store.events, items, causeId)
    const answer = { engine, outcome, reason, items: safe.items, url: url ?? null, archiveFile: page?.file ?? null }
    return { answer, warnings: safe.warnings }
  })
  return {
    answers: admitted.map(({ answer }) => answer),
    warnings: mergeWarnings(...admitted.map(({ warnings }) => warnings)),
  }
}

/** Looked, even where there was nothing to find. */
function isAnswer({ outcome }: EngineAnswer): boolean {
  return outcome === 'ok' || outcome === 'no_results'
}

/** An engine's domain cools down after one refusal, its circuit opens after two: either way it is not asked. */
const RESTING: readonly string[] = ['circuit_open', 'cooling_down']

function refusalsOf(deps: AuthQueue, call: SearchCall, answers: readonly EngineAnswer[]): readonly string[] {
  if (answers.length > 0 && answers.every(({ outcome }) => RESTING.includes(outcome)))
    throw new LyraError('ALL_ENGINES_BLOCKED', 'Every search engine is cooling down')
  const refused = answers.filter((answer) => !isAnswer(answer))
  for (const { outcome, url } of refused)
    if (isForPerson(outcome) && url !== null) askPerson(deps, call, { url, challenge: 'captcha', priority: 'normal' })
  return refused.map(({ engine, outcome, reason, archiveFile }) => {
    const saved = archiveFile === null ? '' : `; the page is kept in ${archiveFile}`
    return `engine ${engine}: ${outcome}${reason ? ` (${reason}${saved})` : ''}`
  })
}
