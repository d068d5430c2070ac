import { isSuccess } from '../../domain/outcome.ts'
import type { Identifier, Work } from '../../domain/work.ts'
import { isAcademicQuery } from '../../sources/academic-query.ts'
import type { SourceAnswer } from '../../sources/types.ts'
import type { SearchRun } from '../parts.ts'
import { type SavedPaper, savePaper } from './papers.ts'

/** TRUST phase 2: academic queries also ask the academic indexes, in parallel. */
export async function searchPapers(run: SearchRun): Promise<readonly SavedPaper[]> {
  if (!isAcademicQuery(run.row.query)) return []
  run.step('Searching academic sources')
  const { sources, settings } = run.parts
  const call = { taskId: run.task.id, causeId: run.causeId, signal: run.signal }
  const answers = await Promise.all(
    sources.flatMap((source) => (source.search ? [source.search(run.row.query, settings.sources.results, call)] : [])),
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
  return mergeSaved([...saved, ...(await lookUpAll(run, known, ['crossref']))])
}

/** TRUST phase 3: identifiers found anywhere always trigger academic enrichment, whatever the query. */
export async function enrich(run: SearchRun, identifiers: readonly Identifier[]): Promise<readonly SavedPaper[]> {
  const unknown = unique(identifiers)
    .filter((identifier) => identifier.type !== 'isbn')
    .filter((identifier) => !run.enriched.has(keyOf(identifier)))
    .slice(0, MAX_ENRICHED)
  for (const identifier of unknown) run.enriched.add(keyOf(identifier))
  if (unknown.length === 0) return []
  run.step(`Looking up ${unknown.length} paper identifiers`)
  return mergeSaved(await lookUpAll(run, unknown, null))
}

/** Identifiers looked up for one batch of pages; the rest is left, and the event log says so. */
const MAX_ENRICHED = 20

async function lookUpAll(
  run: SearchRun,
  identifiers: readonly Identifier[],
  only: readonly string[] | null,
): Promise<SavedPaper[]> {
  const call = { taskId: run.task.id, causeId: run.causeId, signal: run.signal }
  const asked = run.parts.sources.filter((source) => only === null || only.includes(source.name))
  const saved: SavedPaper[] = []
  for (const identifier of identifiers) {
    const answers = await Promise.all(asked.map((source) => source.lookUp(identifier, call)))
    saved.push(...saveAnswers(run, answers))
  }
  return saved
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
