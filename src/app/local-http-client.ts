import { LyraError } from '../domain/errors.ts'
import { type IdSource, randomIds } from '../domain/ids.ts'
import type { Logger } from '../domain/log.ts'
import { isSuccess } from '../domain/outcome.ts'
import type { Settings } from '../domain/settings.ts'
import { isLoopbackAddress } from '../guard/l1-network-isolation.ts'
import { type Resolve, systemResolve } from '../net/ssrf-guard.ts'
import type { NetResult } from '../net/types.ts'
import { createUnarchivedGateway } from '../net/unarchived-gateway.ts'

export type LocalHttpPost = (
  url: string,
  body: string,
  signal?: AbortSignal,
) => Promise<{ readonly status: number; readonly text: string }>

/** Each caller gets its own connections to Ollama; `close` ends all of them. */
export interface LocalHttpClients {
  open(timeoutMs: number): LocalHttpPost
  close(): Promise<void>
}

export function localHttpClients(settings: Settings, log: Logger, resolve: Resolve = systemResolve): LocalHttpClients {
  const opened: { close(): Promise<void> }[] = []
  return {
    open: (timeoutMs) => {
      const one = localHttpPost(settings, log, timeoutMs, resolve)
      opened.push(one)
      return one.post
    },
    close: async () => {
      await Promise.all(opened.splice(0).map((one) => one.close()))
    },
  }
}

/** L1: the only names that pass are those of localhost, and they lead nowhere but to this machine. */
function onlyLoopback(resolve: Resolve): Resolve {
  return async (host) => (await resolve(host)).filter(({ address }) => isLoopbackAddress(address))
}

/**
 * A gateway that allows only this private address and archives nothing. One attempt: retrying would hold the model
 * slot, and a missing Ollama will not appear within a second. Redirects are refused, because they could carry the
 * prompt off this machine (REQ 4.4.1 L1).
 */
export function localGateway(
  settings: Settings,
  log: Logger,
  ids: IdSource,
  resolve: Resolve = systemResolve,
  address: string = settings.llm.endpoint,
) {
  const endpoint = URL.parse(address)
  return createUnarchivedGateway({
    settings: {
      ...settings.net,
      allow_private: endpoint === null ? [] : [endpoint.host, endpoint.hostname],
      api_interval: 0,
      backoff_attempts: 1,
      max_redirects: 0,
      // A model on this machine needs no internet.
      online_hosts: [],
    },
    ids,
    log,
    resolve: onlyLoopback(resolve),
  })
}

function localHttpPost(settings: Settings, log: Logger, timeoutMs: number, resolve: Resolve) {
  const ids = randomIds()
  const gateway = localGateway(settings, log, ids, resolve)
  const post: LocalHttpPost = async (url, body, signal) => {
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
      throw new LyraError('MODEL_NOT_READY', `Ollama at ${settings.llm.endpoint} does not answer: ${whyNot(result)}`)
    const text = isSuccess(result.outcome) ? Buffer.from(result.response.body).toString('utf8') : ''
    return { status: result.response.status, text }
  }
  return { post, close: () => gateway.close() }
}

export function whyNot(result: NetResult): string {
  if (result.outcome === 'redirect_loop') return 'It points elsewhere, and a local request is not redirected'
  return 'reason' in result ? result.reason : result.outcome
}
