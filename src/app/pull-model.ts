import { LyraError } from '../domain/errors.ts'
import { randomIds } from '../domain/ids.ts'
import type { Logger } from '../domain/log.ts'
import { isSuccess } from '../domain/outcome.ts'
import type { Settings } from '../domain/settings.ts'
import type { HubFetch } from '../models/embed-hub.ts'
import { type Pulled, pullModel } from '../models/embed-pull.ts'
import { systemResolve } from '../net/ssrf-guard.ts'
import { createUnarchivedGateway } from '../net/unarchived-gateway.ts'
import { openHome } from './home.ts'

export interface PullInput {
  readonly settings: Settings
  readonly repository: string
  /** HF_ENDPOINT, the hub's own name for a mirror. */
  readonly endpoint: string
  readonly log: Logger
  readonly onProgress?: (message: string) => void
  readonly signal?: AbortSignal
}

/**
 * The only download Lyra makes for itself, and only when asked. It passes the gateway like everything else, but weights
 * are no evidence: they are not archived.
 */
export async function pullHubModel(input: PullInput): Promise<Pulled> {
  const { settings, log } = input
  if (settings.replay !== '')
    throw new LyraError('INVALID_PARAMS', 'In replay no socket is opened: nothing can be pulled')
  const ids = randomIds()
  const causeId = ids.next('cause')
  const gateway = createUnarchivedGateway({ settings: settings.net, ids, log, resolve: systemResolve })
  const fetch: HubFetch = async ({ signal, ...request }) => {
    const result = await gateway.fetch({
      ...request,
      taskId: null,
      causeId,
      ...(signal === undefined ? {} : { signal }),
    })
    if (!isSuccess(result.outcome) || result.response === undefined)
      return { reason: 'reason' in result ? result.reason : result.outcome }
    return { status: result.response.status, body: result.response.body }
  }
  return pullModel({
    repository: input.repository,
    endpoint: input.endpoint,
    shelf: openHome(settings.home).models,
    fetch,
    signal: input.signal,
    ...(input.onProgress === undefined ? {} : { onProgress: input.onProgress }),
  })
}
