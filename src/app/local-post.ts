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

/** Everyone who asks Ollama has connections of their own; whoever opened this closes them all. */
export interface LocalPosts {
  open(timeoutMs: number): LocalPost
  close(): Promise<void>
}

export function localPosts(settings: Settings, log: Logger): LocalPosts {
  const opened: { close(): Promise<void> }[] = []
  return {
    open: (timeoutMs) => {
      const one = localPost(settings, log, timeoutMs)
      opened.push(one)
      return one.post
    },
    close: async () => {
      await Promise.all(opened.splice(0).map((one) => one.close()))
    },
  }
}

const nowhere = async () => ({ file: '', recordId: '' })

/**
 * Through a gateway that knows this one private address, and keeps no copy of what is asked there. Asked once: where no Ollama runs
 * it is not there a second later either, and the slot of the models would be held meanwhile.
 */
function localPost(settings: Settings, log: Logger, timeoutMs: number) {
  const endpoint = URL.parse(settings.llm.endpoint)
  const ids = randomIds()
  const gateway = createGateway({
    settings: {
      ...settings.net,
      allow_private: endpoint === null ? [] : [endpoint.host, endpoint.hostname],
      api_interval: 0,
      backoff_attempts: 1,
    },
    store: null,
    clock: systemClock,
    random: systemRandom,
    ids,
    log,
    archive: { write: nowhere, writeResource: nowhere, close: async () => {} },
    replay: null,
  })
  const post: LocalPost = async (url, body, signal) => {
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
  return { post, close: () => gateway.close() }
}
