import { z } from 'zod'
import type { DateRange } from '../../domain/date-range.ts'
import { takePeriod } from '../../domain/date-range.ts'
import type { RecordIdentifier } from '../../domain/public-record.ts'
import type { Category } from '../../domain/search-category.ts'
import type { SerpItem } from '../../domain/task.ts'
import { normaliseQuery } from '../../engines/normalise-query.ts'
import { languageOfQuery } from '../../engines/query-language.ts'
import { identifiersIn } from '../../extract/identifiers.ts'
import { namedDocuments, namedInQuery } from '../../extract/named-documents.ts'
import { admitRecord } from '../../intake/admit-record.ts'
import { openDesk, type RecordDesk } from '../../sources/records/ask-sources.ts'
import { sourcesFor } from '../../sources/records/open-records.ts'
import type { RecordSource } from '../../sources/records/types.ts'
import type { ResearchParts } from '../parts.ts'
import { recordApiPages } from '../record-api-pages.ts'
import { indexesToSearch } from '../scope/use-lens.ts'
import type { SearchCall } from '../search-call.ts'
import { paperOfRecord } from './paper-of-record.ts'
import { savePaper } from './papers.ts'
import { mergeWarnings, warningList } from './warnings.ts'

export const recordsFoundSchema = z.object({
  /** Pages that the records brought to the search. */
  pageIds: z.array(z.string()).readonly(),
  /** Each question that was asked, so that none is asked twice in a search. */
  asked: z.array(z.string()).readonly(),
  warnings: warningList,
})
export type RecordsFound = z.infer<typeof recordsFoundSchema>

export type RecordDeps = Pick<ResearchParts, 'store' | 'settings' | 'clock' | 'works' | 'records' | 'trust'>

export const NO_RECORDS: RecordsFound = { pageIds: [], asked: [], warnings: [] }

/** A page of references names dozens; what a search can ask is limited anyway. */
const MOST_NAMED = 40

export interface RecordQuestion {
  readonly items: readonly SerpItem[]
  readonly period?: DateRange | undefined
  readonly category?: Category | undefined
  /** The language of the task. */
  readonly language?: string | undefined
  /** What the caller named to be read; of these the numbers are looked up. */
  readonly targets?: readonly string[] | undefined
  /** Nothing else is asked for. */
  readonly targetsOnly?: boolean | undefined
  /** Pages that the search has already. */
  readonly known?: readonly string[] | undefined
  /** Questions that a pivot of the search has asked. */
  readonly before?: readonly string[] | undefined
}

/**
 * REQ 3.1.3: a law, patent, study, company, LEI, ISBN, ORCID or domain that the query or a result names is looked up,
 * as DOIs are; sources that hold what the query asks for are searched.
 */
export async function findRecords(
  deps: RecordDeps,
  call: SearchCall,
  { items, period, category, language, targets = [], targetsOnly = false, known = [], before = [] }: RecordQuestion,
): Promise<RecordsFound> {
  const { records } = deps
  if (records === undefined) return NO_RECORDS
  const asking = languageOfQuery(call.query, language)
  const desk = deskFor(deps, call, { language: asking, period, asked: [], before })
  if (desk === null) return NO_RECORDS
  for (const identifier of numbersOfTargets(targets)) await desk.lookUp(identifier, false)
  if (targetsOnly) return saveRecords(deps, call, desk, known)
  for (const identifier of identifiersOf(call.query, namedInQuery)) await desk.lookUp(identifier, true)
  const words = normaliseQuery({}, takePeriod(call.query).words).query
  const searched = sourcesFor(wantedSources(records.sources, call), { query: words, language: asking, category })
  for (const source of searched) await desk.search(source, words, deps.settings.sources.record_results)
  const results = items.map(({ url, title, snippet }) => `${url} ${title} ${snippet}`).join('\n')
  for (const identifier of identifiersOf(results, namedDocuments)) await desk.lookUp(identifier, false)
  return saveRecords(deps, call, desk, known)
}

/** The same for what the pages that were read name, with the requests that are left. */
export async function findRecordsOfPages(
  deps: RecordDeps,
  call: SearchCall,
  { pageIds, asked, before }: Pick<RecordQuestion, 'before'> & Pick<RecordsFound, 'pageIds' | 'asked'>,
): Promise<RecordsFound> {
  const desk = deskFor(deps, call, { language: languageOfQuery(call.query), asked, before })
  if (desk === null) return NO_RECORDS
  const pages = deps.store.pages.many(pageIds).filter(({ route }) => route !== 'api' && route !== 'file')
  const named = pages.flatMap(({ identifiers = [] }) => identifiers.filter(({ type }) => type !== 'doi'))
  for (const identifier of unique(named)) await desk.lookUp(identifier, false)
  return saveRecords(deps, call, desk, pageIds)
}

function deskFor(
  { records, settings }: Pick<RecordDeps, 'records' | 'settings'>,
  { taskId, causeId, signal }: SearchCall,
  {
    language,
    period,
    asked,
    before = [],
  }: Pick<RecordQuestion, 'period' | 'before'> & { readonly language: string; readonly asked: readonly string[] },
): RecordDesk | null {
  if (records === undefined) return null
  const { record_requests: requests, record_results: results } = settings.sources
  return openDesk(
    records.sources,
    records.pivots,
    { taskId, causeId, signal, language, period },
    { requests, results, asked, before },
  )
}

/** An address is read where it leads, and is no question about its domain. */
function numbersOfTargets(targets: readonly string[]): readonly RecordIdentifier[] {
  const numbers = targets.flatMap((target) => identifiersOf(target, namedInQuery))
  return unique(numbers.filter(({ type }) => type !== 'domain'))
}

/** Of those that hold papers only the ones that the search wants papers from. */
function wantedSources(sources: readonly RecordSource[], { scope }: SearchCall): readonly RecordSource[] {
  const only = indexesToSearch(scope)
  if (only === undefined) return sources
  return sources.filter(({ description: { name, search, answers } }) => {
    return answers[search?.answer ?? '']?.kind !== 'paper' || only.includes(name)
  })
}

function identifiersOf(
  text: string,
  named: (text: string) => readonly RecordIdentifier[],
): readonly RecordIdentifier[] {
  return unique([...named(text), ...identifiersIn(text).filter(({ type }) => type === 'isbn')])
}

function unique(identifiers: readonly RecordIdentifier[]): readonly RecordIdentifier[] {
  const byKey = new Map(identifiers.map((one) => [`${one.type}:${one.value}`, one]))
  return [...byKey.values()].slice(0, MOST_NAMED)
}

/** Papers join the index of papers; everything else becomes a page of its own. */
export function saveRecords(
  deps: RecordDeps,
  call: SearchCall,
  desk: RecordDesk,
  known: readonly string[],
): RecordsFound {
  call.signal.throwIfAborted()
  const { found, asked, warnings } = desk.told()
  if (found.length > 0) call.progress(`Saving ${found.length} public records`)
  const saved = found.map(({ record, archive, isWhole }) => {
    const paper = paperOfRecord(record)
    if (paper === null) return { ...admitRecord(deps, { record, archive, isWhole }, call), source: record.source }
    const { paper: kept, warnings: told } = savePaper(deps, call, { work: paper, archive })
    return { pageId: kept.pageId, warnings: told, source: record.source }
  })
  const pages = saved.flatMap(({ pageId, source }) => (pageId === null ? [] : [{ pageId, foundBy: source }]))
  return {
    pageIds: recordApiPages(deps, call, pages, known),
    asked,
    warnings: mergeWarnings(warnings, ...saved.map((one) => one.warnings)),
  }
}
