/** One HTTP exchange as it goes to, or comes from, a WARC file. Header names are lower case; the body is decoded. */
export interface Exchange {
  readonly url: string
  readonly method: string
  readonly requestHeaders: Readonly<Record<string, string>>
  readonly requestBody?: string
  readonly status: number
  readonly statusText: string
  readonly responseHeaders: Readonly<Record<string, string>>
  readonly body: Uint8Array
  readonly time: string
}

/** The records of a local model's answers; the rest of the name says what was asked, as a hash. */
export const MODEL_ANSWER = 'urn:lyra:llm:'

export interface RecordRef {
  /** Path relative to the archive folder. */
  readonly file: string
  readonly recordId: string
}

/** How an exchange came about, for the archive's reader. */
export interface Provenance {
  /** http, tor, browser, ... */
  readonly route?: string
  /** A 304 confirmed what this record holds. */
  readonly confirmed?: RecordRef
}

export interface ArchiveWriter {
  /** Appends request and response (or revisit) records; returns where the answer lies once it is on disk. */
  write(exchange: Exchange, group: string, provenance?: Provenance): Promise<RecordRef>
  /** A resource record, e.g. a screenshot: urn-like target, media type, bytes, and the answer it was made from. */
  writeResource(
    url: string,
    contentType: string,
    body: Uint8Array,
    group: string,
    about?: RecordRef | null,
  ): Promise<RecordRef>
  close(): Promise<void>
}

export interface ReplayArchive {
  /**
   * Exact URL first, then the normalised one; null is a replay miss. With a body, captures of a request that sent
   * another body do not match.
   */
  find(method: string, url: string, body?: string): Promise<Exchange | null>
  /** The route by which the capture that would answer next was made; null when there is none. */
  routeOf(url: string): string | null
  /** What the local model answered, by the name of its record, in the order it did; absent where it was never asked. */
  modelAnswer?(name: string): Promise<Uint8Array | null>
  /** The bytes of a file of the user by the address of its copy; null where they are not there. */
  document?(url: string): Promise<Uint8Array | null>
  /** The latest WARC-Date in the archive: where a replay's clock starts. */
  readonly latest: number
  readonly urls: readonly string[]
  /** What could not be read of its files; those pages will be misses. */
  readonly unreadable: readonly UnreadableRecord[]
}

export interface UnreadableRecord {
  readonly file: string
  readonly offset: number
  readonly bytes: number
  /** torn: the file ends in the middle of the record; too_costly: the work a file may make was used up here. */
  readonly why: 'torn' | 'damaged' | 'too_costly'
}
