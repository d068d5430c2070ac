import type { StageCheckpoints } from '../../work/stage-checkpoints.ts'
import { concludeSearch } from '../conclude-search.ts'
import type { ResearchParts } from '../parts.ts'
import type { DeferredCitations, SearchInput } from '../pipeline.ts'
import { takeInEvidence } from '../stages/take-in-evidence.ts'
import { mergeWarnings } from '../stages/warnings.ts'
import { readDocuments } from './read-documents.ts'

/**
 * A search in files of the user and nowhere else: no engine, no index and no site is asked. What is read goes through
 * ranking, claims and stance like the pages of any search; claims are taken by a model of this machine or by none.
 */
export async function searchDocuments(
  deps: ResearchParts & { readonly memo: StageCheckpoints },
  { call, task, row, queryVector, outOfBudget }: SearchInput,
  atEnd: (left: DeferredCitations) => void,
): Promise<void> {
  const read = await readDocuments(deps, call, row.options.documents ?? [])
  const own = new Set(read.pageIds)
  const evidence = await takeInEvidence({ ...deps, claims: deps.documents.claims }, call, {
    pageIds: read.pageIds,
    isFresh: (pageId) => own.has(pageId),
    question: task.query,
  })
  const warnings = mergeWarnings(read.warnings, evidence.warnings)
  await concludeSearch(deps, call, { row, queryVector, kept: evidence.useful, warnings, outOfBudget }, () =>
    atEnd({ papers: [], identifiers: [], lookedUp: [], kept: evidence.useful }),
  )
}
