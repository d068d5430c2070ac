import type { Fragment, Page } from '../../domain/page.ts'
import { PAGE_CHANGED, PAGE_GONE, pageChange, pageGone } from '../../domain/page-change.ts'
import { splitSentences } from '../../domain/sentences.ts'
import { closestText } from '../../domain/text-overlap.ts'
import type { EvidenceEdge, LoggedEvent, Store } from '../../store/types.ts'
import type { ClaimNode } from './task-graph.ts'
import type { TimelineEntry } from './timeline-entry.ts'

/** A passage that speaks of the claim, and its words. */
interface Spoken {
  readonly fragment: Fragment
  readonly page: Page
  readonly words: string
}

const WORDS_SHOWN = 240

/** What the claim's sources said until they were asked again, and what they say now. */
export function pageRevisits(
  { store }: { readonly store: Pick<Store, 'fragments'> },
  { claim, fragment, page }: ClaimNode,
  taking: readonly EvidenceEdge[],
  events: readonly LoggedEvent[],
): readonly TimelineEntry[] {
  const spoken: readonly Spoken[] = [
    { fragment, page, words: claim.claim_text },
    ...taking.map((edge) => ({
      fragment: edge.fragment,
      page: edge.page,
      words: edge.rationale ?? edge.fragment.text_content,
    })),
  ]
  const passages = [...new Map(spoken.toReversed().map((one) => [one.fragment.id, one])).values()].toReversed()
  return events.flatMap((event) => [...changes(store, event, passages), ...gone(event, spoken)])
}

function changes(
  { fragments }: Pick<Store, 'fragments'>,
  event: LoggedEvent,
  passages: readonly Spoken[],
): readonly TimelineEntry[] {
  const data = event.kind === PAGE_CHANGED ? pageChange.safeParse(event.data).data : undefined
  return passages.flatMap(({ fragment, page, words }) => {
    const replaced = data?.replaced.find(({ was }) => was === fragment.id)
    if (data === undefined || replaced === undefined) return []
    const now = replaced.now === null ? null : fragments.get(replaced.now)
    const said = `${page.domain} said “${shown(words)}” until ${data.last_seen.slice(0, 10)}`
    const says = now === null ? 'and no longer does' : `now says “${shown(sentenceLike(words, now.text_content))}”`
    return [atEvent(event, page, `${said}, ${says}`)]
  })
}

function gone(event: LoggedEvent, spoken: readonly Spoken[]): readonly TimelineEntry[] {
  const data = event.kind === PAGE_GONE ? pageGone.safeParse(event.data).data : undefined
  const page = spoken.find((one) => one.page.id === event.subject_id)?.page
  if (data === undefined || page === undefined) return []
  return [
    atEvent(
      event,
      page,
      `${page.domain} no longer has the page (${data.outcome}), last seen ${data.last_seen.slice(0, 10)}`,
    ),
  ]
}

function atEvent(event: LoggedEvent, page: Page, what: string): TimelineEntry {
  return { kind: 'updated', at: event.at, what, page_id: page.id, cause_id: event.cause_id }
}

/** The sentence of the new passage that stands for the old words. */
function sentenceLike(words: string, passage: string): string {
  return closestText(words, splitSentences(passage), ({ text }) => text, 0)?.text ?? passage
}

function shown(words: string): string {
  const flat = words.replace(/\s+/gu, ' ').trim()
  return flat.length <= WORDS_SHOWN ? flat : `${flat.slice(0, WORDS_SHOWN - 1)}…`
}
