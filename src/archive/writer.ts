import { randomBytes } from 'node:crypto'
import type { Clock } from '../domain/clock.ts'
import { isoTime } from '../domain/clock.ts'
import { diskTrouble } from '../domain/disk-trouble.ts'
import { LyraError } from '../domain/errors.ts'
import { sha256 } from '../domain/ids.ts'
import { type CaptureDedup, createCaptureDedup } from './capture-dedup.ts'
import { createCdxj } from './cdxj.ts'
import { openRecordReader } from './read-record.ts'
import { exchangeRecords, type RevisitTarget, resourceRecord, type WrittenRecord } from './record.ts'
import type { ArchiveWriter, Exchange, Provenance, RecordRef } from './types.ts'
import { createWarcSeries, type WarcSeries } from './warc-series.ts'

/** A writer that can also give back what it wrote: 304 answers and the citation check need it. */
export interface LocalArchive extends ArchiveWriter {
  read(file: string, recordId: string): Promise<Exchange | null>
}

interface WriterOptions {
  readonly folder: string
  readonly clock: Clock
  readonly software: string
  /** A series starts its next file past this size. */
  readonly maxFileBytes?: number
  /** Fixed by tests; the seal of the records comes from it. */
  readonly bytes?: (size: number) => Uint8Array
}

/** One gigabyte, as the WARC standard recommends. */
const MAX_FILE_BYTES = 1_000_000_000

interface Group {
  readonly name: string
  readonly seal: string
  readonly series: WarcSeries
  readonly memory: CaptureDedup
}

/** Files that are held open at once; the tasks that wrote last are the likeliest to write next. */
const MOST_OPEN = 8

const GROUP = /^[A-Za-z0-9_-]{1,80}$/

/** What belongs to no task lies in `shared`; a name that is no file name becomes a hash. */
export function folderOf(group: string): string {
  if (group === '') return 'shared'
  return GROUP.test(group) ? group : `group-${sha256(group).slice(0, 16)}`
}

/**
 * WARC/1.1, one series of files per group. Every process starts files of its own, so that two never write into one; a
 * record is built in memory and appended whole.
 */
export function openArchiveWriter(options: WriterOptions): LocalArchive {
  const { folder, clock, software, maxFileBytes = MAX_FILE_BYTES, bytes = randomBytes } = options
  const secret = Buffer.from(bytes(16)).toString('hex')
  const groups = new Map<string, Group>()
  /** In the order of the last record. */
  const open = new Set<WarcSeries>()
  const reader = openRecordReader(folder)
  const index = createCdxj(folder)

  function groupOf(group: string): Group {
    const name = folderOf(group)
    const known = groups.get(name)
    if (known !== undefined) return known
    // A separate seal per group: sharing the files of one task reveals nothing about another.
    const seal = sha256(`${secret} ${name}`).slice(0, 32)
    const series = createWarcSeries({ folder, name, seal, clock, software, maxFileBytes, index })
    const opened = { name, seal, series, memory: createCaptureDedup() }
    groups.set(name, opened)
    return opened
  }

  async function append(series: WarcSeries, written: WrittenRecord): Promise<RecordRef> {
    const ref = await appendTo(series, written)
    open.delete(series)
    open.add(series)
    for (const oldest of open) {
      if (open.size <= MOST_OPEN) break
      open.delete(oldest)
      await oldest.rest()
    }
    return ref
  }

  async function write(exchange: Exchange, group: string, provenance: Provenance = {}): Promise<RecordRef> {
    const { name, seal, series, memory } = groupOf(group)
    const { route = null, confirmed } = provenance
    const copy = confirmed === undefined ? null : await reader.read(confirmed.file, confirmed.recordId)
    const settled = confirmed === undefined || copy === null ? exchange : confirmedAs(exchange, name, confirmed, copy)
    if ('why' in settled) return append(series, await exchangeRecords(exchange, seal, route, settled))
    const digest = sha256(settled.body)
    const earlier = memory.samePayload(settled.body, digest)
    const otherRoute = memory.otherRoute(settled.url, route)
    const ref = await append(series, await exchangeRecords(settled, seal, route, earlier, otherRoute))
    memory.note(settled, { recordId: ref.recordId, route, digest, whole: earlier === null })
    return ref
  }

  return {
    write,
    writeResource: async (url, contentType, body, group, about) => {
      const { seal, series } = groupOf(group)
      const time = isoTime(clock)
      return append(series, await resourceRecord(url, contentType, body, time, seal, about?.recordId ?? null))
    },
    read: (file, id) => reader.read(file, id),
    async close() {
      await Promise.all([...groups.values()].map(({ series }) => series.close()))
      groups.clear()
      open.clear()
      await index.write()
      await reader.close()
    },
  }
}

async function appendTo(series: WarcSeries, written: WrittenRecord): Promise<RecordRef> {
  try {
    return await series.append(written)
  } catch (cause) {
    const why = diskTrouble(cause)
    const reason = `The archive cannot be written${why === null ? '' : `: ${why}`}`
    throw new LyraError('STORE_UNAVAILABLE', reason, { cause })
  }
}

/** A 304 that refers to a copy in another group is written in full, so that each group can be replayed alone. */
export function confirmedAs(
  exchange: Exchange,
  group: string,
  ref: RecordRef,
  copy: Exchange,
): Exchange | RevisitTarget {
  if (!ref.file.startsWith(`${group}/`)) {
    const { status, statusText, responseHeaders, body } = copy
    return { ...exchange, status, statusText, responseHeaders, body }
  }
  const { url, time } = copy
  return { why: 'server-not-modified', recordId: ref.recordId, url, time, digest: sha256(copy.body) }
}
