import { LyraError } from '../../domain/errors.ts'
import { randomIds } from '../../domain/ids.ts'
import type { Logger } from '../../domain/log.ts'
import { isSuccess } from '../../domain/outcome.ts'
import type { Settings } from '../../domain/settings.ts'
import type { HubFetch } from '../../models/hub.ts'
import { type Fetched, fetchModel } from '../../models/hub-pull.ts'
import { systemResolve } from '../../net/ssrf-guard.ts'
import { createUnarchivedGateway } from '../../net/unarchived-gateway.ts'
import { openHome } from '../home.ts'

export interface HubInput {
  readonly settings: Settings
  /** `owner/name`. */
  readonly repository: string
  /** Branch, tag or commit; `main` where none is given. */
  readonly revision?: string | undefined
  readonly log: Logger
  readonly onProgress?: (message: string) => void
  readonly signal?: AbortSignal
}

/**
 * The only download Lyra makes for itself, and only when asked. It passes the gateway like everything else, but weights
 * are no evidence: they are not archived.
 */
export async function fetchFromHub(input: HubInput): Promise<Fetched> {
  const { settings, log } = input
  if (settings.replay !== '')
    throw new LyraError('INVALID_PARAMS', 'In replay no socket is opened: nothing can be pulled')
  const ids = randomIds()
  const causeId = ids.next('cause')
  const { hub, proxy } = settings.models
  const gateway = createUnarchivedGateway({
    ...{ settings: settings.net, ids, log, resolve: systemResolve },
    ...(proxy === '' ? {} : { proxy }),
  })
  const fetch: HubFetch = async ({ signal, ...request }) => {
    const result = await gateway.fetch({
      ...request,
      taskId: null,
      causeId,
      ...(signal === undefined ? {} : { signal }),
    })
    if (result.outcome === 'offline') throw noNetwork(hub)
    if (!isSuccess(result.outcome) || result.response === undefined)
      return { reason: 'reason' in result ? result.reason : result.outcome }
    return result.response
  }
  try {
    return await fetchModel({
      repository: input.repository,
      ...(input.revision === undefined ? {} : { revision: input.revision }),
      endpoint: hub,
      shelf: openHome(settings.home).models,
      fetch,
      signal: input.signal,
      ...(input.onProgress === undefined ? {} : { onProgress: input.onProgress }),
    })
  } finally {
    await gateway.close()
  }
}

/** Asking again would not help: nothing on the way to any site answers. */
function noNetwork(hub: string): LyraError {
  return new LyraError('OFFLINE', `${hub} cannot be reached: this machine has no connection to the internet`, {
    hint:
      'Connect it, or name a mirror that it reaches (models.hub, HF_ENDPOINT) or a ./folder; what has arrived is ' +
      'kept, and the next pull fetches the rest',
  })
}
