import type { ArchiveWriter, Exchange } from '../archive/types.ts'
import type { Clock } from '../domain/clock.ts'
import type { IdSource } from '../domain/ids.ts'
import type { Logger } from '../domain/log.ts'
import type { FetchRoute } from '../domain/page.ts'
import type { Random } from '../domain/random.ts'
import type { Settings } from '../domain/settings.ts'
import type { LaneStore } from '../store/lanes.ts'
import type { CacheStore, EventStore, Store } from '../store/types.ts'
import type { FamilyCounts } from './address-family.ts'
import type { CooldownStore } from './cooldown.ts'
import type { DnsCounts } from './dns-cache.ts'
import type { DomainPolicy } from './domain-policy.ts'
import type { Handshake } from './http-clients.ts'
import type { BrowserProduct, OwnIdentity } from './identity.ts'
import type { Outbound } from './outbound.ts'
import type { Sessions, StoredSession } from './sessions.ts'
import type { Resolve, SsrfGuard } from './ssrf-guard.ts'
import type { Tor } from './tor.ts'
import type { ArchiveRef, Gateway, NetRequest, NetResult } from './types.ts'

/** ReplayArchive, or one that can also tell POST bodies apart. */
interface ReplaySource {
  find(method: string, url: string, body?: string): Promise<Exchange | null>
  routeOf?(url: string): string | null
}

/** What the gateway keeps; without a database it learns for one process only. */
export interface GatewayStore extends Partial<Pick<Store, 'domainPolicy'>> {
  readonly caches: Pick<CacheStore, 'validators' | 'saveValidators'>
  readonly domains: CooldownStore
}

export interface GatewayOptions {
  readonly settings: Settings['net']
  readonly store: GatewayStore | null
  readonly clock: Clock
  readonly random: Random
  readonly ids: IdSource
  readonly log: Logger
  /** Where it can also be read (LocalArchive), pages are revalidated instead of fetched again. */
  readonly archive: ArchiveWriter & { read?(file: string, recordId: string): Promise<Exchange | null> }
  readonly replay: ReplaySource | null
  readonly events?: EventStore
  /** Turns at a domain between processes; absent: this process is alone. */
  readonly lanes?: LaneStore
  /** Name look-up; the system's unless a test brings its own. */
  readonly resolve?: Resolve
  /** The browser this machine was last seen with. */
  readonly product?: BrowserProduct
  /** A session a person earned for a domain (REQ 3.6.1). */
  readonly sessionFor?: (domain: string) => StoredSession | null
}

export interface NetGateway extends Gateway {
  /** For the browser's own connections. */
  readonly guard: SsrfGuard
  readonly sessions: Sessions
  /** Null in replay. */
  readonly policy: DomainPolicy | null
  readonly tor: Tor
  /** As whom pages are asked for; the browser that is found corrects it. */
  readonly identity: OwnIdentity
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

/** REQ 4.6 exposure: which handshake pages get, and what happened to names and address families. */
export interface Connections {
  readonly families: FamilyCounts
  readonly names: DnsCounts
  readonly handshake: Handshake | null
}

export type Visited<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly result: NetResult }
