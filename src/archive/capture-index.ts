import { sha256 } from '../domain/ids.ts'
import { isOwnDocument } from '../domain/own-document.ts'
import { parseWebUrl } from '../domain/url.ts'
import { parseHttp, type RevisitReference, targetOf } from './http-block.ts'
import type { RecordLocation, WarcRecord } from './scan-records.ts'
import { MODEL_ANSWER } from './types.ts'

export interface Capture {
  readonly path: string
  readonly location: RecordLocation
  readonly url: string
  readonly time: string
  /** In which order the captures were found in the files. */
  readonly order: number
  readonly method: string
  readonly bodyHash: string | null
  readonly route: string | null
}

export interface StoredAnswer {
  readonly path: string
  readonly location: RecordLocation
}

/** Where every record lies that a replay may request. */
export interface CaptureIndex {
  add(path: string, record: WarcRecord): void
  /** In capture order; method, body and route come from the related request and metadata records. */
  captures(): readonly Capture[]
  /** The capture whose payload a revisit record refers to. */
  referred(to: RevisitReference): Capture | null
  /** What a local model answered, by the name of its record. */
  readonly answers: ReadonlyMap<string, StoredAnswer[]>
  /** Copies of the user's own files, by their address. */
  readonly documents: ReadonlyMap<string, StoredAnswer>
}

/** A 304 has no body of its own: the capture it confirms answers instead. */
function isServable(record: WarcRecord): boolean {
  const url = targetOf(record)
  if (url === null || parseWebUrl(url) === null) return false
  const type = record.fields.get('warc-type')
  if (type === 'resource') return true
  if (type === 'revisit') return !/server-not-modified/.test(record.fields.get('warc-profile') ?? '')
  return type === 'response' && !/^\S+ 304\b/.test(record.block.toString('latin1', 0, 32))
}

/** Doubtful records are rejected: a page could otherwise supply text that passes for the model's answer. */
function isModelAnswer({ fields, doubtful }: WarcRecord): boolean {
  return (
    doubtful !== true && fields.get('warc-type') === 'resource' && fields.get('content-type') === 'application/json'
  )
}

/** As for answers of a model: no page may pass for a file of the user. */
function isCopyOfFile({ fields, doubtful }: WarcRecord): boolean {
  return doubtful !== true && fields.get('warc-type') === 'resource'
}

export function createCaptureIndex(): CaptureIndex {
  const captures = new Map<string, Capture>()
  /** Facts from request and metadata records, by capture id; these records may come before or after the capture. */
  const requests = new Map<string, Pick<Capture, 'method' | 'bodyHash'>>()
  const routes = new Map<string, string>()
  const answers = new Map<string, StoredAnswer[]>()
  const documents = new Map<string, StoredAnswer>()
  /** Whole answers by id, by address and time, and by digest: what a revisit record may refer to. */
  const whole = new Map<string, Capture>()

  function addCapture(path: string, record: WarcRecord, url: string): void {
    const id = record.fields.get('warc-record-id') ?? `${path}:${record.location.offset}`
    const time = record.fields.get('warc-date') ?? ''
    // Two captures with the same id hold the same bytes from the same time.
    const told = { method: 'GET', bodyHash: null, route: null }
    const capture = { path, location: record.location, url, time, order: captures.size, ...told }
    captures.set(id, capture)
    if (record.fields.get('warc-type') === 'revisit') return
    whole.set(id, capture)
    whole.set(`${url} ${time}`, capture)
    const digest = record.fields.get('warc-payload-digest')
    if (digest !== undefined && !whole.has(digest)) whole.set(digest, capture)
  }

  return {
    answers,
    documents,
    add(path, record) {
      const type = record.fields.get('warc-type')
      const about = record.fields.get('warc-concurrent-to')
      const url = targetOf(record)
      if (type === 'request') {
        const request = requestOf(record)
        if (request !== null && about !== undefined) requests.set(about, request)
      } else if (type === 'metadata') {
        const route = /^lyra-route: (\w+)/m.exec(record.block.toString('utf8'))?.[1]
        if (route !== undefined) routes.set(about ?? '', route)
      } else if (url?.startsWith(MODEL_ANSWER)) {
        if (!isModelAnswer(record)) return
        answers.set(url, [...(answers.get(url) ?? []), { path, location: record.location }])
      } else if (url !== null && isOwnDocument(url)) {
        if (isCopyOfFile(record)) documents.set(url, { path, location: record.location })
      } else if (url !== null && isServable(record)) addCapture(path, record, url)
    },
    captures: () =>
      [...captures]
        .map(([id, capture]) => ({ ...capture, ...requests.get(id), route: routes.get(id) ?? null }))
        .sort((a, b) => compare(a.time, b.time) || a.order - b.order),
    referred: ({ recordId, url, time, digest }) =>
      whole.get(recordId ?? '') ?? whole.get(`${url} ${time}`) ?? whole.get(digest ?? '') ?? null,
  }
}

function requestOf(record: WarcRecord): Pick<Capture, 'method' | 'bodyHash'> | null {
  const http = parseHttp(record.block)
  if (http === null) return null
  const bodyHash = http.payload.length === 0 ? null : sha256(http.payload)
  return { method: http.startLine.split(' ', 1)[0] ?? 'GET', bodyHash }
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
