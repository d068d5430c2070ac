import { isoTime } from '../domain/clock.ts'
import type { Settings } from '../domain/settings.ts'
import type { ResearchParts } from '../research/parts.ts'
import { rotateLogs } from './log.ts'

/**
 * REQ 5.1.2, 8.2: a server runs for weeks. Expired rows and old log files go when it opens and then every
 * `jobs.prune_minutes`, not only when a process starts. The timer does not keep the process alive.
 */
export function startPeriodicPruning(
  { store, clock, log }: Pick<ResearchParts, 'store' | 'clock' | 'log'>,
  { jobs, log: keep }: Pick<Settings, 'jobs' | 'log'>,
  logFolder: string,
): () => void {
  if (jobs.prune_minutes === 0) return () => {}
  const prune = async () => {
    try {
      const removed = store.pruneExpired(isoTime(clock))
      if (Object.keys(removed).length > 0) log.info('pruned', { removed })
      await rotateLogs(logFolder, clock.now(), keep)
    } catch (error) {
      // A locked database or a full disk is no reason to stop: the next cycle tries again.
      log.warn('prune_failed', { error: String(error) })
    }
  }
  void prune()
  const timer = setInterval(() => void prune(), jobs.prune_minutes * 60_000).unref()
  return () => clearInterval(timer)
}
