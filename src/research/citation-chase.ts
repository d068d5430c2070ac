import { z } from 'zod'
import type { CitationSteering } from '../domain/citation-steering.ts'
import type { Identifier } from '../domain/paper.ts'
import type { Settings } from '../domain/settings.ts'
import type { Store } from '../store/types.ts'
import { runOnce, type StageCheckpoints, savedOutput } from '../work/stage-checkpoints.ts'
import { type CITATIONS_FINISHED, CITATIONS_FOLLOWED, finishedSearchCount } from './citation-plan.ts'
import { type PaperToFollow, paperToFollow } from './jobs/payloads.ts'
import { recordApiPages } from './record-api-pages.ts'
import type { SearchCall } from './search-call.ts'
import { LOOK_UP_BATCH, lookUpIdentifiers } from './stages/academic.ts'
import { type CitationDeps, chaseCitations } from './stages/citations.ts'
import { adoptFullTexts } from './stages/full-texts.ts'
import { mergeWarnings, warningList } from './stages/warnings.ts'

/** What a finished search left to be followed. */
export interface ChaseInput {
  readonly papers: readonly PaperToFollow[]
  readonly identifiers: readonly Identifier[]
  /** Identifiers the search has already looked up. */
  readonly lookedUp: readonly string[]
  /** Warnings of the search, to which the chase adds its own. */
  readonly warnings: readonly string[]
  /** How the citations are chosen; empty: by themselves. */
  readonly steering?: CitationSteering
}

const strings = z.array(z.string()).readonly()
const stepSchema = z.object({
  /** Pages that the step added to the search. */
  pageIds: strings,
  /** Those of them that the task had not looked at before. */
  fresh: strings,
  /** Papers found by identifiers, to be followed, too. */
  papers: z.array(paperToFollow).readonly(),
  lookedUp: strings,
  warnings: warningList,
  ms: z.number(),
})
type Step = z.infer<typeof stepSchema>

/** How far a chase has come: the outputs of its steps, put together. */
export interface ChaseState {
  readonly identifiers: readonly Identifier[]
  readonly papers: readonly PaperToFollow[]
  readonly done: readonly string[]
  readonly pageIds: readonly string[]
  readonly fresh: readonly string[]
  readonly lookedUp: readonly string[]
  readonly warnings: readonly string[]
  readonly spentMs: number
  readonly steering: CitationSteering
}

export type ChaseDeps = CitationDeps & { readonly memo: StageCheckpoints }

/**
 * TRUST phase 5 after the answer, for one finished search: the identifiers that were left, a batch a step, then one
 * paper a step. A step is named by its page, or by the number of its batch. Each step is kept with the job, so that
 * whoever goes on with it goes on there: at its beginning, or where it was left.
 */
export function openChase(memo: StageCheckpoints, given: ChaseInput): ChaseState {
  const { papers, identifiers, lookedUp, warnings, steering = {} } = given
  const start = { identifiers, papers, lookedUp, warnings, steering, done: [], pageIds: [], fresh: [], spentMs: 0 }
  let state: ChaseState = start
  // A finished step may name papers, which come after all steps known before.
  for (let at = 0, step = stepsOf(state)[at]; step !== undefined; at += 1, step = stepsOf(state)[at]) {
    const output = savedOutput(memo, stageOf(step), stepSchema)
    if (output !== undefined) state = withStep(state, step, output)
  }
  return state
}

/**
 * The next step; null when all are done, or the chase's own pages (`sources.citation_pages`) or time
 * (`sources.citation_seconds`) are used up. The time is the clock's, so a replay never runs out of it.
 */
export function nextStep(limits: Settings['sources'], state: ChaseState): string | null {
  const { citation_pages, citation_seconds } = limits
  if (state.pageIds.length >= citation_pages || state.spentMs >= citation_seconds * 1000) return null
  return stepsLeft(state)[0] ?? null
}

export function stepsLeft(state: ChaseState): readonly string[] {
  return stepsOf(state).filter((step) => !state.done.includes(step))
}

/** The state after the step. */
export async function followStep(
  deps: ChaseDeps,
  call: SearchCall,
  state: ChaseState,
  step: string,
): Promise<ChaseState> {
  const output = await runOnce(deps.memo, call.signal)(stageOf(step), stepSchema, () =>
    runStep(deps, call, state, step),
  )
  return withStep(state, step, output)
}

const BATCH = 'identifiers '

/** All steps known so far, in their order: `identifiers 0`, `identifiers 1`, then the ids of the papers' pages. */
function stepsOf({ identifiers, papers }: Pick<ChaseState, 'identifiers' | 'papers'>): readonly string[] {
  const batches = Math.ceil(identifiers.length / LOOK_UP_BATCH)
  return [...Array.from({ length: batches }, (_, at) => `${BATCH}${at}`), ...papers.map((paper) => paper.page_id)]
}

