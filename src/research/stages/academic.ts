import { type DateRange, takePeriod } from '../../domain/date-range.ts'
import { isSuccess } from '../../domain/outcome.ts'
import { type CanonicalPaper, type Identifier, identifierKey, identifierList, type Paper } from '../../domain/paper.ts'
import type { Category } from '../../domain/search-category.ts'
import { normaliseQuery } from '../../engines/normalise-query.ts'
import type { SavedPaper } from '../../intake/admit-paper.ts'
import { isAcademicQuery } from '../../sources/academic-query.ts'
import { lookUpMany } from '../../sources/look-up.ts'
import type { SourceAnswer, SourceCall } from '../../sources/types.ts'
import { onceSavedIn, type StageCheckpoints } from '../../work/stage-checkpoints.ts'
import type { ResearchParts } from '../parts.ts'
import type { SearchCall } from '../search-call.ts'
import { savePaper } from './papers.ts'
import { mergeWarnings } from './warnings.ts'

export type AcademicDeps = Pick<ResearchParts, 'store' | 'settings' | 'sources' | 'works' | 'trust'>

export interface LookedUp {
  /** One entry a work; as the last source that told of it left it. */
  readonly papers: readonly SavedPaper[]
  /** What was asked for just now: `doi:10.1000/182` of every source, `crossref 10.1000/182` of Crossref alone. */
  readonly lookedUp: readonly string[]
  readonly warnings: readonly string[]
}

const NOTHING: LookedUp = { papers: [], lookedUp: [], warnings: [] }

export interface PaperQuestion {
  readonly period?: DateRange | undefined
  /** `academic` makes any query one for the indexes. */
  readonly category?: Category | undefined
  /** The indexes to search, by their names; an empty list: none. Left out: those that are searched by themselves. */
  readonly only?: readonly string[] | undefined
}

/**
 * TRUST phase 2: academic queries also ask the academic indexes, in parallel. Indexes have no operators: what the query
 * says by them is left out, by name.
 */
export async function searchPapers(
  deps: AcademicDeps,
  call: SearchCall,
  { period, category, only }: PaperQuestion = {},
): Promise<LookedUp> {
  if (only?.length === 0) return NOTHING
  if (only === undefined && category !== 'academic' && !isAcademicQuery(call.query)) return NOTHING
  call.progress('Searching academic sources')
  const { settings } = deps
  const sources = deps.sources.filter(({ name }) => only === undefined || only.includes(name))
  const { results } = settings.sources
  const asking = { ...sourceCall(call), period }
  const { query: words, dropped } = normaliseQuery({ phrase: '"{value}"' }, takePeriod(call.query).words)
  const answers = await Promise.all(
    sources.flatMap((source) => {
      if (source.search !== undefined) return [source.search(words, results, asking)]
      // A helper that is named is asked at once.
      return only === undefined ? [] : (source.fallbackSearch?.(words, results, asking) ?? [])
    }),
  )
  // A keyless user may be refused by both indexes: whoever else can be searched is, and the refusals stay named.
  if (only === undefined && answers.every((answer) => !isSuccess(answer.outcome)))
    answers.push(
      ...(await Promise.all(sources.flatMap((source) => source.fallbackSearch?.(words, results, asking) ?? []))),
    )
  const found = saveAnswers(deps, call, answers)
  // An index may not know of a retraction that Crossref records, or have no abstract that another has.
  const dois = unique(found.papers.flatMap((paper) => paper.work.identifiers).filter(isDoi))
  const registered = await lookUpAll(deps, call, dois, ['crossref'])
  const unsaid = dropped.length === 0 ? [] : [`paper indexes have no operator for ${dropped.join(' ')}: left out`]
  return {
    papers: lastOfEach([...found.papers, ...registered.papers]),
    lookedUp: dois.map(crossrefKey),
    warnings: mergeWarnings(unsaid, found.warnings, registered.warnings),
  }
}

/**
 * Identifiers looked up for one batch of pages; the rest is looked up after the answer. No setting: the steps after the
 * answer are numbered by it, and a resumed or replayed search must cut the same batches.
 */
export const LOOK_UP_BATCH = 20

/** TRUST phase 3: identifiers found anywhere always trigger academic enrichment, whatever the query. */
export async function lookUpIdentifiers(
  deps: AcademicDeps & { readonly memo: StageCheckpoints },
  call: SearchCall,
  { identifiers, lookedUp }: { readonly identifiers: readonly Identifier[]; readonly lookedUp: readonly string[] },
): Promise<LookedUp & { readonly left: readonly Identifier[] }> {
  const known = new Set(lookedUp)
  const unknown = unique(identifiers)
    .filter((identifier) => identifier.type !== 'isbn')
    .filter((identifier) => !known.has(identifierKey(identifier)))
  const left = unknown.splice(LOOK_UP_BATCH)
  if (left.length > 0) await noteLeft(deps, call, left)
  if (unknown.length === 0) return { ...NOTHING, left }
  call.progress(`Looking up ${unknown.length} paper identifiers`)
  const { papers, warnings } = await lookUpAll(deps, call, unknown, null)
  return { papers: lastOfEach(papers), lookedUp: unknown.map(identifierKey), warnings, left }
}

