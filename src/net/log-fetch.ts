import type { Logger } from '../domain/log.ts'
import { isSuccess } from '../domain/outcome.ts'
import type { EventLog } from '../store/event-log.ts'
import { archiveUrl } from './headers.ts'
import type { NetRequest, NetResult } from './types.ts'

/** The causal log has one line a request; a page's many assets are left out. */
export function logFetch(log: Logger, events: EventLog, request: NetRequest, result: NetResult): void {
  if (request.purpose === 'asset') return
  const { outcome, route, elapsedMs } = result
  const reason = isSuccess(outcome) || !('reason' in result) ? null : result.reason
  log.debug('net.fetch', { host: URL.parse(request.url)?.host, purpose: request.purpose, outcome, elapsedMs })
  events.append({
    kind: 'net.fetch',
    taskId: request.taskId,
    subjectType: 'url',
    subjectId: archiveUrl(request.url),
    data: {
      purpose: request.purpose,
      outcome,
      route,
      reason,
      status: result.response?.status ?? null,
      bytes: result.response?.body.length ?? null,
      warc_file: result.archive?.file ?? null,
      warc_record_id: result.archive?.recordId ?? null,
      elapsed_ms: elapsedMs,
    },
    causeId: request.causeId,
  })
}
