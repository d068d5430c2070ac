import type { LocalArchive } from '../archive/writer.ts'
import { type Clock, isoTime } from '../domain/clock.ts'
import { normaliseUrl } from '../domain/url.ts'
import type { CacheStore } from '../store/types.ts'
import type { ArchiveRef, NetRequest, NetResponse } from './types.ts'

export interface CachedCopy {
  readonly conditions: Readonly<Record<string, string>>
  readonly response: NetResponse
  readonly ref: ArchiveRef
}

export interface RevalidationCache {
  /** A copy in the archive that the server can confirm with 304; null when the page has to be fetched. */
  find(request: NetRequest): Promise<CachedCopy | null>
  remember(request: NetRequest, response: NetResponse, ref: ArchiveRef): void
}

/**
 * RFC 9110: an entity tag holds no space, a date is a date. Anything else a server writes there is no validator, and is
 * not kept.
 */
const ETAG = /^(?:W\/)?"?[\x21\x23-\x7e]{1,200}"?$/
const HTTP_DATE = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/

function ifMatches(value: string | undefined, form: RegExp): string | null {
  return value !== undefined && form.test(value) ? value : null
}

type Validators = Pick<CacheStore, 'validators' | 'saveValidators'>

/** REQ 5.1.2 fetch_cache: 304 first. Pages only; result pages and APIs have caches of their own. */
export function createRevalidationCache(
  caches: Validators | null,
  archive: Pick<LocalArchive, 'read'>,
  clock: Clock,
): RevalidationCache {
  const keyOf = (request: NetRequest) =>
    request.purpose === 'page' && (request.method ?? 'GET') === 'GET' ? normaliseUrl(request.url) : null

  return {
    async find(request) {
      const key = keyOf(request)
      const known = key === null ? null : (caches?.validators(key) ?? null)
      if (known === null || known.warcFile === null || known.warcRecordId === null) return null
      const copy = await archive.read(known.warcFile, known.warcRecordId)
      // Without the bytes a 304 would be worth nothing, so do not ask for one.
      if (copy === null) return null
      return {
        conditions: {
          ...(known.etag === null ? {} : { 'if-none-match': known.etag }),
          ...(known.lastModified === null ? {} : { 'if-modified-since': known.lastModified }),
        },
        response: { status: copy.status, headers: copy.responseHeaders, body: copy.body, finalUrl: request.url },
        ref: { file: known.warcFile, recordId: known.warcRecordId },
      }
    },
    remember(request, response, ref) {
      const key = keyOf(request)
      const etag = ifMatches(response.headers.etag, ETAG)
      const lastModified = ifMatches(response.headers['last-modified'], HTTP_DATE)
      if (caches === null || key === null || (etag === null && lastModified === null)) return
      const { file: warcFile, recordId: warcRecordId } = ref
      caches.saveValidators({ url: key, etag, lastModified, warcFile, warcRecordId, fetchedAt: isoTime(clock) })
    },
  }
}
