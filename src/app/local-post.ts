import { systemClock } from '../domain/clock.ts'
import { LyraError } from '../domain/errors.ts'
import { randomIds } from '../domain/ids.ts'
import type { Logger } from '../domain/log.ts'
import { isSuccess } from '../domain/outcome.ts'
import { systemRandom } from '../domain/random.ts'
import type { Settings } from '../domain/settings.ts'
import { createGateway } from '../net/gateway.ts'

export type LocalPost = (
  url: string,
  body: string,
  signal?: AbortSignal,
) => Promise<{ readonly status: number; readonly text: string }>

const nowhere = async () => ({ file: '', recordId: '' })
/** Through a gateway that knows this one private address, and keeps no copy of what is asked there. */
export function localPost(settings: Settings, log: Logger, timeoutMs: number): LocalPost {
  const endpoint = URL.parse(settings.llm.endpoint)
  const ids = randomIds()
  const gateway = createGateway({
    settings: {
      ...settings.net,
      allow_private: endpoint === null ? [] : [endpoint.host, endpoint.hostname],
      api_interval: 0,
    },
    store: null,
    clock: systemClock,
    random: systemRandom,
    ids,
    log,
    archive: { write: nowhere, writeResource: nowhere, close: async () => {} },
    replay: null,
  })
  return async (url, body, signal) => {
    const result = await gateway.fetch({
      url,
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
      purpose: 'api',
      taskId: null,
      causeId: ids.next('cause'),
      timeoutMs,
      ...(signal === undefined ? {} : { signal }),
    })
    if (result.response === undefined)
      throw new LyraError(
        'MODEL_NOT_READY',
        `Ollama at ${settings.llm.endpoint} does not answer: ${'reason' in result ? result.reason : result.outcome}`,
      )
    const text = isSuccess(result.outcome) ? Buffer.from(result.response.body).toString('utf8') : ''
    return { status: result.response.status, text }
  }
}
