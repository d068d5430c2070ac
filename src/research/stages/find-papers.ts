import { z } from 'zod'
import { type Identifier, identifierList } from '../../domain/paper.ts'
import type { SerpItem } from '../../domain/task.ts'
import { identifiersIn } from '../../extract/identifiers.ts'
import { savedPaperSchema } from '../../intake/admit-paper.ts'
import type { StageCheckpoints } from '../../work/stage-checkpoints.ts'
import { recordApiPages } from '../record-api-pages.ts'
import type { SearchCall } from '../search-call.ts'
import { type AcademicDeps, type LookedUp, lookUpIdentifiers, type PaperQuestion, searchPapers } from './academic.ts'
import { mergeWarnings, warningList } from './warnings.ts'

export const papersFoundSchema = z.object({
  papers: z.array(savedPaperSchema).readonly(),
  /** Pages that the papers brought to the search. */
  pageIds: z.array(z.string()).readonly(),
  lookedUp: z.array(z.string()).readonly(),
  /** Identifiers to be looked up after the answer. */
  left: identifierList,
  warnings: warningList,
})
export type PapersFound = z.infer<typeof papersFoundSchema>
export const NO_PAPERS: PapersFound = { papers: [], pageIds: [], lookedUp: [], left: [], warnings: [] }

type FindPapersDeps = AcademicDeps & { readonly memo: StageCheckpoints }

/** TRUST phases 2 and 3: the papers that the indexes know, and those that the results name. */
export async function findPapers(
  deps: FindPapersDeps,
  call: SearchCall,
  { items, ...asked }: PaperQuestion & { readonly items: readonly SerpItem[] },
): Promise<PapersFound> {
  const found = await searchPapers(deps, call, asked)
  const identifiers = items.flatMap((item) => identifiersIn(`${item.url} ${item.title} ${item.snippet}`))
  const named = await lookUpIdentifiers(deps, call, { identifiers, lookedUp: found.lookedUp })
  const all: LookedUp = {
    papers: [...found.papers, ...named.papers],
    lookedUp: [...found.lookedUp, ...named.lookedUp],
    warnings: mergeWarnings(found.warnings, named.warnings),
  }
  return { ...all, left: named.left, pageIds: notePapers(deps, call, all, []) }
}

/** TRUST phase 6 back to phase 3: the papers that the pages name. */
export async function findPapersOfPages(
  deps: FindPapersDeps,
  call: SearchCall,
  input: {
    readonly identifiers: readonly Identifier[]
    readonly lookedUp: readonly string[]
    readonly pageIds: readonly string[]
  },
): Promise<PapersFound> {
  const named = await lookUpIdentifiers(deps, call, input)
  return { ...named, pageIds: notePapers(deps, call, named, input.pageIds) }
}

function notePapers(
  deps: Pick<FindPapersDeps, 'store' | 'trust'>,
  call: SearchCall,
  { papers }: LookedUp,
  known: readonly string[],
): readonly string[] {
  call.signal.throwIfAborted()
  const pages = papers.flatMap(({ pageId, work }) =>
    pageId === null ? [] : [{ pageId, foundBy: work.sources.join('+') }],
  )
  return recordApiPages(deps, call, pages, known)
}
