import { join } from 'node:path'
import type { BrowserOptions } from '../../src/browser/browser.ts'
import { systemClock } from '../../src/domain/clock.ts'
import { silentLogger } from '../../src/domain/log.ts'
import { defaultSettings } from '../../src/domain/settings.ts'
import type { World } from '../net/loopback.ts'

/** What a browser needs of a world on loopback; nobody is told of its audits. */
export function browserParts({ gateway, archive, folder }: World): BrowserOptions {
  return {
    settings: defaultSettings.browser,
    gateway,
    clock: systemClock,
    log: silentLogger,
    archive,
    profileFolder: join(folder, 'profile'),
    onAudit: () => {},
    pageTimeoutMs: defaultSettings.net.timeout_seconds * 1000,
    mode: 'browser',
  }
}
