import type { Paper } from '../../domain/paper.ts'
import type { AcademicSource, SourceAnswer } from '../../sources/types.ts'
import { type Look, VERIFY_TASK, type VerifyRooms } from './look.ts'
import { holds, isNotNow, told, type Verdict } from './verdict.ts'
import type { VerifyList } from './verify-list.ts'

/** As many as a search asks for. */
const PAPERS = 10

/** Each index by a paper that it must know, and by a search where it has one. */
export function academicLooks({ research }: VerifyRooms, { academic }: VerifyList): readonly Look[] {
  return research.sources.flatMap((source) => {
    const paper = paperFor(source, academic.papers)
    const look: Look = {
      id: `${source.name}, by identifier`,
      run: async ({ causeId, signal }) => {
        if (paper === undefined)
          return { status: 'skipped', optional: true, expected: 'a known paper', found: 'no identifier for it' }
        const answer = await source.lookUp(paper, {
          taskId: VERIFY_TASK,
          causeId,
          ...(signal === undefined ? {} : { signal }),
        })
        return judgeAnswer(answer, { least: 1, title: paper.title })
      },
    }
    const { search } = source
    if (search === undefined) return [look]
    const { query, least } = academic.search
    const found: Look = {
      id: `${source.name}, by words`,
      run: async ({ causeId, signal }) => {
        const call = { taskId: VERIFY_TASK, causeId, ...(signal === undefined ? {} : { signal }) }
        return judgeAnswer(await search.call(source, query, PAPERS, call), { least, title: null })
      },
    }
    return [look, found]
  })
}

/** arXiv and PubMed know their own numbers; the others are asked by DOI. */
function paperFor({ name }: AcademicSource, papers: VerifyList['academic']['papers']) {
  const type = name === 'arxiv' ? 'arxiv' : name === 'pubmed' ? 'pmid' : 'doi'
  return papers.find((paper) => paper.type === type)
}

export function judgeAnswer(
  { outcome, reason, items }: Pick<SourceAnswer<Pick<Paper, 'title'>>, 'outcome' | 'reason' | 'items'>,
  { least, title }: { readonly least: number; readonly title: string | null },
): Verdict {
  const expected = title === null ? `${least} papers or more` : `the paper “${title}”`
  if (outcome === 'not_found') return { status: 'failed', drift: true, expected, found: told(outcome, reason) }
  if (outcome !== 'ok' && outcome !== 'not_modified')
    return { status: isNotNow(outcome) ? 'skipped' : 'failed', expected, found: told(outcome, reason) }
  if (items.length < least)
    return { status: 'failed', drift: true, expected, found: `${items.length} papers in the answer` }
  const named = title === null || items.some((item) => holds(item.title, title))
  return named
    ? { status: 'passed', expected, found: `${items.length} papers` }
    : { status: 'failed', drift: true, expected, found: 'a paper of another title' }
}
