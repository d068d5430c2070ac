import { readdir, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { LyraError } from '../domain/errors.ts'
import { sha256 } from '../domain/ids.ts'
import { normaliseUrl, parseWebUrl } from '../domain/url.ts'
import { parseHttp, type Reference, targetOf, toExchange } from './http-block.ts'
import {
  type RecordLocation,
  readRecordAt,
  type ScanReport,
  scanRecords,
  type Unreadable,
  type WarcRecord,
} from './scan-records.ts'
import { type Exchange, MODEL_ANSWER, type ReplayArchive, type UnreadableRecord } from './types.ts'

export interface OpenedReplay extends ReplayArchive {
  /** With a body, captures of a request that sent another body do not match. */
  find(method: string, url: string, body?: string): Promise<Exchange | null>
  /** Bytes that could not be read as records: a torn end, a broken member. */
  readonly skippedBytes: number
  readonly unreadable: readonly UnreadableRecord[]
}

interface Capture {
  readonly path: string
  readonly location: RecordLocation
  readonly url: string
  readonly time: string
  readonly order: number
  method: string
  bodyHash: string | null
  route: string | null
}

async function archiveFiles(path: string): Promise<readonly string[]> {
  try {
    if (!(await stat(path)).isDirectory()) return [path]
    const entries = await readdir(path, { recursive: true })
    const files = entries.filter((name) => /\.warc(\.gz)?$/i.test(name)).sort()
    if (files.length === 0) throw new Error('no .warc or .warc.gz file in the folder')
    return files.map((name) => join(path, name))
  } catch (cause) {
    throw new LyraError('ARCHIVE_UNREADABLE', `The replay archive cannot be opened: ${(cause as Error).message}`, {
      cause,
    })
  }
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

/** Nothing that a page could have made up: those words would be taken for the model's. */
function isModelAnswer({ fields, doubtful }: WarcRecord): boolean {
  return (
    doubtful !== true && fields.get('warc-type') === 'resource' && fields.get('content-type') === 'application/json'
  )
}

/** Indexes once, reads on demand. */
export async function openReplay(path: string): Promise<OpenedReplay> {
  const captures = new Map<string, Capture>()
  const requests = new Map<string, { method: string; bodyHash: string | null }>()
  const routes = new Map<string, string>()
  const answers = new Map<string, { readonly path: string; readonly location: RecordLocation }[]>()
  /** Whole answers by id, by address and time, and by digest: what a revisit record may refer to. */
  const whole = new Map<string, Capture>()
  let skippedBytes = 0
  const unreadable: UnreadableRecord[] = []
  let latest = 0
  for (const file of await archiveFiles(path)) {
    const report = { end: 0, skippedBytes: 0, unreadable: [] as Unreadable[] } satisfies ScanReport
    try {
      for await (const record of scanRecords(file, report)) {
        latest = Math.max(latest, Date.parse(record.fields.get('warc-date') ?? '') || 0)
        note(file, record)
      }
    } catch (cause) {
      throw new LyraError('ARCHIVE_UNREADABLE', `A replay file cannot be read: ${(cause as Error).message}`, { cause })
    }
    skippedBytes += report.skippedBytes
    unreadable.push(...report.unreadable.map((part) => ({ file: basename(file), ...part })))
  }
  if (captures.size === 0) {
    throw new LyraError('ARCHIVE_UNREADABLE', 'The replay archive holds no captured page', {
      details: { skipped_bytes: skippedBytes, unreadable },
    })
  }
  for (const [id, request] of requests) Object.assign(captures.get(id) ?? {}, request)
  for (const [id, route] of routes) Object.assign(captures.get(id) ?? {}, { route })

  function note(file: string, record: WarcRecord): void {
    const id = record.fields.get('warc-record-id') ?? `${file}:${record.location.offset}`
    const url = targetOf(record)
    if (record.fields.get('warc-type') === 'request') {
      const http = parseHttp(record.block)
      const response = record.fields.get('warc-concurrent-to')
      if (http === null || response === undefined) return
      const bodyHash = http.payload.length === 0 ? null : sha256(http.payload)
      requests.set(response, { method: http.startLine.split(' ', 1)[0] ?? 'GET', bodyHash })
    } else if (record.fields.get('warc-type') === 'metadata') {
      const route = /^lyra-route: (\w+)/m.exec(record.block.toString('utf8'))?.[1]
      if (route !== undefined) routes.set(record.fields.get('warc-concurrent-to') ?? '', route)
    } else if (url?.startsWith(MODEL_ANSWER)) {
      if (!isModelAnswer(record)) return
      answers.set(url, [...(answers.get(url) ?? []), { path: file, location: record.location }])
    } else if (url !== null && isServable(record)) {
      const time = record.fields.get('warc-date') ?? ''
      // Two captures under one id are the same bytes at the same time.
      const order = captures.size
      const capture = {
        path: file,
        location: record.location,
        url,
        time,
        order,
        method: 'GET',
        bodyHash: null,
        route: null,
      }
      captures.set(id, capture)
      if (record.fields.get('warc-type') === 'revisit') return
      whole.set(id, capture)
      whole.set(`${url} ${time}`, capture)
      const digest = record.fields.get('warc-payload-digest')
      if (digest !== undefined && !whole.has(digest)) whole.set(digest, capture)
    }
  }

  const ordered = [...captures.values()].sort((a, b) => compare(a.time, b.time) || a.order - b.order)
  const exact = Map.groupBy(ordered, (capture) => `${capture.method} ${new URL(capture.url).href}`)
  const loose = Map.groupBy(ordered, (capture) => `${capture.method} ${normaliseUrl(capture.url)}`)
  const cursors = new Map<string, number>()

  const fits = (method: string, url: string, bodyHash: string | null) => {
    const href = URL.parse(url)
    if (href === null) return null
    href.hash = ''
    for (const [key, table] of [
      [`${method} ${href.href}`, exact],
      [`${method} ${normaliseUrl(url)}`, loose],
    ] as const) {
      const fitting = (table.get(key) ?? []).filter(
        (capture) => bodyHash === null || capture.bodyHash === null || capture.bodyHash === bodyHash,
      )
      // Captures of one URL come in the order they were made; the last one repeats.
      const cursorKey = `${table === exact ? 'exact' : 'loose'} ${key} ${bodyHash ?? ''}`
      const cursor = cursors.get(cursorKey) ?? 0
      const capture = fitting[Math.min(cursor, fitting.length - 1)]
      if (capture !== undefined) return { capture, advance: () => cursors.set(cursorKey, cursor + 1) }
    }
    return null
  }

  const referred = async (to: Reference) => {
    const capture =
      whole.get(to.recordId ?? '') ?? whole.get(`${to.url} ${to.time}`) ?? whole.get(to.digest ?? '') ?? null
    return capture === null ? null : readRecordAt(capture.path, capture.location)
  }

  // The same question again may have been answered otherwise; the last answer repeats.
  const modelAnswer = async (name: string) => {
    const given = answers.get(name) ?? []
    const answer = given.length > 1 ? given.shift() : given[0]
    return answer === undefined ? null : ((await readRecordAt(answer.path, answer.location))?.block ?? null)
  }

  return {
    ...(answers.size === 0 ? {} : { modelAnswer }),
    latest,
    skippedBytes,
    unreadable,
    urls: [...new Set(ordered.map((capture) => capture.url))],
    async find(method, url, body) {
      const fit = fits(method, url, body === undefined || body === '' ? null : sha256(body))
      if (fit === null) return null
      fit.advance()
      const record = await readRecordAt(fit.capture.path, fit.capture.location)
      return record === null ? null : toExchange(record, method, referred)
    },
    routeOf: (url) => fits('GET', url, null)?.capture.route ?? null,
  }
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

const NAMED = 3

/** One sentence for whoever replays an archive that is not whole; null when it is. */
export function unreadableNotice(archive: Pick<ReplayArchive, 'unreadable'>): string | null {
  const parts = archive.unreadable ?? []
  if (parts.length === 0) return null
  const named = parts
    .slice(0, NAMED)
    .map(({ file, offset, why }) => `${file} at byte ${offset}, ${why === 'torn' ? 'cut off' : 'damaged'}`)
  const more = parts.length > NAMED ? ` and ${parts.length - NAMED} more` : ''
  const bytes = parts.reduce((sum, part) => sum + part.bytes, 0)
  const records = parts.length === 1 ? '1 record' : `${parts.length} records`
  return `replay archive: ${records} (${bytes} bytes) could not be read: ${named.join('; ')}${more}`
}
