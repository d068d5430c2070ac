import type { Logger } from '../domain/log.ts'
import type { Settings } from '../domain/settings.ts'
import type { WebSearch } from '../engines/types.ts'
import type { NetGateway } from '../net/gateway.ts'

/**
 * REQ 4.6: circuits, weights, intervals and domain policies are also updated on a timer, so that they relax while
 * nothing is requested. The timers do not keep the process alive.
 */
export function startPeriodicTuning(
  settings: Pick<Settings, 'engines' | 'net'>,
  webSearch: Pick<WebSearch, 'cycle'>,
  gateway: Pick<NetGateway, 'policy'>,
  log: Logger,
): () => void {
  const every = (seconds: number, settle: () => void) => {
    if (seconds === 0) return undefined
    const timer = setInterval(() => {
      try {
        settle()
      } catch (error) {
        // A locked database is no reason to stop: the next cycle tries again.
        log.warn('cycle_failed', { error: String(error) })
      }
    }, seconds * 1000)
    return timer.unref()
  }
  const timers = [
    every(settings.engines.cycle_seconds, () => webSearch.cycle?.()),
    every(settings.net.adapt_seconds, () => gateway.policy?.cycle()),
  ]
  return () => {
    for (const timer of timers) clearInterval(timer)
  }
}
