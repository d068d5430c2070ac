import { needsPerson } from '../../domain/outcome.ts'
import { enqueueAuth, resolveAuth } from '../../human/auth-queue.ts'
import { type Desktop, systemDesktop } from '../../human/desktop.ts'
import { notifyUser } from '../../human/notify.ts'
import { type Look, type LookCall, pageRequest, type VerifyRooms } from './look.ts'
import { isNotNow, told, type Verdict } from './verdict.ts'
import type { VerifyList } from './verify-list.ts'

/** REQ 3.6.1: challenges are recognised and queued, and a notice reaches the desktop. Nobody solves anything. */
export function challengeLooks(
  rooms: VerifyRooms,
  { challenge }: VerifyList,
  desktopOf: () => Promise<Desktop> = systemDesktop,
): readonly Look[] {
  const pages = challenge.pages.map(({ id, url }): Look => ({ id, run: (call) => recognised(rooms, url, call) }))
  return [...pages, { id: 'notice', run: async () => notice(rooms, await desktopOf()) }]
}

async function recognised(rooms: VerifyRooms, url: string, call: LookCall): Promise<Verdict> {
  const expected = 'a challenge or a login, waiting in the queue'
  const result = await rooms.gateway.fetch(pageRequest(url, call))
  const found = told(result.outcome, 'reason' in result ? result.reason : null)
  if (!needsPerson(result.outcome)) {
    const missed = result.outcome === 'ok' || result.outcome === 'not_modified'
    if (missed) return { status: 'failed', drift: true, expected, found: 'a page without a challenge' }
    return { status: isNotNow(result.outcome) ? 'skipped' : 'failed', expected, found }
  }
  return waits(rooms, url, call)
    ? { status: 'passed', expected, found }
    : { status: 'failed', expected, found: `${found}, but not in the queue` }
}

/** Queued, seen there, and settled again: a check leaves nobody anything to do, and no site resting. */
function waits({ human, research }: VerifyRooms, url: string, { causeId }: LookCall): boolean {
  const request = { taskId: null, searchId: null, url, challenge: 'captcha', priority: 'low', causeId } as const
  const queued = enqueueAuth(human, request)
  if (queued === null) return false
  const there = research.store.people.auth.pending({}).some(({ id }) => id === queued.id)
  resolveAuth(human, { target: 'item', data: { auth_id: queued.id, status: 'resolved' } })
  return there
}

async function notice({ human, gateway }: VerifyRooms, desktop: Desktop): Promise<Verdict> {
  const expected = 'a notice on the desktop'
  if (gateway.replaying) return { status: 'skipped', optional: true, expected, found: 'a replay tells nobody' }
  const message = 'This is a test of `lyra verify`: notices of waiting pages look like this one.'
  const { shown } = await notifyUser(human, 'info', { message }, desktop)
  if (shown) return { status: 'passed', expected, found: 'the program of the desktop took it' }
  const isThere = desktop.platform !== 'linux' || Boolean(desktop.env.DISPLAY ?? desktop.env.WAYLAND_DISPLAY)
  if (isThere)
    return { status: 'failed', expected, found: 'there is a desktop, and its program did not take the notice' }
  return { status: 'skipped', optional: true, expected, found: 'no desktop here' }
}
