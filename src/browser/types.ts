import type { Page } from 'playwright-core'
import type { ArchiveWriter } from '../archive/types.ts'
import type { Clock } from '../domain/clock.ts'
import type { Logger } from '../domain/log.ts'
import type { Settings } from '../domain/settings.ts'
import type { NetGateway } from '../net/gateway.ts'
import type { NetRequest, NetResult } from '../net/types.ts'
import type { AuditReport } from './profile-audit.ts'

/** A rendered page: the body is the DOM's HTML as UTF-8. `screenshot`: `file#recordId` inside the archive folder. */
export type LoadedPage = NetResult & { readonly screenshot: string | null }

/** REQ 4.3.5: the three steps of escalation that use a browser. */
export type BrowserMode = 'browser' | 'headful' | 'undetected'

/**
 * Goes on from a loaded page, as by filling its search form, and ends when the next page is there; or says why it could
 * not.
 */
export type Onward = (page: Page, loaded: LoadedPage) => Promise<string | null>

export interface LoadOptions {
  readonly screenshot?: boolean
  /** The page it leads to is what `load` gives back; both are archived. */
  readonly onward?: Onward
}

export interface PageBrowser {
  /** Why no page can be loaded now; null when one can, or when no start was tried yet. */
  unavailable(): string | null
  /** Throws CHROME_NOT_READY when no browser can be reached or started; everything else is an outcome. */
  load(request: NetRequest, options?: LoadOptions): Promise<LoadedPage>
  close(): Promise<void>
}

/** What the browser needs of the network: its requests are answered or admitted there, its connections guarded. */
export type BrowserGateway = Pick<
  NetGateway,
  | 'replaying'
  | 'fetch'
  | 'admit'
  | 'record'
  | 'visit'
  | 'guard'
  | 'outbound'
  | 'sessions'
  | 'cacheRendered'
  | 'identity'
>

export interface BrowserOptions {
  readonly settings: Settings['browser']
  readonly gateway: BrowserGateway
  readonly clock: Clock
  readonly log: Logger
  readonly profileFolder: string
  readonly archive: Pick<ArchiveWriter, 'writeResource'>
  /** Told of the profile's audits. */
  readonly onAudit: (report: AuditReport, causeId: string) => void
  /** Deadline of a page whose request sets none (net.timeout_seconds, REQ 3.2.2). */
  readonly pageTimeoutMs: number
  /** How it is shown and driven. */
  readonly mode: BrowserMode
}

export interface FoundBrowser {
  readonly kind: 'installed' | 'bundled'
  /** The program, or the packed one. */
  readonly path: string
}
