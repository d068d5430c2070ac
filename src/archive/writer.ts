import { randomBytes } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'
import { mkdir, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Clock } from '../domain/clock.ts'
import { isoTime } from '../domain/clock.ts'
import { LyraError } from '../domain/errors.ts'
import { sha256 } from '../domain/ids.ts'
import { createCdxj } from './cdxj.ts'
import { openRecordReader } from './read-record.ts'
import { rebuildMissingIndexes } from './rebuild-index.ts'
import { exchangeRecords, infoRecord, type RevisitTarget, resourceRecord, type WrittenRecord } from './record.ts'
import type { ArchiveWriter, Exchange, Provenance, RecordRef } from './types.ts'

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

interface Series {
  file: string
  handle: FileHandle
  size: number
  /** Bytes that are known to be on the disk, or on their way there. */
  flushed: number
  flushing: boolean
}

/** Below this a pointer to the bytes is longer than the bytes. */
const REVISIT_FROM = 256
const PAYLOADS_REMEMBERED = 20_000

const GROUP = /^[A-Za-z0-9_-]{1,80}$/

function folderOf(group: string): string {
  if (group === '') return 'shared'
  return GROUP.test(group) ? group : `group-${sha256(group).slice(0, 16)}`
}

/**
 * WARC/1.1, one series of files per group. Every process starts files of its own, so that two never write into one; a
 * record is built in memory and appended whole.
 */
export function openArchiveWriter(options: WriterOptions): LocalArchive {
  const { folder, clock, software, maxFileBytes = 1_000_000_000, bytes = randomBytes } = options
  const secret = Buffer.from(bytes(16)).toString('hex')
  /** Of its own for each group: whoever is given the files of one task learns nothing about another. */
  const sealOf = (name: string) => sha256(`${secret} ${name}`).slice(0, 32)
  const series = new Map<string, Series>()
  const queues = new Map<string, Promise<unknown>>()
  const reader = openRecordReader(folder)
  const index = createCdxj(folder)
  /** Payloads each group has already: the same bytes are not stored twice. */
  const payloads = new Map<string, Map<string, RevisitTarget>>()

  /** The last capture of each address, and its route. */
  const captures = new Map<string, { readonly recordId: string; readonly route: string | null }>()

  function otherRouteOf(name: string, url: string, route: string | null): string | null {
    const before = captures.get(`${name} ${url}`)
    return before === undefined || before.route === route ? null : before.recordId
  }

  function noteCapture(name: string, url: string, recordId: string, route: string | null): void {
    const key = `${name} ${url}`
    captures.delete(key)
    captures.set(key, { recordId, route })
    const [oldest] = captures.keys()
    if (captures.size > PAYLOADS_REMEMBERED && oldest !== undefined) captures.delete(oldest)
  }

  async function startFile(name: string): Promise<Series> {
    await mkdir(join(folder, name), { recursive: true, mode: 0o700 })
    // Before the first file of this process: its own have no index before they are closed.
    if (!series.has(name)) await rebuildMissingIndexes(folder, name).catch(() => undefined)
    const time = isoTime(clock)
    const stamp = time.replace(/\D/g, '').slice(0, 14)
    for (let n = 1; ; n += 1) {
      const file = `${name}/${name}-${stamp}-${String(n).padStart(5, '0')}.warc.gz`
      try {
        const handle = await open(join(folder, file), 'ax', 0o600)
        const started = { file, handle, size: 0, flushed: 0, flushing: false }
        await append(started, await infoRecord(file, time, software, sealOf(name))).catch(async (error: unknown) => {
          await handle.close()
          await rm(join(folder, file), { force: true })
          throw error
        })
        return started
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
      }
    }
  }

  async function append(target: Series, bytes: Buffer): Promise<void> {
    try {
      await target.handle.appendFile(bytes)
      target.size += bytes.length
    } catch (error) {
      // A half-written member would hide the next one from readers that do not recover.
      await target.handle.truncate(target.size).catch(() => {})
      throw error
    }
  }

  /** Onto the disk soon, without holding up the request: a power cut costs the last moments, not the file. */
  function flush(target: Series): void {
    if (target.flushing || target.flushed === target.size) return
    target.flushing = true
    target.flushed = target.size
    target.handle
      .datasync()
      .catch(() => {})
      .finally(() => {
        target.flushing = false
        flush(target)
      })
  }

  async function store(group: string, written: WrittenRecord): Promise<RecordRef> {
    const name = folderOf(group)
    const turn = (queues.get(name) ?? Promise.resolve()).then(async () => {
      let current = series.get(name)
      if (current !== undefined && current.size > maxFileBytes) {
        await current.handle.close()
        current = undefined
      }
      if (current === undefined) {
        current = await startFile(name)
        series.set(name, current)
      }
      const offset = current.size
      await append(current, written.bytes)
      flush(current)
      index.note({ ...written.entry, offset, file: current.file })
      return { file: current.file, recordId: written.recordId }
    })
    queues.set(
      name,
      turn.catch(() => {}),
    )
    try {
      return await turn
    } catch (cause) {
      throw new LyraError('STORE_UNAVAILABLE', 'The archive cannot be written', { cause })
    }
  }

  /** A 304 whose copy lies with another group is written out whole, so that each group can be replayed by itself. */
  async function confirmedIn(name: string, exchange: Exchange, ref: RecordRef): Promise<Exchange | RevisitTarget> {
    const copy = await reader.read(ref.file, ref.recordId)
    if (copy === null) return exchange
    if (!ref.file.startsWith(`${name}/`)) {
      const { status, statusText, responseHeaders, body } = copy
      return { ...exchange, status, statusText, responseHeaders, body }
    }
    const { url, time } = copy
    return { why: 'server-not-modified', recordId: ref.recordId, url, time, digest: sha256(copy.body) }
  }

  async function write(exchange: Exchange, group: string, provenance: Provenance = {}): Promise<RecordRef> {
    const name = folderOf(group)
    const route = provenance.route ?? null
    const { confirmed } = provenance
    const settled = confirmed === undefined ? exchange : await confirmedIn(name, exchange, confirmed)
    if ('why' in settled) return store(group, await exchangeRecords(exchange, sealOf(name), route, settled))
    const known = payloads.get(name) ?? new Map<string, RevisitTarget>()
    payloads.set(name, known)
    const digest = sha256(settled.body)
    const earlier = settled.body.length >= REVISIT_FROM ? (known.get(digest) ?? null) : null
    const otherRoute = otherRouteOf(name, settled.url, route)
    const written = await exchangeRecords(settled, sealOf(name), route, earlier, otherRoute)
    const ref = await store(group, written)
    noteCapture(name, settled.url, ref.recordId, route)
    if (earlier === null && known.size < PAYLOADS_REMEMBERED) {
      const { url, time } = settled
      known.set(digest, { why: 'identical-payload-digest', recordId: ref.recordId, url, time, digest })
    }
    return ref
  }

  return {
    write,
    writeResource: async (url, contentType, body, group, about) => {
      const seal = sealOf(folderOf(group))
      return store(group, await resourceRecord(url, contentType, body, isoTime(clock), seal, about?.recordId ?? null))
    },
    read: (file, id) => reader.read(file, id),
    async close() {
      await Promise.all(queues.values())
      await Promise.all([...series.values()].map((one) => one.handle.close()))
      series.clear()
      await index.write()
      await reader.close()
    },
  }
}
