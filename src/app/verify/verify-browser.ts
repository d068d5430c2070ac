import { isoTime } from '../../domain/clock.ts'
import { PROFILE_AUDIT } from '../wiring/wire-browsers.ts'
import { type Look, pageRequest, type VerifyRooms } from './look.ts'
import { judgePage, type Verdict } from './verdict.ts'
import { gotOf } from './verify-fetch.ts'
import type { VerifyList } from './verify-list.ts'

/** Pages as the browser draws them, with a picture; and whether the profile was looked at when the browser started. */
export function browserLooks(rooms: VerifyRooms, { browser }: VerifyList): readonly Look[] {
  // The first page that a search loads starts the browser, also for what is looked at here.
  const begun = isoTime(rooms.research.clock)
  const pages = browser.pages.map(
    ({ id, url, text }): Look => ({
      id,
      run: async (call) => {
        const loaded = await rooms.browser.load(pageRequest(url, call), { screenshot: true })
        const verdict = judgePage(await gotOf(rooms, loaded), { outcome: 'ok', text })
        if (verdict.status !== 'passed' || loaded.screenshot !== null) return verdict
        return { ...verdict, status: 'failed', found: `${verdict.found}, without a picture` }
      },
    }),
  )
  return [...pages, { id: 'profile audit', run: async () => audit(rooms, begun) }]
}

/** REQ 4.3.1: the audit of the start is in the log. A replay has no profile. */
function audit({ gateway, research }: VerifyRooms, begun: string): Verdict {
  const expected = 'the profile is audited when the browser starts'
  if (gateway.replaying) return { status: 'skipped', optional: true, expected, found: 'a replay has no profile' }
  const audits = research.store.events
    .about(['profile'])
    .filter(({ kind, at }) => kind === PROFILE_AUDIT && at >= begun)
  const last = audits.at(-1)?.data.deviations
  if (!Array.isArray(last)) return { status: 'failed', expected, found: 'no audit in the log' }
  return { status: 'passed', expected, found: last.length === 0 ? 'no deviation' : `${last.length} deviations` }
}
