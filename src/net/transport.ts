import type { ReplayArchive } from '../archive/types.ts'
import type { Settings } from '../domain/settings.ts'
import { archiveUrl } from './headers.ts'
import type { HttpAnswer, HttpMessage } from './http-client.ts'
import type { HttpClients } from './http-clients.ts'
import type { NetRequest } from './types.ts'

/** The routes on which the gateway sends by itself. */
export type DirectRoute = 'http' | 'tor'

type Headers = Readonly<Record<string, string>>

/** One request to its answer, without redirects, retries or a copy in the archive. */
export type Transport = (hop: NetRequest, headers: Headers, route: DirectRoute) => Promise<HttpAnswer>

export function liveTransport(parts: {
  readonly settings: Settings['net']
  readonly clients: Pick<HttpClients, 'pages' | 'apis'>
  readonly socksFor: (hop: NetRequest, route: DirectRoute) => HttpMessage['socks']
}): Transport {
  return (hop, headers, route) => {
    const client = hop.purpose === 'api' ? parts.clients.apis : parts.clients.pages
    return client.send(messageOf(hop, headers, parts.settings, parts.socksFor(hop, route)))
  }
}

/** Answers from the archive alone: no socket is opened in a replay. */
export function replayTransport(replay: Pick<ReplayArchive, 'find'>): Transport {
  return async (hop) => {
    const found = await replay.find(hop.method ?? 'GET', archiveUrl(hop.url), hop.body)
    if (found === null) {
      return { ok: false, outcome: 'replay_miss', reason: 'The replay archive does not hold this URL' }
    }
    const { status, statusText, responseHeaders: headers, body } = found
    return { ok: true, status, statusText, headers, body }
  }
}

/** A request's own limits come before those of the settings; result pages have a shorter deadline (REQ 3.2.2). */
export function messageOf(
  hop: NetRequest,
  headers: Headers,
  settings: Pick<Settings['net'], 'timeout_seconds' | 'serp_timeout_seconds' | 'max_bytes'>,
  socks: HttpMessage['socks'],
): HttpMessage {
  const seconds = hop.purpose === 'serp' ? settings.serp_timeout_seconds : settings.timeout_seconds
  return {
    ...withCredential(hop, headers),
    method: hop.method ?? 'GET',
    body: hop.body,
    maxBytes: hop.maxBytes ?? settings.max_bytes,
    timeoutMs: hop.timeoutMs ?? seconds * 1000,
    signal: hop.signal,
    ...(hop.onChunk === undefined ? {} : { onChunk: hop.onChunk }),
    socks,
  }
}

/** Only here, behind the archive, the log and the events, does a request get its key. */
function withCredential({ url, credential }: NetRequest, headers: Headers): Pick<HttpMessage, 'url' | 'headers'> {
  if (credential === undefined) return { url, headers }
  if (credential.in === 'header')
    return { url, headers: { ...headers, [credential.name.toLowerCase()]: credential.value } }
  const keyed = new URL(url)
  const pair = [credential.name, credential.value].map(encodeURIComponent).join('=')
  keyed.search += `${keyed.search === '' ? '?' : '&'}${pair}`
  return { url: keyed.href, headers }
}
