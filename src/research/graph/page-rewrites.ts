import type { Page } from '../../domain/page.ts'
import { PAGE_CHANGED, PAGE_GONE, pageChange, pageGone } from '../../domain/page-change.ts'
import { splitSentences } from '../../domain/sentences.ts'
import { closestText } from '../../domain/text-overlap.ts'
import type { LoggedEvent, Store } from '../../store/types.ts'
import type { ClaimNode } from './task-graph.ts'

/** What a page says instead of words that the task leans on; null where it says nothing in their place. */
export interface Rewrite {
  readonly was: string
  readonly now: string | null
}

/** A page that was asked for again and said something else, or was no longer there. */
export type PageNews =
  | {
      readonly kind: 'changed'
      readonly page: Page
      readonly at: string
      readonly lastSeen: string
      readonly searchId: string
      /** Of words that the task leans on; what else changed is counted. */
      readonly rewrites: readonly Rewrite[]
      readonly passages: number
    }
  | {
      readonly kind: 'gone'
      readonly page: Page
      readonly at: string
      readonly lastSeen: string
      readonly searchId: string
      readonly outcome: string
    }

/** The news of these pages, oldest first. */
export function pageNews(
  { store }: { readonly store: Pick<Store, 'fragments' | 'events'> },
  pages: readonly Page[],
  nodes: readonly ClaimNode[],
): readonly PageNews[] {
  const byId = new Map(pages.map((page) => [page.id, page]))
  const spoken = wordsByFragment(nodes)
  return store.events.about(pages.map(({ id }) => id)).flatMap((event): readonly PageNews[] => {
    const page = byId.get(event.subject_id ?? '')
    if (page === undefined) return []
    return [...changed(store, event, page, spoken), ...gone(event, page)]
  })
}

function changed(
  { fragments }: Pick<Store, 'fragments'>,
  event: LoggedEvent,
  page: Page,
  spoken: ReadonlyMap<string, readonly string[]>,
): readonly PageNews[] {
  const data = event.kind === PAGE_CHANGED ? pageChange.safeParse(event.data).data : undefined
  if (data === undefined) return []
  const rewrites = data.replaced.flatMap(({ was, now }) => {
    const passage = now === null ? null : (fragments.get(now)?.text_content ?? null)
    // What stands in the new passage as well is still said.
    const lost = (spoken.get(was) ?? []).filter((words) => passage === null || !flat(passage).includes(words))
    return lost.map((words) => ({ was: words, now: passage === null ? null : sentenceLike(words, passage) }))
  })
  const { last_seen: lastSeen, search_id: searchId, replaced, added } = data
  const passages = Math.max(replaced.length, added)
  return [{ kind: 'changed', page, at: event.at, lastSeen, searchId, rewrites, passages }]
}

function gone(event: LoggedEvent, page: Page): readonly PageNews[] {
  const data = event.kind === PAGE_GONE ? pageGone.safeParse(event.data).data : undefined
  if (data === undefined) return []
  const { last_seen: lastSeen, search_id: searchId, outcome } = data
  return [{ kind: 'gone', page, at: event.at, lastSeen, searchId, outcome }]
}

/** What was taken from each fragment: the sentences of its claims, and those that decided a stance. */
function wordsByFragment(nodes: readonly ClaimNode[]): ReadonlyMap<string, readonly string[]> {
  const words = new Map<string, Set<string>>()
  const add = (fragmentId: string, said: string | null) => {
    if (said === null || flat(said) === '') return
    words.set(fragmentId, (words.get(fragmentId) ?? new Set()).add(flat(said)))
  }
  for (const { claim, fragment, evidence } of nodes) {
    add(fragment.id, fragment.text_content.slice(claim.span_start, claim.span_end))
    for (const edge of evidence) if (edge.relation !== 'neutral') add(edge.fragment.id, edge.rationale)
  }
  return new Map([...words].map(([id, said]) => [id, [...said]]))
}

function sentenceLike(words: string, passage: string): string {
  return closestText(words, splitSentences(passage), ({ text }) => text, 0)?.text ?? passage
}

function flat(text: string): string {
  return text.replace(/\s+/gu, ' ').trim()
}
