import { roundTo } from '../domain/round-to.ts'
import { screenFields } from '../guard/l2-page-screen.ts'
import type { LinkToFollow } from '../net/explore.ts'
import type { EventStore } from '../store/types.ts'
import type { IntakeCause } from './cause.ts'
import { reportDanger } from './report-danger.ts'

/** The log shows what was followed and why; a whole paragraph inside a link would tell no more. */
const LONGEST_LINK_TEXT = 200

export interface AdmittedLink {
  /** The words of the link; empty where they gave orders. */
  readonly text: string
  /** The event that records it: the cause of all that comes from the page behind. */
  readonly causeId: string
  readonly warnings: readonly string[]
}

/** L2 (REQ 4.4.1): a link that is followed is recorded with its words and its reason. */
export function admitLink(
  events: Pick<EventStore, 'audit' | 'append'>,
  searchId: string,
  link: LinkToFollow,
  { taskId, causeId }: IntakeCause,
): AdmittedLink {
  const { url, place, depth, worth, referer } = link
  const screened = screenFields({ link: link.text.slice(0, LONGEST_LINK_TEXT) })
  const warnings = reportDanger(events, { type: 'link', id: url, url }, screened, causeId)
  const text = screened.safe.link ?? ''
  const followed = events.append({
    kind: 'link_followed',
    taskId,
    subjectType: 'url',
    subjectId: url,
    data: { search_id: searchId, from: referer, text, place, depth, worth: roundTo(worth, 3) },
    causeId,
  })
  return { text, causeId: followed, warnings }
}
