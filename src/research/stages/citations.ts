import { z } from 'zod'
import { isoTime } from '../../domain/clock.ts'
import type { Page } from '../../domain/page.ts'
import type { CitedPaper, Identifier, Paper } from '../../domain/paper.ts'
import { roundTo } from '../../domain/round-to.ts'
import { dot } from '../../domain/vector.ts'
import { admitCitations, type ListedCandidate } from '../../intake/admit-citations.ts'
import { type SavedPaper, savedPaperSchema } from '../../intake/admit-paper.ts'
import { safeName } from '../../intake/screen-paper.ts'
import { type RankedCitation, rankCitations } from '../../sources/citation-filter.ts'
import type { AcademicSource } from '../../sources/types.ts'
import type { Store } from '../../store/types.ts'
import { onceSavedIn, type StageCheckpoints } from '../../work/stage-checkpoints.ts'
import type { ResearchParts } from '../parts.ts'
import type { SearchCall } from '../search-call.ts'
import { type AcademicDeps, checkRetractions, refusalOf, sourceCall } from './academic.ts'
import { citationEdge } from './citation-edge.ts'
import { adoptFullTexts } from './full-texts.ts'
import { savePaper } from './papers.ts'
import { type Chase, candidateId, candidateRow, unwanted } from './steer-citations.ts'
import { mergeWarnings, warningList } from './warnings.ts'

export type CitationDeps = AcademicDeps &
  Pick<ResearchParts, 'embedder' | 'nli' | 'clock'> & { readonly memo: StageCheckpoints }

export interface Chased {
  /** Pages of the cited and citing papers that were kept. */
  readonly pageIds: readonly string[]
  readonly papers: readonly SavedPaper[]
  readonly lookedUp: readonly string[]
  readonly warnings: readonly string[]
}

/** A paper that has a page: the citations lie between pages. */
type PaperWithPage = SavedPaper & { readonly pageId: Page['id'] }

/** A title shown to whoever waits. */
const TITLE_SHOWN = 60

const followed = z.object({ papers: z.array(savedPaperSchema).readonly(), warnings: warningList })
type Followed = z.infer<typeof followed>

/** The best of both directions, one step deep. */
const AUTOMATIC: Chase = { steering: {}, depth: 1 }

interface ChaseInput {
  readonly papers: readonly SavedPaper[]
  readonly lookedUp: readonly string[]
  readonly chase?: Chase
}

/** TRUST phase 5: citations of all papers in both directions, the best become pages with CITES edges. */
export async function chaseCitations(
  deps: CitationDeps,
  call: SearchCall,
  { papers, lookedUp, chase = AUTOMATIC }: ChaseInput,
): Promise<Chased> {
  const withPages = papers.filter((paper): paper is PaperWithPage => paper.pageId !== null)
  const found: Followed[] = []
  for (const paper of new Map(withPages.map((one) => [one.pageId, one])).values()) {
    call.signal.throwIfAborted()
    call.progress(`Following citations of “${paper.work.title.slice(0, TITLE_SHOWN)}”`)
    found.push(await followCitations(deps, call, paper, chase))
  }
  const added = found.flatMap((one) => one.papers)
  const checked = await checkRetractions(deps, call, { works: added.map((paper) => paper.work), lookedUp })
  adoptFullTexts(deps, call, added)
  return {
    pageIds: [...new Set(added.flatMap((paper) => paper.pageId ?? []))],
    papers: added,
    lookedUp: checked.lookedUp,
    warnings: mergeWarnings(...found.map((one) => one.warnings), checked.warnings),
  }
}

function followCitations(deps: CitationDeps, call: SearchCall, paper: PaperWithPage, chase: Chase): Promise<Followed> {
  const once = onceSavedIn(deps.memo, call.signal, deps.store.write)
  return once(`chased ${paper.pageId}`, followed, () => chooseCitations(deps, call, paper, chase))
}

/** Asks, drops what is not wanted and ranks the rest; what it returns saves the best, and the list of all. */
async function chooseCitations(
  deps: CitationDeps,
  call: SearchCall,
  paper: PaperWithPage,
  chase: Chase,
): Promise<() => Followed> {
  const { store, settings } = deps
  const { listed, refusals } = await listCitations(deps, call, paper)
  const reasons = new Map(
    listed.map(({ cited }) => {
      const id = candidateId(paper.pageId, cited)
      return [cited, unwanted(deps, call, chase, { id, cited })]
    }),
  )
  const wanted = listed.filter(({ cited }) => reasons.get(cited) === null)
  const ranked = await rankCitations(
    {
      source: { ...paper.work, source: paper.work.sources[0] ?? 'openalex' },
      related: wanted.map((entry) => entry.cited),
      query: call.query,
    },
    citationScorer(deps, call.signal),
  )
  const most = settings.sources.citations_kept
  const best = chase.steering.follow === 'none' ? [] : ranked.slice(0, most)
  const kept = new Set(best.map(({ work }) => work))
  const byWork = new Map(ranked.map((one) => [one.work, one]))
  return () => {
    noteDecision(store, call, paper, listed.length, best)
    const rows = oncePerId(
      listed.map(({ cited, from }) =>
        candidateRow(call, chase, most, {
          ...{ pageId: paper.pageId, cited, from },
          ranked: byWork.get(cited.work),
          unwanted: reasons.get(cited) ?? null,
          isKept: kept.has(cited.work),
        }),
      ),
    )
    admitCitations(store, rows)
    const { papers, warnings } = saveCitations(deps, call, paper, wanted, kept)
    return { papers, warnings: mergeWarnings(refusals, warnings) }
  }
}

