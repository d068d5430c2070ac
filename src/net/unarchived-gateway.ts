import { systemClock } from '../domain/clock.ts'
import type { IdSource } from '../domain/ids.ts'
import type { Logger } from '../domain/log.ts'
import { systemRandom } from '../domain/random.ts'
import type { Settings } from '../domain/settings.ts'
import { silentEvents } from '../store/event-log.ts'
import { createGateway, type NetGateway } from './gateway.ts'
import { memoryGatewayStore } from './memory-gateway-store.ts'
import type { Resolve } from './ssrf-guard.ts'

/**
 * For what is no evidence (the weights of a model, the words of a local one): every check of the gateway, and nothing
 * is kept of what passes.
 */
export function createUnarchivedGateway(options: {
  readonly settings: Settings['net']
  readonly ids: IdSource
  readonly log: Logger
  readonly resolve: Resolve
  readonly proxy?: string
}): NetGateway {
  return createGateway({
    ...options,
    store: memoryGatewayStore(),
    clock: systemClock,
    random: systemRandom,
    archive: { write: async () => ({ file: '', recordId: '' }), read: async () => null },
    replay: null,
    events: silentEvents,
    lanes: null,
    product: null,
    sessionFor: () => null,
  })
}
