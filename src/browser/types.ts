import type { NetRequest, NetResult } from '../net/types.ts'

/** A rendered page: the body is the DOM's HTML as UTF-8. `screenshot`: `file#recordId` inside the archive folder. */
export type LoadedPage = NetResult & { readonly screenshot: string | null }

/** REQ 4.3.5: the three steps of escalation that use a browser. */
export type BrowserMode = 'browser' | 'headful' | 'undetected'

export interface BrowserDoor {
  /** Why no page can be loaded now; null when one can, or when nobody has tried yet. */
  unavailable(): string | null
  /** Throws CHROME_NOT_READY when no browser can be reached or started; everything else is an outcome. */
  load(request: NetRequest, options?: { readonly screenshot?: boolean }): Promise<LoadedPage>
  close(): Promise<void>
}

export interface FoundBrowser {
  readonly kind: 'cdp' | 'installed' | 'bundled'
  /** DevTools endpoint, program, or the packed program. */
  readonly path: string
}
