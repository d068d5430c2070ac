import type { ReplayArchive } from '../archive/types.ts'
import type { LocalArchive } from '../archive/writer.ts'
import type { Clock } from '../domain/clock.ts'
import type { IdSource } from '../domain/ids.ts'
import type { Logger } from '../domain/log.ts'
import type { FetchRoute } from '../domain/page.ts'
import type { Random } from '../domain/random.ts'
import type { Settings } from '../domain/settings.ts'
import type { EventLog } from '../store/event-log.ts'
import type { CacheStore, Store } from '../store/types.ts'
import type { FamilyCounts } from './address-family.ts'
import type { CooldownStore } from './cooldown.ts'
import type { DnsCounts } from './dns-cache.ts'
import type { DomainPolicy } from './domain-policy.ts'
import type { Handshake } from './http-clients.ts'
import type { BrowserProduct, ClientIdentity } from './identity.ts'
import type { Outbound } from './outbound.ts'
import type { Lanes } from './rate-limiter.ts'
import type { Sessions, StoredSession } from './sessions.ts'
import type { Resolve, SsrfGuard } from './ssrf-guard.ts'
import type { Tor } from './tor.ts'
import type { ArchiveRef, Gateway, NetRequest, NetResult } from './types.ts'

/** What the gateway keeps about sites; `memoryGatewayStore` keeps it for one process only. */
export interface GatewayStore extends Pick<Store, 'domainPolicy'> {
  readonly caches: Pick<CacheStore, 'validators' | 'saveValidators'>
  readonly domains: CooldownStore
}

export interface GatewayOptions {
  readonly settings: Settings['net']
  readonly store: GatewayStore
  readonly clock: Clock
  readonly random: Random
  readonly ids: IdSource
  readonly log: Logger
  readonly archive: Pick<LocalArchive, 'write' | 'read'>
  readonly replay: Pick<ReplayArchive, 'find' | 'routeOf'> | null
  readonly events: EventLog
  /** Turns at a domain between processes; null: this process is alone. */
  readonly lanes: Lanes | null
  /** Name look-up: `systemResolve`, unless names may lead to few addresses only. */
  readonly resolve: Resolve
  /** HTTP proxy that every connection is made through (`http://host:port`); absent: none. */
  readonly proxy?: string
  /** The browser this machine was last seen with; null: none yet. */
  readonly product: BrowserProduct | null
  /** A session a person earned for a domain (REQ 3.6.1). */
  readonly sessionFor: (domain: string) => StoredSession | null
}

export interface NetGateway extends Gateway {
  /** For the browser's own connections. */
  readonly guard: SsrfGuard
  readonly sessions: Sessions
  /** Null in replay. */
  readonly policy: DomainPolicy | null
  readonly tor: Tor
  /** As whom pages are asked for; the browser that is found corrects it. */
  readonly identity: ClientIdentity
  /** For the browser's own connections. */
  readonly outbound: Outbound
  connections(): Connections
  /** REQ 3.1.2: the route a page had better take first, by what its site's robots.txt met; null: the usual order. */
  preflight(request: NetRequest): Promise<FetchRoute | null>
  fetchByTor(request: NetRequest): Promise<NetResult>
  /** What the browser made of a page the plain client was refused: a later visit can be confirmed by 304. */
  cacheRendered(request: NetRequest, headers: Readonly<Record<string, string>>, rendered: ArchiveRef): void
  /** In replay: the route of the capture that comes next; null when live. */
  replayedRoute(url: string): string | null
  /** For the browser: the checks of `admit`, then the work while the domain's one turn is held (REQ 4.3). */
  visit<T>(request: NetRequest, work: () => Promise<T>): Promise<Visited<T>>
  /** Ends idle connections. */
  close(): Promise<void>
}

/** REQ 4.6 exposure: which handshake pages get, and what happened to look-ups and address families. */
export interface Connections {
  readonly families: FamilyCounts
  readonly dns: DnsCounts
  readonly handshake: Handshake | null
}

export type Visited<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly result: NetResult }
