import { z } from 'zod'
import type { Claim } from '../domain/claim.ts'
import type { Fragment } from '../domain/page.ts'
import type { SearchRow, Task } from '../domain/task.ts'
import { refreshCitationCommunities } from '../store/citation-communities.ts'
import { onceIn, type StageMemo } from '../work/stage-memo.ts'
import { type ChaseState, noteChase, stepsLeft } from './citation-chase.ts'
import { CHASED } from './citation-plan.ts'
import { recomputeTask } from './graph/recompute.ts'
import type { ResearchParts } from './parts.ts'
import { markUnrefuted } from './refutation.ts'
import type { SearchCall } from './search-call.ts'
import { measureSearch } from './search-metrics.ts'
import { claimsOnce, fragmentsOf, unjudgedBy } from './stages/claims-once.ts'
import { isEvidence } from './stages/evidence.ts'
import { markDuplicates } from './stages/mark-duplicates.ts'
import { embedFragments, keepUseful } from './stages/rank.ts'
import { judgeStances } from './stages/stance.ts'
import { mergeWarnings } from './stages/warnings.ts'

type FinishDeps = ResearchParts & { readonly memo: StageMemo }

interface FinishInput {
  readonly task: Task
  readonly row: SearchRow
  readonly queryVector: Float32Array | null
  readonly outOfBudget: boolean
  /** Fragments the answer was measured by. */
  readonly kept: readonly string[]
}

/**
 * The later half of the pipeline for what the chase has added; ends with the search's figures measured again, and the
 * job, in one transaction.
 */
export async function finishChase(
  deps: FinishDeps,
  call: SearchCall,
  { task, row, queryVector, outOfBudget, kept }: FinishInput,
  state: ChaseState,
  atEnd: () => void,
): Promise<void> {
  const { store } = deps
  const left = stepsLeft(state).length
  const cut = left > 0 ? [`citations: ${left} papers were not followed (limit of pages or time)`] : []
  refreshCitationCommunities(store, task.id)
  const { useful, claims, misled } = state.pageIds.length === 0 ? NOTHING : await absorb(deps, call, task, state)
  call.signal.throwIfAborted()
  call.progress('Weighing the evidence')
  const found = mergeWarnings([...state.warnings, ...cut], misled)
  store.write(() => {
    recomputeTask(deps, task.id, call.causeId)
    const warnings = row.options.refute ? markUnrefuted(deps, call, { queryVector, warnings: found }) : found
    const measured = measureSearch(deps, call, {
      row,
      kept: [...inOrder(store.fragments.many(kept), kept), ...useful],
      warnings,
      outOfBudget,
    })
    store.searches.update({ ...measured, finished_at: row.finished_at })
    const { done, pageIds } = state
    noteChase(store, call, CHASED, { papers: done.length, pages: pageIds.length, claims: claims.length, left })
    atEnd()
  })
}

interface Absorbed {
  readonly useful: readonly Fragment[]
  readonly claims: readonly Claim[]
  readonly misled: readonly string[]
}

const NOTHING: Absorbed = { useful: [], claims: [], misled: [] }

async function absorb(deps: FinishDeps, call: SearchCall, task: Task, state: ChaseState): Promise<Absorbed> {
  const { store } = deps
  const known = new Set(
    await onceIn(deps.memo, call.signal)('claims before', z.array(z.string()), () =>
      store.claims.ofTask(task.id).map((claim) => claim.id),
    ),
  )
  const all = store.fragments.ofTask(task.id)
  const mine = fragmentsOf(store, state.pageIds).filter(isEvidence)
  await embedFragments(deps, call, all)
  markDuplicates(store, all.filter(isEvidence))
  const useful = await keepUseful(deps, call, mine)
  const isOwn = (claim: Claim) => claim.search_id === call.searchId && !known.has(claim.id)
  const { claims, warnings } = await claimsOnce(deps, call, { isOwn, kept: useful, question: task.query })
  const evidence = store.fragments.ofTask(task.id).filter(isEvidence)
  const unjudged = unjudgedBy(store, call)
  const old = store.claims.ofTask(task.id).filter((claim) => !isOwn(claim))
  const fresh = new Set(state.fresh)
  await judgeStances(
    deps,
    call,
    { fresh: claims.filter(unjudged), old: old.filter(unjudged) },
    { all: evidence, fresh: evidence.filter((fragment) => fresh.has(fragment.page_id)) },
  )
  return { useful, claims, misled: warnings }
}

function inOrder(fragments: readonly Fragment[], ids: readonly string[]): readonly Fragment[] {
  const byId = new Map(fragments.map((fragment) => [fragment.id, fragment]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}
