import { isSuccess } from '../../domain/outcome.ts'
import type { CanonicalWork, Identifier, Work } from '../../domain/work.ts'
import { isAcademicQuery } from '../../sources/academic-query.ts'
import { lookUpMany } from '../../sources/look-up.ts'
import type { SourceAnswer } from '../../sources/types.ts'
import type { SearchRun } from '../parts.ts'
import { type SavedPaper, savePaper } from './papers.ts'

/** TRUST phase 2: academic queries also ask the academic indexes, in parallel. */
export async function searchPapers(run: SearchRun): Promise<readonly SavedPaper[]> {
  if (!isAcademicQuery(run.row.query)) return []
  run.step('Searching academic sources')
  const { sources, settings } = run.parts
  const call = { taskId: run.task.id, causeId: run.causeId, signal: run.signal }
  const { results } = settings.sources
  const answers = await Promise.all(
    sources.flatMap((source) => (source.search ? [source.search(run.row.query, results, call)] : [])),
  )
  // A keyless user may be refused by both indexes: whoever else can be searched is, and the refusals stay named.
  if (answers.every((answer) => !isSuccess(answer.outcome)))
    answers.push(
      ...(await Promise.all(sources.flatMap((source) => source.fallbackSearch?.(run.row.query, results, call) ?? []))),
    )
  const saved = saveAnswers(run, answers)
  // An index may not know of a retraction that Crossref records, or have no abstract that another has.
  const known = [
    ...new Map(
      saved
        .flatMap((paper) => paper.work.identifiers)
        .filter(isDoi)
        .map((id) => [id.value, id]),
    ).values(),
  ]
  for (const doi of known) run.enriched.add(`crossref ${doi.value}`)
  return mergeSaved([...saved, ...(await lookUpAll(run, known, ['crossref']))])
}

/** TRUST phase 3: identifiers found anywhere always trigger academic enrichment, whatever the query. */
export async function enrich(run: SearchRun, identifiers: readonly Identifier[]): Promise<readonly SavedPaper[]> {
  const unknown = unique(identifiers)
    .filter((identifier) => identifier.type !== 'isbn')
    .filter((identifier) => !run.enriched.has(keyOf(identifier)))
  const left = unknown.splice(MAX_ENRICHED)
  if (left.length > 0) noteLeft(run, left)
  for (const identifier of unknown) run.enriched.add(keyOf(identifier))
  if (unknown.length === 0) return []
  run.step(`Looking up ${unknown.length} paper identifiers`)
  return mergeSaved(await lookUpAll(run, unknown, null))
}

/** Identifiers looked up for one batch of pages; the rest is looked up after the answer, and the event log says so. */
export const MAX_ENRICHED = 20
const LEFT = 'identifiers left'

/** What `enrich` left for later, each once. */
export function identifiersLeft(run: SearchRun): readonly Identifier[] {
  const left = unique((run.memo.get(LEFT) ?? []) as readonly Identifier[])
  return left.filter((identifier) => !run.enriched.has(keyOf(identifier)))
}

function noteLeft(run: SearchRun, left: readonly Identifier[]): void {
  run.memo.set(LEFT, [...((run.memo.get(LEFT) ?? []) as readonly Identifier[]), ...left])
  run.parts.store.events.append({
    kind: 'identifiers_left',
    taskId: run.task.id,
    subjectType: 'search',
    subjectId: run.row.id,
    data: { count: left.length, first: left.slice(0, 20).map(keyOf) },
    causeId: run.causeId,
  })
}

async function lookUpAll(
  run: SearchRun,
  identifiers: readonly Identifier[],
  only: readonly string[] | null,
): Promise<SavedPaper[]> {
  const call = { taskId: run.task.id, causeId: run.causeId, signal: run.signal }
  const asked = run.parts.sources.filter((source) => only === null || only.includes(source.name))
  return saveAnswers(run, await lookUpMany(asked, identifiers, call))
}

/**
 * Crossref knows of retractions that the indexes do not have yet: asked once in a search for every work. That it told
 * of the work to an earlier search does not count: the paper may have been retracted since.
 */
export async function checkRetractions(
  run: SearchRun,
  works: readonly CanonicalWork[],
): Promise<readonly SavedPaper[]> {
  const isAsked = (work: CanonicalWork, doi: Identifier) =>
    run.enriched.has(`crossref ${doi.value}`) || (work.sources.includes('crossref') && run.enriched.has(keyOf(doi)))
  const dois = unique(works.flatMap((work) => work.identifiers.filter((id) => isDoi(id) && !isAsked(work, id))))
  for (const doi of dois) run.enriched.add(`crossref ${doi.value}`)
  return dois.length === 0 ? [] : mergeSaved(await lookUpAll(run, dois, ['crossref']))
}

function saveAnswers(run: SearchRun, answers: readonly SourceAnswer<Work>[]): SavedPaper[] {
  return answers.flatMap((answer) => {
    noteRefusal(run, answer)
    return answer.items.map((work) => savePaper(run, { work, archive: answer.archive ?? null }))
  })
}

/** A refused source is reported by name, never as an empty list. */
export function noteRefusal(run: SearchRun, answer: SourceAnswer<unknown>): void {
  if (isSuccess(answer.outcome) || answer.outcome === 'not_found' || answer.outcome === 'replay_miss') return
  const warning = `source ${answer.source}: ${answer.outcome}${answer.reason ? ` (${answer.reason})` : ''}`
  if (!run.warnings.includes(warning)) run.warnings.push(warning)
}

/** One entry a work; the last merge knows the most. */
function mergeSaved(papers: readonly SavedPaper[]): readonly SavedPaper[] {
  return [...new Map(papers.map((paper) => [paper.work.id, paper])).values()]
}

function unique(identifiers: readonly Identifier[]): Identifier[] {
  return [...new Map(identifiers.map((identifier) => [keyOf(identifier), identifier])).values()]
}

function keyOf(identifier: Identifier): string {
  return `${identifier.type}:${identifier.value}`
}

function isDoi(identifier: Identifier): boolean {
  return identifier.type === 'doi'
}
