import { isoTime } from '../../domain/clock.ts'
import { stableId } from '../../domain/ids.ts'
import { dot } from '../../domain/vector.ts'
import type { CitedWork, Identifier, Work } from '../../domain/work.ts'
import { type RankedCitation, rankCitations } from '../../sources/citation-filter.ts'
import type { AcademicSource } from '../../sources/types.ts'
import type { SearchRun } from '../parts.ts'
import { checkRetractions, noteRefusal } from './academic.ts'
import { adoptOwnPages } from './own-pages.ts'
import { type SavedPaper, savePaper } from './papers.ts'
import { screenWork } from './screen-work.ts'

/** TRUST phase 5: citations of all papers in both directions, the best become pages with CITES edges. */
export async function chaseCitations(run: SearchRun, papers: readonly SavedPaper[]): Promise<readonly string[]> {
  const withPages = [
    ...new Map(papers.filter((paper) => paper.pageId !== null).map((paper) => [paper.pageId, paper])).values(),
  ]
  const added: SavedPaper[] = []
  for (const paper of withPages) {
    run.signal.throwIfAborted()
    run.step(`Following citations of “${paper.work.title.slice(0, 60)}”`)
    added.push(...(await chaseOne(run, paper)))
  }
  await checkRetractions(
    run,
    added.map((paper) => paper.work),
  )
  adoptOwnPages(run, added)
  return [...new Set(added.flatMap((paper) => paper.pageId ?? []))]
}

async function chaseOne(run: SearchRun, paper: SavedPaper): Promise<readonly SavedPaper[]> {
  const key = `chased ${paper.pageId}`
  const known = run.memo.get(key)
  if (known !== undefined) return known as readonly SavedPaper[]
  const listed = await listCitations(run, paper)
  const scorer = citationScorer(run)
  const best = await rankCitations(
    {
      source: { ...paper.work, source: paper.work.sources[0] ?? 'openalex' },
      related: listed.map((entry) => entry.cited),
      query: run.row.query,
    },
    scorer,
    run.parts.settings.sources.citations_kept,
  )
  const kept = new Set(best.map((entry) => entry.work))
  run.signal.throwIfAborted()
  return run.parts.store.write(() => {
    noteDecision(run, paper, listed.length, best)
    // The kept ones first: what another source tells of the same paper, without its abstract, finds the page there.
    const inTurn = [
      ...listed.filter(({ cited }) => kept.has(cited.work)),
      ...listed.filter(({ cited }) => !kept.has(cited.work)),
    ]
    const added = inTurn.flatMap(({ cited, from, archive }) => {
      if (!kept.has(cited.work) && !isKnown(run, cited.work.identifiers)) return []
      const saved = savePaper(run, { work: cited.work, archive })
      if (saved.pageId === null || saved.pageId === paper.pageId) return []
      linkPages(run, paper.pageId as string, saved.pageId, cited, from)
      // A paper that another task knows is cited, too; only the best become this task's (TRUST 3.2).
      return kept.has(cited.work) ? [saved] : []
    })
    run.memo.set(key, added)
    return added
  })
}

/** Which of the listed papers became pages, and by which score (TRUST 3.2). */
function noteDecision(run: SearchRun, paper: SavedPaper, listed: number, best: readonly RankedCitation[]): void {
  run.parts.store.events.decide({
    kind: 'citations_kept',
    taskId: run.task.id,
    inputs: { page_id: paper.pageId, listed, scores: best.map(({ score }) => Math.round(score * 1000) / 1000) },
    outcome: { kept: best.map(({ work }) => nameOf(work)) },
    causeId: run.causeId,
  })
}

function nameOf(work: Work): string {
  const [first] = work.identifiers
  return first === undefined ? screenWork(work).work.title : `${first.type}:${first.value}`
}

interface Listed {
  readonly cited: CitedWork
  readonly from: AcademicSource['name']
  readonly archive: { readonly file: string; readonly recordId: string } | null
}

async function listCitations(run: SearchRun, paper: SavedPaper): Promise<readonly Listed[]> {
  const call = { taskId: run.task.id, causeId: run.causeId, signal: run.signal }
  const asked = run.parts.sources.flatMap((source) => {
    const identifier = citable(paper.work.identifiers, source.name)
    if (identifier === null) return []
    return [source.references?.(identifier, call), source.citations?.(identifier, call)]
  })
  const answers = (await Promise.all(asked)).filter((answer) => answer !== undefined)
  return answers.flatMap((answer) => {
    noteRefusal(run, answer)
    return answer.items.map((cited) => ({ cited, from: answer.source, archive: answer.archive ?? null }))
  })
}

/** OpenAlex lists by its own id: where it is known, the look-up that finds it is saved. */
function citable(identifiers: readonly Identifier[], source: AcademicSource['name']): Identifier | null {
  const own = source === 'openalex' ? identifiers.find(({ type }) => type === 'openalex') : undefined
  return own ?? identifiers.find(({ type }) => type === 'doi') ?? identifiers[0] ?? null
}

/** A book's ISBN does not tell which of its chapters is known. */
function isKnown(run: SearchRun, identifiers: readonly Identifier[]): boolean {
  const own = identifiers.filter(({ type }) => type !== 'isbn')
  return own.some((identifier) => run.parts.store.pages.byIdentifier(identifier) !== null)
}

function linkPages(run: SearchRun, pageId: string, otherId: string, cited: CitedWork, from: string): void {
  const [citing, target] = cited.direction === 'reference' ? [pageId, otherId] : [otherId, pageId]
  run.parts.store.edges.saveCitation({
    id: stableId('edge', citing, target, 'cites', from),
    source_type: 'page',
    source_id: citing,
    target_type: 'page',
    target_id: target,
    relation: 'cites',
    nli_label: null,
    nli_confidence: null,
    rationale: null,
    citation_source: from,
    is_influential: cited.is_influential,
    human_corrected: false,
    created_at: isoTime(run.parts.clock),
    cause_id: run.causeId,
  })
}

/** TRUST 3.2: similarity of the abstracts, and what the stance model makes of (abstract, query). */
function citationScorer(run: SearchRun) {
  return {
    similarity: async (first: string, second: string) => {
      const [a, b] = await run.parts.embedder.embed([first, second], run.signal)
      return a && b ? dot(a, b) : 0
    },
    relevance: async (query: string, abstract: string) => {
      const [score] = await run.parts.nli.judge([{ evidence: abstract, claim: query }], run.signal)
      return score ? 1 - score.neutral : 0
    },
  }
}
