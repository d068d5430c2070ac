import type { Exchange, Provenance } from '../archive/types.ts'
import type { FetchRoute } from '../domain/page.ts'
import { archiveUrl, withoutCredentials } from './headers.ts'
import type { CachedCopy } from './revalidation-cache.ts'
import type { NetRequest } from './types.ts'

interface Answer {
  readonly status: number
  readonly statusText: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
}

/** An exchange as the archive keeps it: without credentials in headers or URL. */
export function exchangeRecord(
  hop: NetRequest,
  headers: Readonly<Record<string, string>>,
  answer: Answer,
  time: string,
): Exchange {
  return {
    url: archiveUrl(hop.url),
    method: hop.method ?? 'GET',
    requestHeaders: withoutCredentials(headers),
    ...(hop.body === undefined ? {} : { requestBody: hop.body }),
    status: answer.status,
    statusText: answer.statusText,
    responseHeaders: answer.headers,
    body: answer.body,
    time,
  }
}

/** A 304 points at the copy it confirms. */
export function provenanceOf(route: FetchRoute, status: number, copy: CachedCopy | null): Provenance {
  return { route, ...(status === 304 && copy !== null ? { confirmed: copy.ref } : {}) }
}
