/** What is known when a page asks for something. */
export interface AskedByPage {
  /** It is the page's own navigation, not a frame's or a resource. */
  readonly isMain: boolean
  /** Images, fonts, trackers and the like (REQ 3.1.2). */
  readonly blocked: boolean
  /** It is the address of the page one comes from, which a document of ours stands in for. */
  readonly standsIn: boolean
  readonly replaying: boolean
  /** In replay: the archive's answer to the first navigation is at hand and not yet given. */
  readonly firstAtHand: boolean
  /** Own navigations so far, this one included. */
  readonly navigations: number
}

export type Decision =
  | 'block'
  /** Answered with our own document; nothing is asked of its host. */
  | 'stand_in'
  /** Answered with the page the replay was opened with. */
  | 'first_page'
  /** Asked of the archive. */
  | 'replay'
  /** The browser may send it: the gateway has admitted it before the page was opened. */
  | 'continue'
  /** The gateway has to admit it first. */
  | 'admit'

export function decideRequest(asked: AskedByPage): Decision {
  if (!asked.isMain && asked.blocked) return 'block'
  if (asked.isMain && asked.standsIn) return 'stand_in'
  if (asked.replaying) return asked.isMain && asked.firstAtHand ? 'first_page' : 'replay'
  return asked.isMain && asked.navigations === 1 ? 'continue' : 'admit'
}