/** One paper told by two indexes is one line: the one that was scored. */
function oncePerId(rows: readonly ListedCandidate[]): readonly ListedCandidate[] {
  const lines = new Map<string, ListedCandidate>()
  for (const row of rows) {
    const known = lines.get(row.decided.id)
    if (known === undefined || known.decided.score === null) lines.set(row.decided.id, row)
  }
  return [...lines.values()]
}

/** The kept ones become papers of the task; a citation of what another task knows is linked all the same. */
function saveCitations(
  deps: CitationDeps,
  call: SearchCall,
  paper: PaperWithPage,
  listed: readonly Listed[],
  kept: ReadonlySet<Paper>,
): Followed {
  // The kept ones first: what another source tells of the same paper, without its abstract, finds the page there.
  const inTurn = [
    ...listed.filter(({ cited }) => kept.has(cited.work)),
    ...listed.filter(({ cited }) => !kept.has(cited.work)),
  ]
  const papers: SavedPaper[] = []
  const told: string[] = []
  for (const { cited, from, archive } of inTurn) {
    if (!kept.has(cited.work) && !isKnown(deps.store, cited.work.identifiers)) continue
    const { paper: saved, warnings } = savePaper(deps, call, { work: cited.work, archive })
    told.push(...warnings)
    if (saved.pageId === null || saved.pageId === paper.pageId) continue
    linkPages(deps, call, [paper.pageId, saved.pageId], cited, from)
    // A paper that another task knows is cited, too; only the best become this task's (TRUST 3.2).
    if (kept.has(cited.work)) papers.push(saved)
  }
  return { papers, warnings: told }
}

/** Which of the listed papers became pages, and by which score (TRUST 3.2). */
function noteDecision(
  { events }: Pick<Store, 'events'>,
  { taskId, causeId }: SearchCall,
  paper: PaperWithPage,
  listed: number,
  best: readonly RankedCitation[],
): void {
  events.decide({
    kind: 'citations_kept',
    taskId,
    inputs: { page_id: paper.pageId, listed, scores: best.map(({ score }) => roundTo(score, 3)) },
    outcome: { kept: best.map(({ work }) => safeName(work)) },
    causeId,
  })
}

interface Listed {
  readonly cited: CitedPaper
  readonly from: AcademicSource['name']
  readonly archive: { readonly file: string; readonly recordId: string } | null
}

async function listCitations(
  { sources }: Pick<CitationDeps, 'sources'>,
  call: SearchCall,
  { work }: SavedPaper,
): Promise<{ readonly listed: readonly Listed[]; readonly refusals: readonly string[] }> {
  const asking = sourceCall(call)
  const asked = sources.flatMap((source) => {
    const identifier = citable(work.identifiers, source.name)
    if (identifier === null) return []
    return [source.references?.(identifier, asking), source.citations?.(identifier, asking)]
  })
  const answers = (await Promise.all(asked)).filter((answer) => answer !== undefined)
  return {
    listed: answers.flatMap((answer) =>
      answer.items.map((cited) => ({ cited, from: answer.source, archive: answer.archive ?? null })),
    ),
    refusals: answers.flatMap((answer) => refusalOf(answer)),
  }
}

/** OpenAlex lists by its own id: where it is known, the look-up that finds it is saved. */
function citable(identifiers: readonly Identifier[], source: AcademicSource['name']): Identifier | null {
  const own = source === 'openalex' ? identifiers.find(({ type }) => type === 'openalex') : undefined
  return own ?? identifiers.find(({ type }) => type === 'doi') ?? identifiers[0] ?? null
}

/** A book's ISBN does not tell which of its chapters is known. */
function isKnown({ pages }: Pick<Store, 'pages'>, identifiers: readonly Identifier[]): boolean {
  const own = identifiers.filter(({ type }) => type !== 'isbn')
  return own.some((identifier) => pages.byIdentifier(identifier) !== null)
}

function linkPages(
  { store, clock }: Pick<CitationDeps, 'store' | 'clock'>,
  { causeId }: SearchCall,
  [pageId, otherId]: readonly [string, string],
  { direction, is_influential }: CitedPaper,
  from: string,
): void {
  const link = { page_id: pageId, otherId, direction, is_influential, from, at: isoTime(clock), causeId }
  store.edges.saveCitation(citationEdge(link))
}

/** TRUST 3.2: similarity of the abstracts, and what the stance model makes of (abstract, query). */
function citationScorer({ embedder, nli }: Pick<CitationDeps, 'embedder' | 'nli'>, signal: AbortSignal) {
  return {
    similarity: async (first: string, second: string) => {
      const [a, b] = await embedder.embed([first, second], signal)
      return a && b ? dot(a, b) : 0
    },
    relevance: async (query: string, abstract: string) => {
      const [score] = await nli.judge([{ evidence: abstract, claim: query }], signal)
      return score ? 1 - score.neutral : 0
    },
  }
}
