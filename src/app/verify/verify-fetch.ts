import type { NetResult } from '../../net/types.ts'
import { snapshotHistory } from '../../net/wayback.ts'
import { type Look, type LookCall, pageRequest, type VerifyRooms } from './look.ts'
import { holds, judgePage, told, type Verdict } from './verdict.ts'
import type { VerifyList } from './verify-list.ts'

/** Pages by every route there is, Tor by itself where it runs, and the archive of last resort. */
export function fetchLooks(rooms: VerifyRooms, { fetch }: VerifyList): readonly Look[] {
  const pages = fetch.pages.map(
    ({ id, url, outcome, text }): Look => ({
      id,
      run: async (call) => {
        const { result } = await rooms.research.fetcher.fetchPage(pageRequest(url, call))
        return judgePage(await gotOf(rooms, result), { outcome, text })
      },
    }),
  )
  const tor: Look = { id: 'tor', run: (call) => throughTor(rooms, fetch.tor, call) }
  const wayback: Look = { id: 'wayback', run: (call) => archivedVersions(rooms, fetch.wayback, call) }
  return [...pages, tor, wayback]
}

export async function gotOf({ research }: Pick<VerifyRooms, 'research'>, result: NetResult) {
  const { outcome, route, archive, response } = result
  const reason = 'reason' in result ? result.reason : null
  return {
    outcome,
    route,
    reason,
    archived: archive !== null,
    text: response === undefined ? null : await textOf(research, response),
  }
}

/** As a reader sees it; where nothing can be read, as it came. */
async function textOf(
  { extract }: Pick<VerifyRooms['research'], 'extract'>,
  { finalUrl, headers, body }: NonNullable<NetResult['response']>,
): Promise<string> {
  const read = await extract({ url: finalUrl, contentType: headers['content-type'] ?? null, body })
  if (!read.ok) return Buffer.from(body).toString('utf8')
  return [read.page.title ?? '', ...read.page.fragments.map(({ text_content: text }) => text)].join('\n')
}

async function throughTor(
  { gateway }: VerifyRooms,
  { url, text }: VerifyList['fetch']['tor'],
  call: LookCall,
): Promise<Verdict> {
  const expected = 'an exit of Tor, as the Tor project sees it'
  const absent = gateway.replaying ? 'a replay opens no socket' : await gateway.tor.absent()
  if (absent !== null) return { status: 'skipped', optional: true, expected, found: absent }
  const result = await gateway.fetchByTor(pageRequest(url, call))
  if (result.response === undefined || result.outcome !== 'ok')
    return {
      status: 'skipped',
      optional: true,
      expected,
      found: told(result.outcome, 'reason' in result ? result.reason : null),
    }
  const isExit = holds(Buffer.from(result.response.body).toString('utf8'), text)
  return { status: isExit ? 'passed' : 'failed', expected, found: isExit ? 'an exit of Tor' : 'not an exit of Tor' }
}

/** REQ 7 (26): earlier versions of a page, and what changed between them. */
async function archivedVersions(
  { gateway, research }: VerifyRooms,
  { url, least }: VerifyList['fetch']['wayback'],
  call: LookCall,
): Promise<Verdict> {
  const expected = `${least} versions or more`
  const options = { url: research.settings.net.wayback_url, most: least, newest: null }
  const { snapshots, stopped } = await snapshotHistory(gateway, pageRequest(url, call), options)
  const found = `${snapshots.length} versions${stopped === null ? '' : `: ${stopped}`}`
  if (snapshots.length >= least) return { status: 'passed', expected, found }
  // One that came, and no way to the one before it: the archive answers in another way than it did.
  return snapshots.length > 0
    ? { status: 'failed', drift: true, expected, found }
    : { status: 'skipped', expected, found }
}
