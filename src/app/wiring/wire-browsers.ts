import type { LocalArchive } from '../../archive/writer.ts'
import { type BrowserOptions, createBrowser } from '../../browser/browser.ts'
import type { PageBrowser } from '../../browser/types.ts'
import type { NetGateway } from '../../net/gateway.ts'
import type { Scheduler } from '../../work/scheduler.ts'
import { slottedBrowser, slottedResultPages } from '../slots/network.ts'
import { deadlinesOf, type WireInput } from './wire-input.ts'

export interface Browsers {
  readonly plain: PageBrowser
  readonly headful: PageBrowser
  readonly undetected: PageBrowser
  /** The plain one, for pages of results. */
  resultPages(timeoutMs: number): Pick<PageBrowser, 'load'>
  close(): Promise<void>
}

/** The event of an audit of the research profile (REQ 4.3.1); its subject is `profile`. */
export const PROFILE_AUDIT = 'browser.profile_audit'

export function wireBrowsers(
  { settings, home, store, clock, log }: WireInput,
  { gateway, archive, scheduler }: { gateway: NetGateway; archive: LocalArchive; scheduler: Scheduler },
): Browsers {
  const { headful } = settings.browser
  const { request: timeoutMs, start: startMs } = deadlinesOf(settings)
  const onAudit: BrowserOptions['onAudit'] = (report, causeId) =>
    store.events.append({
      kind: PROFILE_AUDIT,
      subjectType: 'browser',
      subjectId: 'profile',
      data: { ...report },
      causeId,
    })
  const parts = {
    settings: settings.browser,
    ...{ gateway, clock, log, archive, onAudit },
    profileFolder: home.profile,
    pageTimeoutMs: timeoutMs,
  }
  const pages = createBrowser({ ...parts, mode: 'browser' })
  const slotted = (browser: PageBrowser, inWindow: boolean) =>
    slottedBrowser(browser, scheduler, { headful: inWindow, timeoutMs })
  const browsers = {
    plain: slotted(pages, headful),
    headful: slotted(createBrowser({ ...parts, mode: 'headful' }), true),
    undetected: slotted(createBrowser({ ...parts, mode: 'undetected' }), headful),
  }
  return {
    ...browsers,
    resultPages: (pageMs) => slottedResultPages(pages, scheduler, { headful, timeoutMs: pageMs, startMs }),
    close: async () => {
      await Promise.all(Object.values(browsers).map((browser) => browser.close()))
    },
  }
}
