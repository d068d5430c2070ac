import type { Logger } from '../domain/log.ts'
import type { OpenedStore } from '../store/open-store.ts'

/**
 * REQ 8.2: security findings also go to a file of their own, `audit-<day>.log`, pattern names and positions only (L8).
 */
export function withAuditLog(store: OpenedStore, log: Pick<Logger, 'warn'>): OpenedStore {
  return {
    ...store,
    events: {
      ...store.events,
      audit: (entry) => {
        store.events.audit(entry)
        log.warn(entry.layer, { ...entry })
      },
    },
  }
}