/** A step logged twice because of a crash is replayed twice; the second time it adds nothing. */
function withStep(state: ChaseState, step: string, output: Step): ChaseState {
  if (state.done.includes(step)) return state
  const known = new Set(state.papers.map((paper) => paper.page_id))
  return {
    ...state,
    papers: [...state.papers, ...output.papers.filter((paper) => !known.has(paper.page_id))],
    done: [...state.done, step],
    pageIds: [...state.pageIds, ...output.pageIds],
    fresh: [...state.fresh, ...output.fresh],
    lookedUp: [...state.lookedUp, ...output.lookedUp],
    warnings: mergeWarnings(state.warnings, output.warnings),
    spentMs: state.spentMs + output.ms,
  }
}

async function runStep(deps: ChaseDeps, call: SearchCall, state: ChaseState, step: string): Promise<Step> {
  const { store, clock } = deps
  const from = clock.now()
  const isBatch = step.startsWith(BATCH)
  const { found, papers, lookedUp, warnings } = isBatch
    ? await lookUpBatch(deps, call, state, Number(step.slice(BATCH.length)))
    : await citedBy(deps, call, state, step)
  call.signal.throwIfAborted()
  return store.write(() => {
    const known = new Set(pagesSeen(store, call, 'the task'))
    const own = new Set([...pagesSeen(store, call, 'the search'), ...state.pageIds])
    const foundBy = isBatch ? 'identifier' : 'citation'
    const added = found.filter((pageId) => !own.has(pageId))
    const pageIds = recordApiPages(
      deps,
      call,
      added.map((pageId) => ({ pageId, foundBy })),
      state.pageIds,
    )
    noteChase(store, call, CITATIONS_FOLLOWED, { paper: step, found: found.length, added: added.length })
    const fresh = added.filter((pageId) => !known.has(pageId))
    return { pageIds, fresh, papers, lookedUp, warnings, ms: clock.now() - from }
  })
}

interface StepFound {
  /** Pages of papers, whether the search knows them or not. */
  readonly found: readonly string[]
  readonly papers: readonly PaperToFollow[]
  readonly lookedUp: readonly string[]
  readonly warnings: readonly string[]
}

async function citedBy(
  deps: ChaseDeps,
  call: SearchCall,
  { papers, lookedUp, steering }: ChaseState,
  pageId: string,
): Promise<StepFound> {
  const { pages, works } = deps.store
  const listed = papers.find((paper) => paper.page_id === pageId)
  const work = works.get(pages.get(pageId)?.work_id ?? '') ?? works.get(listed?.work_id ?? '')
  if (work === null) return { found: [], papers: [], lookedUp: [], warnings: [] }
  const depth = listed?.depth ?? 1
  const paper = { work, pageId, landingUrl: null }
  const chased = await chaseCitations(deps, call, { papers: [paper], lookedUp, chase: { steering, depth } })
  const further = depth < (steering.depth ?? 1) ? chased.papers : []
  return {
    found: chased.pageIds,
    papers: further.flatMap(({ pageId: next, work: { id } }) =>
      next === null ? [] : [{ page_id: next, work_id: id, depth: depth + 1 }],
    ),
    lookedUp: chased.lookedUp,
    warnings: chased.warnings,
  }
}

/** TRUST phase 3 for what was left of it. */
async function lookUpBatch(
  deps: ChaseDeps,
  call: SearchCall,
  { identifiers, lookedUp: before }: ChaseState,
  batch: number,
): Promise<StepFound> {
  const from = batch * LOOK_UP_BATCH
  const { papers, lookedUp, warnings } = await lookUpIdentifiers(deps, call, {
    identifiers: identifiers.slice(from, from + LOOK_UP_BATCH),
    lookedUp: before,
  })
  adoptFullTexts(deps, call, papers)
  const withPages = papers.flatMap(({ pageId, work }) =>
    pageId === null ? [] : [{ page_id: pageId, work_id: work.id }],
  )
  return { found: withPages.map((paper) => paper.page_id), papers: withPages, lookedUp, warnings }
}

/** Pages looked at, those of this chase left out: it may have noted them before a crash. */
function pagesSeen(
  { searches }: Pick<Store, 'searches'>,
  { taskId, searchId, causeId }: SearchCall,
  by: 'the task' | 'the search',
): readonly string[] {
  const ids = by === 'the task' ? searches.ofTask(taskId).map(({ id }) => id) : [searchId]
  return ids
    .flatMap((id) => searches.pagesOf(id))
    .flatMap((page) => (page.page_id === null || page.cause_id === causeId ? [] : [page.page_id]))
}

/** The event log, with what a replay needs to do the same between the same searches. */
export function noteChase(
  store: Pick<Store, 'events' | 'searches'>,
  { taskId, searchId, causeId }: SearchCall,
  kind: typeof CITATIONS_FOLLOWED | typeof CITATIONS_FINISHED,
  data: Readonly<Record<string, unknown>>,
): void {
  store.events.append({
    kind,
    taskId,
    subjectType: 'search',
    subjectId: searchId,
    data: { ...data, searches_done: finishedSearchCount(store, taskId) },
    causeId,
  })
}

function stageOf(step: string): string {
  return `citations of ${step}`
}
