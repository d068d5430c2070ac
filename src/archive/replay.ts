import { readdir, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { LyraError } from '../domain/errors.ts'
import { sha256 } from '../domain/ids.ts'
import { createCaptureIndex } from './capture-index.ts'
import { createCaptureLookup } from './capture-lookup.ts'
import { type RevisitReference, toExchange } from './http-block.ts'
import { readRecordAt, type ScanReport, scanRecords, type WarcRecord } from './scan-records.ts'
import type { ReplayArchive, UnreadableRecord } from './types.ts'

export interface OpenedReplay extends ReplayArchive {
  /** Bytes that could not be read as records: a torn end, a broken member. */
  readonly skippedBytes: number
}

async function archiveFiles(path: string): Promise<readonly string[]> {
  try {
    if (!(await stat(path)).isDirectory()) return [path]
    const entries = await readdir(path, { recursive: true })
    const files = entries.filter((name) => /\.warc(\.gz)?$/i.test(name)).sort()
    if (files.length === 0) throw new Error('no .warc or .warc.gz file in the folder')
    return files.map((name) => join(path, name))
  } catch (cause) {
    const isGone = (cause as NodeJS.ErrnoException).code === 'ENOENT'
    const why = isGone ? 'there is no such file or folder' : (cause as Error).message
    throw new LyraError('ARCHIVE_UNREADABLE', `The replay archive ${path} cannot be opened: ${why}`, { cause })
  }
}

interface Scan {
  readonly latest: number
  readonly skippedBytes: number
  readonly unreadable: readonly UnreadableRecord[]
}

async function scanFiles(path: string, add: (file: string, record: WarcRecord) => void): Promise<Scan> {
  const unreadable: UnreadableRecord[] = []
  let [latest, skippedBytes] = [0, 0]
  for (const file of await archiveFiles(path)) {
    const report = { end: 0, skippedBytes: 0, unreadable: [] } as ScanReport & Required<Pick<ScanReport, 'unreadable'>>
    try {
      for await (const record of scanRecords(file, report)) {
        latest = Math.max(latest, Date.parse(record.fields.get('warc-date') ?? '') || 0)
        add(file, record)
      }
    } catch (cause) {
      throw new LyraError('ARCHIVE_UNREADABLE', `A replay file cannot be read: ${(cause as Error).message}`, { cause })
    }
    skippedBytes += report.skippedBytes
    unreadable.push(...report.unreadable.map((part) => ({ file: basename(file), ...part })))
  }
  return { latest, skippedBytes, unreadable }
}

/** Unreadable parts that an error lists. */
const LISTED = 20

/** Indexes once, reads on demand. */
export async function openReplay(path: string): Promise<OpenedReplay> {
  const index = createCaptureIndex()
  const { latest, skippedBytes, unreadable } = await scanFiles(path, index.add)
  const captures = index.captures()
  if (captures.length === 0 && index.documents.size === 0) {
    throw new LyraError('ARCHIVE_UNREADABLE', `The replay archive ${path} holds no captured page`, {
      details: { skipped_bytes: skippedBytes, unreadable: unreadable.slice(0, LISTED) },
    })
  }
  const lookUp = createCaptureLookup(captures)

  async function referred(to: RevisitReference): Promise<WarcRecord | null> {
    const capture = index.referred(to)
    return capture === null ? null : readRecordAt(capture.path, capture.location)
  }

  // The same question again may have been answered otherwise; the last answer repeats.
  async function modelAnswer(name: string): Promise<Uint8Array | null> {
    const given = index.answers.get(name) ?? []
    const answer = given.length > 1 ? given.shift() : given[0]
    return answer === undefined ? null : ((await readRecordAt(answer.path, answer.location))?.block ?? null)
  }

  async function document(url: string): Promise<Uint8Array | null> {
    const copy = index.documents.get(url)
    return copy === undefined ? null : ((await readRecordAt(copy.path, copy.location))?.block ?? null)
  }

  return {
    document,
    ...(index.answers.size === 0 ? {} : { modelAnswer }),
    latest,
    skippedBytes,
    unreadable,
    urls: [...new Set(captures.map((capture) => capture.url))],
    async find(method, url, body) {
      const match = lookUp(method, url, body === undefined || body === '' ? null : sha256(body))
      if (match === null) return null
      match.advance()
      const record = await readRecordAt(match.capture.path, match.capture.location)
      return record === null ? null : toExchange(record, method, referred)
    },
    routeOf: (url) => lookUp('GET', url, null)?.capture.route ?? null,
  }
}

/** Damaged records named one by one in a notice; the rest is counted. */
const NAMED = 3
const IN_WORDS: Readonly<Record<UnreadableRecord['why'], string>> = {
  torn: 'cut off',
  damaged: 'damaged',
  too_costly: 'more work than a file of its size may make',
}

/** One sentence for whoever replays an archive that is not whole; null when it is. */
export function unreadableNotice({ unreadable: parts }: Pick<ReplayArchive, 'unreadable'>): string | null {
  if (parts.length === 0) return null
  const named = parts.slice(0, NAMED).map(({ file, offset, why }) => `${file} at byte ${offset}, ${IN_WORDS[why]}`)
  const more = parts.length > NAMED ? ` and ${parts.length - NAMED} more` : ''
  const bytes = parts.reduce((sum, part) => sum + part.bytes, 0)
  const records = parts.length === 1 ? '1 record' : `${parts.length} records`
  return `replay archive: ${records} (${bytes} bytes) could not be read: ${named.join('; ')}${more}`
}
