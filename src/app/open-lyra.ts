import { join } from 'node:path'
import { openReplay } from '../archive/replay.ts'
import { isoTime, replayClock, systemClock } from '../domain/clock.ts'
import { type IdSource, randomIds } from '../domain/ids.ts'
import { silentLogger } from '../domain/log.ts'
import { seededRandom, systemRandom } from '../domain/random.ts'
import { createAnalyser, termSource } from '../rank/tokens.ts'
import { IN_MEMORY } from '../store/connection.ts'
import { openStore } from '../store/open-store.ts'
import { withAuditLog } from './audit-log.ts'
import { loadSettings } from './config.ts'
import { hasResearch, homeAt, openHome, requireHome } from './home.ts'
import { openLogger, rotateLogs } from './log.ts'
import type { OpenLyra } from './lyra.ts'
import type { OpenOptions } from './open-options.ts'
import { PACKAGE_ROOT } from './package-root.ts'
import { seedReplayIds } from './replay-ids.ts'
import { startApplication } from './start-application.ts'
import { wireRooms } from './wire-rooms.ts'

/** Config -> wired application. In replay, clock, ids and randomness are seeded, so that a run can be repeated. */
export async function openLyra(options: OpenOptions): Promise<OpenLyra> {
  const flags = {
    ...options.flags,
    ...(options.home === undefined ? {} : { home: options.home }),
    ...(options.replay === undefined ? {} : { replay: options.replay }),
  }
  const settings = loadSettings({ packageRoot: PACKAGE_ROOT, environment: process.env, flags })
  if (options.mustExist === true) requireHome(settings.home)
  const replay = settings.replay === '' ? null : await openReplay(settings.replay)
  const isKept = options.leaveAbsent !== true || hasResearch(settings.home)
  const home = isKept ? openHome(settings.home) : homeAt(settings.home)
  const log = isKept ? openLogger(settings.log, home.logs) : silentLogger
  if (isKept) await rotateLogs(home.logs, Date.now(), settings.log)
  const clock = replay === null ? systemClock : replayClock(replay.latest)
  let source = randomIds()
  const { newTaskId } = options
  const ids: IdSource = {
    next: (kind) => (kind === 'task' && newTaskId !== undefined ? newTaskId : source.next(kind)),
  }
  const random = replay === null ? systemRandom : seededRandom(1)
  const analyser = await createAnalyser()
  const opened = openStore({
    path: isKept ? home.database : IN_MEMORY,
    clock,
    ids,
    viewFolders: [join(PACKAGE_ROOT, 'config', 'views'), home.views],
    terms: termSource(analyser),
  })
  const store = withAuditLog(
    opened,
    isKept ? openLogger({ ...settings.log, level: 'warn', to: 'file' }, home.logs, Date.now, 'audit') : silentLogger,
  )
  if (replay !== null)
    seedReplayIds(
      store,
      (seeded) => {
        source = seeded
      },
      options.replaySeed,
    )
  for (const problem of store.viewProblems) log.warn('view_refused', { ...problem })
  log.info('opened', { mode: options.mode, replay: replay !== null, at: isoTime(clock) })
  const rooms = wireRooms({
    settings,
    home,
    store,
    analyser,
    clock,
    ids,
    random,
    log,
    replay,
    mirrors: options.mirrors,
    calibrations: options.calibrations,
    revisits: options.revisits,
    lanes: options.lanes,
  })
  const { mode, citationSteps } = options
  // A worker hands over what it makes up, also in a replay; another replay only looks.
  const makesUpVectors = mode === 'cli' && (settings.replay === '' || options.lanes !== undefined)
  return startApplication({ ...rooms, settings, home, mode, citationSteps, makesUpVectors })
}
