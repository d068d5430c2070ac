import { z } from 'zod'
import { type DateRange, takePeriod } from '../../domain/date-range.ts'
import { LyraError } from '../../domain/errors.ts'
import type { Category } from '../../domain/search-category.ts'
import type { UsedLens } from '../../domain/search-scope.ts'
import { serpItemSchema } from '../../domain/task.ts'
import { normaliseUrl } from '../../domain/url.ts'
import { isRefutingQuery, refutationQueries } from '../../engines/refutation-queries.ts'
import type { EngineReport } from '../../engines/types.ts'
import { admitResults, saveResults } from '../../intake/admit-results.ts'
import { runOnce, type StageCheckpoints } from '../../work/stage-checkpoints.ts'
import { offline } from '../offline.ts'
import type { ResearchParts } from '../parts.ts'
import { noteRefutingQueries } from '../refutation.ts'
import type { SearchCall } from '../search-call.ts'
import { candidateList } from './fetch-candidate.ts'
import { type CandidateOrder, type Listed, orderCandidates } from './order-candidates.ts'
import { queryVariants, type VariantDeps } from './query-variants.ts'
import { type AuthQueue, isForPerson, queueForPerson } from './queue-for-person.ts'
import { type SiteSearchDeps, searchSites } from './search-sites.ts'
import { mergeWarnings, warningList } from './warnings.ts'

export type WebSearchDeps = Pick<ResearchParts, 'webSearch' | 'store'> &
  AuthQueue &
  VariantDeps &
  SiteSearchDeps &
  CandidateOrder & { readonly memo: StageCheckpoints }

export interface WebSearchInput {
  /** Engine names; undefined lets the weights choose. */
  readonly engines?: readonly string[] | undefined
  /** What the engines are for, when none are named. */
  readonly category?: Category | undefined
  readonly period?: DateRange | undefined
  /** Language of the sources that the task wants. */
  readonly language?: string | undefined
  readonly refute?: boolean | undefined
  readonly seekPrimary?: boolean | undefined
  /** The query in the other language, as the caller words it; absent: as a local model translates it. */
  readonly mirror?: string | undefined
  /** Ask by synonyms, too. */
  readonly expand?: boolean | undefined
  readonly priorityDomains: readonly string[]
  /** Pages the search may read. */
  readonly pageBudget: number
  /** A named set of sources: which engines are asked, and how. */
  readonly lens?: UsedLens | undefined
}

export const webFoundSchema = z.object({
  items: z.array(serpItemSchema).readonly(),
  /** Best first. */
  candidates: candidateList,
  warnings: warningList,
})
export type WebFound = z.infer<typeof webFoundSchema>
export const NOTHING_FOUND: WebFound = { items: [], candidates: [], warnings: [] }

const engineAnswer = z.object({
  engine: z.string(),
  outcome: z.string(),
  reason: z.string().nullable(),
  items: z.array(serpItemSchema).readonly(),
  /** What of the question the engine could not be told. */
  notes: z.array(z.string()).readonly(),
  /** The result page that was asked for. */
  url: z.string().nullable(),
  /** Where the page lies that the parser could not read. */
  archiveFile: z.string().nullable(),
})
type EngineAnswer = Readonly<z.infer<typeof engineAnswer>>
const engineAnswers = z.object({ answers: z.array(engineAnswer).readonly(), warnings: warningList })

interface Asked {
  readonly query: string
  readonly answers: readonly EngineAnswer[]
  readonly warnings: readonly string[]
}

/** TRUST phase 1: web search always, through a real browser. */
export async function searchWeb(deps: WebSearchDeps, call: SearchCall, input: WebSearchInput): Promise<WebFound> {
  const variants = await queryVariants(deps, call, input)
  const own = takePeriod(call.query).words
  const words = [own, ...variants.mirrors.map((query) => takePeriod(query).words)]
  const plain = [...words, ...variants.synonyms].flatMap((query) => patternsOf(input.lens, query))
  // REQ 3.1.7.5: in both languages, where there are two.
  const refuting = input.refute
    ? words.flatMap((query) => refutationQueries(query)).flatMap((query) => patternsOf(input.lens, query))
    : []
  const asked: Asked[] = []
  for (const query of new Set([...plain, ...refuting])) asked.push(await askEngines(deps, call, input, { query }))
  asked.push(...(await askFurther(deps, call, input, asked)))
  const answers = asked.flatMap((one) => one.answers)
  const refusals = refusalsOf(deps, call, answers)
  if (input.refute) {
    const answered = asked.filter((one) => one.answers.some(isAnswer)).map(({ query }) => query)
    noteRefutingQueries(deps.store, call, answered.filter(isRefutingQuery))
  }
  const results = resultsOf(answers)
  const onSites = await searchSites(deps, call, {
    seen: results.map(({ item }) => item),
    priorityDomains: input.priorityDomains,
  })
  const listed = [...results, ...onSites.listed]
  const items = listed.map(({ item }) => item)
  saveResults(deps.store.searches, call.searchId, items, call.causeId)
  const danger = asked.flatMap(({ warnings }) => warnings)
  const unmet = answers.flatMap(({ notes }) => notes)
  return {
    items,
    candidates: orderCandidates(deps, listed, { ...input, scope: call.scope }),
    warnings: mergeWarnings(variants.warnings, danger, refusals, unmet, onSites.warnings),
  }
}

