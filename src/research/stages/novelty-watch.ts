import { z } from 'zod'
import { inTurns } from '../../domain/in-turns.ts'
import { type NoveltyMeter, openingNoveltyMeter } from '../../domain/novelty.ts'
import type { Fragment } from '../../domain/page.ts'
import { runOnce, type StageCheckpoints } from '../../work/stage-checkpoints.ts'
import type { ResearchParts } from '../parts.ts'
import type { SearchCall } from '../search-call.ts'
import { isEvidence } from './evidence.ts'
import { openQueryRelevance, type QueryRelevance, type RelevanceDeps } from './query-relevance.ts'
import { type EmbedDeps, saveVectors } from './rank.ts'

export type NoveltyDeps = RelevanceDeps &
  EmbedDeps &
  Pick<ResearchParts, 'settings'> & { readonly memo: StageCheckpoints }

/** REQ 3.1.7.4: ends the reading of a search that hears nothing new. */
export interface NoveltyWatch {
  /**
   * Takes note of pages that this search fetched; false when it should read no further. A page that was noted before is
   * passed over: a stage tells of its pages as they come, and again when a resumed search reads back what it brought.
   */
  goOnAfter(fetched: readonly string[]): Promise<boolean>
  isExhausted(): boolean
}

/** The event that says a search stopped reading, for whoever measures it later. */
export const NOVELTY_EXHAUSTED = 'novelty_exhausted'

/**
 * Only pages that this search fetched are noted: those it met again cost nothing, and are no reason to leave the others
 * unread. A fragment is useful here when it is as relevant to the query as a link must be that is followed; the ranking
 * comes later. All of it follows from the saved pages, so that a resumed search and a replay stop at the same page.
 */
export function openNoveltyWatch(deps: NoveltyDeps, call: SearchCall, queryVector: Float32Array | null): NoveltyWatch {
  const { store, settings } = deps
  const noted = new Set<string>()
  let opened: Promise<QueryRelevance> | undefined

  /** What was known is told by the place of the search's first page in the log: asked once that page is there. */
  let meter: NoveltyMeter | undefined
  function openMeter(): Promise<NoveltyMeter> {
    const known = store.fragments.knownBefore(call.searchId).filter(isEvidence)
    return inTurns(openingNoveltyMeter(known.map(({ text_content: text }) => text)))
  }

  async function usefulOf(fragments: readonly Fragment[]): Promise<readonly boolean[]> {
    await saveVectors(deps, fragments, call.signal)
    opened ??= openQueryRelevance(deps, call, queryVector)
    const relevance = await opened
    const worth = await relevance.ofFragments(fragments)
    return worth.map((value) => value >= settings.explore.least_worth)
  }

  return {
    async goOnAfter(fetched) {
      for (const pageId of fetched.filter((id) => !noted.has(id))) {
        noted.add(pageId)
        meter ??= await openMeter()
        const fragments = store.fragments.ofPage(pageId).filter(isEvidence)
        const useful = await usefulOf(fragments)
        const texts = fragments.map(({ text_content: text }, at) => ({ text, useful: useful[at] === true }))
        await inTurns(meter.readingPage(texts))
      }
      if (meter?.isExhausted() !== true) return true
      await noteOnce(deps, call)
      return false
    },
    isExhausted: () => meter?.isExhausted() === true,
  }
}

async function noteOnce(
  { memo, store }: NoveltyDeps,
  { taskId, searchId, causeId, signal }: SearchCall,
): Promise<void> {
  await runOnce(memo, signal)('novelty exhausted', z.literal(true), () => {
    store.events.append({
      kind: NOVELTY_EXHAUSTED,
      taskId,
      subjectType: 'search',
      subjectId: searchId,
      data: {},
      causeId,
    })
    return true as const
  })
}

/** What a search left unread when it stopped. */
export function unreadWarnings(unread: number): readonly string[] {
  return unread === 0
    ? []
    : [`novelty: the last 20 readings said nothing new; ${unread} of the pages found were left unread`]
}
