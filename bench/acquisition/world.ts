import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { type LocalArchive, openArchiveWriter } from '../../src/archive/writer.ts'
import { type Clock, systemClock } from '../../src/domain/clock.ts'
import { seededIds } from '../../src/domain/ids.ts'
import { silentLogger } from '../../src/domain/log.ts'
import { seededRandom } from '../../src/domain/random.ts'
import { defaultSettings, type Settings } from '../../src/domain/settings.ts'
import { createGateway, type GatewayOptions, type NetGateway } from '../../src/net/gateway.ts'
import { systemResolve } from '../../src/net/ssrf-guard.ts'
import { openStore } from '../../src/store/open-store.ts'
import type { Store } from '../../src/store/types.ts'

export interface BenchWorld {
  readonly gateway: NetGateway
  readonly archive: LocalArchive
  readonly store: Store
  readonly folder: string
  close(): Promise<void>
}

/** The real gateway, database and archive; only waits are short. */
export function openBenchWorld(
  folder: string,
  net: Partial<Settings['net']>,
  more: Partial<GatewayOptions> & { readonly clock?: Clock } = {},
): BenchWorld {
  mkdirSync(folder, { recursive: true })
  const clock = more.clock ?? systemClock
  const ids = seededIds('bench')
  const store = openStore({ path: join(folder, 'lyra.db'), clock, ids, viewFolders: [], terms: null })
  const archive = openArchiveWriter({ folder: join(folder, 'archive'), clock, software: 'Lyra bench' })
  const settings = {
    ...defaultSettings.net,
    domain_interval_min: 0.005,
    domain_jitter_min: 0.001,
    domain_jitter_max: 0.005,
    ...net,
  }
  const gateway = createGateway({
    settings,
    store,
    clock,
    random: seededRandom(11),
    ids,
    log: silentLogger,
    archive,
    replay: null,
    events: store.events,
    lanes: null,
    resolve: systemResolve,
    product: null,
    sessionFor: () => null,
    ...more,
  })
  return {
    gateway,
    archive,
    store,
    folder,
    async close() {
      await gateway.close()
      await archive.close()
      store.close()
    },
  }
}

export function share(part: number, whole: number): number {
  return whole === 0 ? 0 : Math.round((part / whole) * 1000) / 1000
}