/** The query as a lens has it asked, each pattern once. */
function patternsOf(lens: UsedLens | undefined, query: string): readonly string[] {
  return [...new Set((lens?.queries ?? ['{query}']).map((pattern) => pattern.replaceAll('{query}', query)))]
}

async function askEngines(
  deps: WebSearchDeps,
  call: SearchCall,
  { engines: named, category, period, language }: WebSearchInput,
  { query, page = 1, engines = named }: { query: string; page?: number; engines?: readonly string[] | undefined },
): Promise<Asked> {
  const { taskId, causeId, signal } = call
  const place = page === 1 ? '' : `, page ${page}`
  const asked = await runOnce(deps.memo, signal)(`engines for ${query}${place}`, engineAnswers, async () => {
    call.progress(`Searching the web: ${query}${place}`)
    const fresh = call.update !== undefined
    const request = { query, engines, category, period, language, page, fresh, taskId, causeId, signal }
    const reports = await deps.webSearch.search(request)
    signal.throwIfAborted()
    requireNetwork(reports)
    return admitReports(deps, reports, causeId)
  })
  return { query, ...asked }
}

/** A result page with as many results as this is likely to have another behind it. */
const FULL_PAGE = 8

/**
 * REQ 3.1.1: where the first result pages bring little that the graph does not have, less than half of what the search
 * may read, the next pages of the engines that had a full one are asked for.
 */
async function askFurther(
  deps: WebSearchDeps,
  call: SearchCall,
  input: WebSearchInput,
  first: readonly Asked[],
): Promise<readonly Asked[]> {
  const full = ({ answers }: Asked) =>
    answers.filter(({ outcome, items }) => outcome === 'ok' && items.length >= FULL_PAGE).map(({ engine }) => engine)
  const further: Asked[] = []
  let last = first[0]
  for (let page = 2; page <= deps.settings.engines.result_pages; page += 1) {
    const engines = last === undefined ? [] : full(last)
    const enough = unreadAddresses(deps, [...first, ...further]) >= input.pageBudget / 2
    if (last === undefined || engines.length === 0 || enough) break
    const { answers, ...rest } = await askEngines(deps, call, input, { query: last.query, page, engines })
    // That an engine has one result page only is no news to anybody.
    last = { ...rest, answers: answers.filter(({ outcome }) => outcome !== 'unsupported_type') }
    further.push(last)
  }
  return further
}

function unreadAddresses({ store }: Pick<WebSearchDeps, 'store'>, asked: readonly Asked[]): number {
  const urls = new Set(
    asked.flatMap(({ answers }) => resultsOf(answers)).flatMap(({ item }) => normaliseUrl(item.url) ?? []),
  )
  return [...urls].filter((url) => store.pages.byUrl(url) === null).length
}

function resultsOf(answers: readonly EngineAnswer[]): readonly Listed[] {
  return answers.flatMap(({ items, url }) => items.map((item) => ({ item, referer: url })))
}

function admitReports(
  { store }: Pick<WebSearchDeps, 'store'>,
  reports: readonly EngineReport[],
  causeId: string,
): z.infer<typeof engineAnswers> {
  const admitted = reports.map(({ engine, outcome, reason, notes = [], url, page, items }) => {
    const safe = admitResults(store.events, items, causeId)
    const kept = { url: url ?? null, archiveFile: page?.file ?? null }
    const answer = { engine, outcome, reason, notes: [...notes], items: safe.items, ...kept }
    return { answer, warnings: safe.warnings }
  })
  return {
    answers: admitted.map(({ answer }) => answer),
    warnings: mergeWarnings(...admitted.map(({ warnings }) => warnings)),
  }
}

/** LYRA 4.6: where no engine could be asked because this machine is offline, no stage after this one can do better. */
function requireNetwork(reports: readonly EngineReport[]): void {
  const asked = reports.filter(({ outcome }) => !RESTING.includes(outcome))
  if (asked.length > 0 && asked.every(({ outcome }) => outcome === 'offline')) throw offline()
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
    if (isForPerson(outcome) && url !== null)
      queueForPerson(deps, call, { url, challenge: 'captcha', priority: call.authPriority ?? 'normal' })
  return refused.map(({ engine, outcome, reason, archiveFile }) => {
    const saved = archiveFile === null ? '' : `; the page is kept in ${archiveFile}`
    return `engine ${engine}: ${outcome}${reason ? ` (${reason}${saved})` : ''}`
  })
}