/** A page of references leaves hundreds; the event log names the first of them. */
const NAMED_IN_LOG = 20

/**
 * The event log says what is left; a stage of its own, so that a search that ended here is replayed to here. Results
 * and later the pages of a search may both leave some: another list under the same name is another stage.
 */
async function noteLeft(
  { store, memo }: Pick<AcademicDeps, 'store'> & { readonly memo: StageCheckpoints },
  { taskId, searchId, causeId, signal }: SearchCall,
  left: readonly Identifier[],
): Promise<void> {
  const keys = left.map(identifierKey)
  const thisList = identifierList.refine((noted) => noted.map(identifierKey).join(' ') === keys.join(' '))
  await onceSavedIn(memo, signal, store.write)('identifiers left', thisList, async () => () => {
    store.events.append({
      kind: 'identifiers_left',
      taskId,
      subjectType: 'search',
      subjectId: searchId,
      data: { count: left.length, first: keys.slice(0, NAMED_IN_LOG) },
      causeId,
    })
    return [...left]
  })
}

/**
 * Crossref knows of retractions that the indexes do not have yet: asked once in a search for every work. That it told
 * of the work to an earlier search does not count: the paper may have been retracted since.
 */
export async function checkRetractions(
  deps: AcademicDeps,
  call: SearchCall,
  { works, lookedUp }: { readonly works: readonly CanonicalPaper[]; readonly lookedUp: readonly string[] },
): Promise<LookedUp> {
  const known = new Set(lookedUp)
  const isAsked = (work: CanonicalPaper, doi: Identifier) =>
    known.has(crossrefKey(doi)) || (work.sources.includes('crossref') && known.has(identifierKey(doi)))
  const dois = unique(works.flatMap((work) => work.identifiers.filter((id) => isDoi(id) && !isAsked(work, id))))
  if (dois.length === 0) return NOTHING
  const { papers, warnings } = await lookUpAll(deps, call, dois, ['crossref'])
  return { papers: lastOfEach(papers), lookedUp: dois.map(crossrefKey), warnings }
}

async function lookUpAll(
  deps: AcademicDeps,
  call: SearchCall,
  identifiers: readonly Identifier[],
  only: readonly string[] | null,
): Promise<Omit<LookedUp, 'lookedUp'>> {
  const asked = deps.sources.filter((source) => only === null || only.includes(source.name))
  return saveAnswers(deps, call, await lookUpMany(asked, identifiers, sourceCall(call)))
}

function saveAnswers(
  deps: AcademicDeps,
  call: SearchCall,
  answers: readonly SourceAnswer<Paper>[],
): Omit<LookedUp, 'lookedUp'> {
  const saved = answers.map((answer) => ({
    refusal: refusalOf(answer),
    works: answer.items.map((work) => savePaper(deps, call, { work, archive: answer.archive ?? null })),
  }))
  return {
    papers: saved.flatMap(({ works }) => works.map(({ paper }) => paper)),
    warnings: mergeWarnings(
      ...saved.flatMap(({ refusal, works }) => [refusal, ...works.map(({ warnings }) => warnings)]),
    ),
  }
}

/** A refused source is reported by name, never as an empty list. */
export function refusalOf(answer: SourceAnswer<unknown>): readonly string[] {
  if (isSuccess(answer.outcome) || answer.outcome === 'not_found' || answer.outcome === 'replay_miss') return []
  return [`source ${answer.source}: ${answer.outcome}${answer.reason ? ` (${answer.reason})` : ''}`]
}

export function sourceCall({ taskId, causeId, signal }: SearchCall): SourceCall {
  return { taskId, causeId, signal }
}

/** One entry a work; the last merge knows the most. */
function lastOfEach(papers: readonly SavedPaper[]): readonly SavedPaper[] {
  return [...new Map(papers.map((paper) => [paper.work.id, paper])).values()]
}

export function unique(identifiers: readonly Identifier[]): Identifier[] {
  return [...new Map(identifiers.map((identifier) => [identifierKey(identifier), identifier])).values()]
}

function isDoi(identifier: Identifier): boolean {
  return identifier.type === 'doi'
}

function crossrefKey({ value }: Identifier): string {
  return `crossref ${value}`
}
