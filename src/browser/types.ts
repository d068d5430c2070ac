import type { Page } from 'playwright-core'
import type { NetRequest, NetResult } from '../net/types.ts'

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

export interface BrowserDoor {
  /** Why no page can be loaded now; null when one can, or when nobody has tried yet. */
  unavailable(): string | null
  /** Throws CHROME_NOT_READY when no browser can be reached or started; everything else is an outcome. */
  load(request: NetRequest, wish?: LoadOptions): Promise<LoadedPage>
  close(): Promise<void>
}

export interface FoundBrowser {
  readonly kind: 'cdp' | 'installed' | 'bundled'
  /** DevTools endpoint, program, or the packed program. */
  readonly path: string
}
