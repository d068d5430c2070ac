import { join } from 'node:path'
import type { InputOf } from '../../api/define-use-case.ts'
import type { VerifyAnswer, VerifyCheck, VerifyPart, verify } from '../../api/verify.ts'
import { LyraError } from '../../domain/errors.ts'
import { loadEngineTable } from '../../engines/engine-table.ts'
import { hidePaths } from '../../guard/l7-machine-paths.ts'
import type { CallHooks } from '../lyra.ts'
import { PACKAGE_ROOT } from '../package-root.ts'
import { VERSION } from '../version.ts'
import type { Look, VerifyRooms } from './look.ts'
import type { Verdict } from './verdict.ts'
import { academicLooks } from './verify-academic.ts'
import { browserLooks } from './verify-browser.ts'
import { challengeLooks } from './verify-challenge.ts'
import { fetchLooks } from './verify-fetch.ts'
import { isStale, loadVerifyList, type VerifyList } from './verify-list.ts'
import { modelLooks } from './verify-models.ts'
import { searchLooks } from './verify-search.ts'
import { sessionLooks } from './verify-session.ts'

export interface VerifyPlace extends VerifyRooms {
  /** Whether the machine reaches anybody: asked once, before anything else (LYRA 4.6). */
  readonly isOnline: () => Promise<boolean>
  /** Folders whose names are nobody's business. */
  readonly places: readonly string[]
}

const LOOKS: Readonly<Record<VerifyPart, (rooms: VerifyRooms, list: VerifyList) => readonly Look[]>> = {
  search: (rooms, list) => searchLooks(rooms, list, loadEngineTable(join(PACKAGE_ROOT, 'config', 'engines.yaml'))),
  fetch: fetchLooks,
  browser: browserLooks,
  challenge: (rooms, list) => challengeLooks(rooms, list),
  session: sessionLooks,
  academic: academicLooks,
  models: modelLooks,
}

/** REQ 7.2.8: one check after the other, by the same rooms as a search; what cannot be asked is told as skipped. */
export async function runVerify(
  place: VerifyPlace,
  { parts, list: file }: InputOf<typeof verify>,
  hooks: CallHooks,
): Promise<VerifyAnswer> {
  const { research, gateway } = place
  const list = loadVerifyList(file ?? join(PACKAGE_ROOT, 'config', 'verify.yaml'))
  const started = Date.now()
  const looks = [...new Set(parts)].flatMap((part) => LOOKS[part](place, list).map((look) => ({ part, look })))
  const onWeb = looks.some(({ part }) => part !== 'models')
  const online = !onWeb || gateway.replaying || (await place.isOnline())
  const checks: VerifyCheck[] = []
  for (const [at, { part, look }] of looks.entries()) {
    hooks.signal?.throwIfAborted()
    hooks.onProgress?.({ done: at, total: looks.length, message: `${part}: ${look.id}` })
    const begun = performance.now()
    const verdict = online || part === 'models' ? await verdictOf(look, research, hooks) : OFFLINE
    const elapsed = Math.round(performance.now() - begun)
    checks.push(checkOf({ part, id: look.id, elapsed_ms: elapsed }, verdict, place.places))
  }
  const count = (status: VerifyCheck['status']) => checks.filter((one) => one.status === status).length
  return {
    ok: true,
    lyra: VERSION,
    node: process.versions.node,
    system: `${process.platform} ${process.arch}`,
    list_dated: list.dated,
    list_stale: isStale(list, started),
    replayed: gateway.replaying,
    started_at: new Date(started).toISOString(),
    seconds: Math.round((Date.now() - started) / 100) / 10,
    parts: [...new Set(parts)],
    ...{ passed: count('passed'), failed: count('failed'), skipped: count('skipped'), checks },
  }
}

const OFFLINE: Verdict = {
  status: 'skipped',
  expected: 'the internet',
  found: 'none of net.online_hosts can be reached',
}

async function verdictOf(
  look: Look,
  { ids }: Pick<VerifyRooms['research'], 'ids'>,
  { signal }: CallHooks,
): Promise<Verdict> {
  try {
    return await look.run({ causeId: ids.next('cause'), ...(signal === undefined ? {} : { signal }) })
  } catch (error) {
    if (signal?.aborted) throw error
    if (error instanceof LyraError && error.code === 'OFFLINE') return OFFLINE
    const found = error instanceof LyraError ? `${error.code}: ${error.message}` : 'something unexpected happened'
    return { status: 'failed', expected: 'an answer', found }
  }
}

/** A result is sent to strangers: no path, no address of a machine (REQ 4.4.1 L7). */
function checkOf(
  { part, id, elapsed_ms }: Pick<VerifyCheck, 'part' | 'id' | 'elapsed_ms'>,
  { status, expected, found, drift = false, optional = false }: Verdict,
  places: readonly string[],
): VerifyCheck {
  const shown = withoutAddresses(hidePaths(found, places)).slice(0, LONGEST_TOLD)
  return { part, id, status, optional, drift, expected, found: shown, elapsed_ms }
}

const LONGEST_TOLD = 300
const ADDRESS = /\b\d{1,3}(?:\.\d{1,3}){3}(?::\d{1,5})?\b|\[?[0-9a-f]{1,4}(?::[0-9a-f]{0,4}){3,7}\]?/giu

function withoutAddresses(text: string): string {
  return text.replace(ADDRESS, '[address]')
}
