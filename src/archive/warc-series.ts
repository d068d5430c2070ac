import { constants } from 'node:fs'
import type { FileHandle } from 'node:fs/promises'
import { mkdir, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type Clock, isoTime } from '../domain/clock.ts'
import type { Cdxj } from './cdxj.ts'
import { rebuildMissingIndexes } from './rebuild-index.ts'
import { infoRecord, type WrittenRecord } from './record.ts'
import type { RecordRef } from './types.ts'

interface OpenFile {
  readonly file: string
  readonly handle: FileHandle
  size: number
  /** Bytes that are on disk, or being flushed. */
  flushed: number
  flushing: boolean
}

/** The WARC files of one group, written one after the other. */
export interface WarcSeries {
  /** Resolves when the record is in the file; records of one series never mix. */
  append(written: WrittenRecord): Promise<RecordRef>
  /** Lets go of its file until the next record: a server has many tasks, and a process few descriptors. */
  rest(): Promise<void>
  close(): Promise<void>
}

export interface SeriesOptions {
  readonly folder: string
  /** The group's own folder inside of it, and the beginning of its files' names. */
  readonly name: string
  readonly seal: string
  readonly clock: Clock
  readonly software: string
  /** The next file is started past this size. */
  readonly maxFileBytes: number
  readonly index: Cdxj
}

export function createWarcSeries(options: SeriesOptions): WarcSeries {
  const { folder, name, index } = options
  let current: OpenFile | null = null
  let resting: Omit<OpenFile, 'handle'> | null = null
  let tail: Promise<unknown> = Promise.resolve()

  async function openFile(): Promise<OpenFile> {
    if (resting !== null) {
      current = await reopen(folder, resting)
      resting = null
    }
    if (current !== null && current.size <= options.maxFileBytes) return current
    const first = current === null
    await current?.handle.close()
    current = null
    await mkdir(join(folder, name), { recursive: true, mode: 0o700 })
    // Runs before the first file of this process is created, because its own files have no index until they are closed.
    if (first) await rebuildMissingIndexes(folder, name).catch(() => undefined)
    current = await startFile(options)
    return current
  }

  async function write(written: WrittenRecord): Promise<RecordRef> {
    const target = await openFile()
    const offset = target.size
    await appendWhole(target, written.bytes)
    flush(target)
    index.note({ ...written.entry, offset, file: target.file })
    return { file: target.file, recordId: written.recordId }
  }

  return {
    append(written) {
      const turn = tail.then(() => write(written))
      tail = turn.catch(() => {})
      return turn
    },
    async rest() {
      tail = tail.then(async () => {
        if (current === null) return
        const { handle, file, size } = current
        await handle.datasync().catch(() => {})
        await handle.close().catch(() => {})
        resting = { file, size, flushed: size, flushing: false }
        current = null
      })
      await tail
    },
    async close() {
      await tail
      await current?.handle.close()
      current = null
      resting = null
    },
  }
}

/** Null where the file is gone meanwhile, with its task: the next record begins another. */
async function reopen(folder: string, file: Omit<OpenFile, 'handle'>): Promise<OpenFile | null> {
  try {
    return { ...file, handle: await open(join(folder, file.file), constants.O_WRONLY | constants.O_APPEND) }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

/** Every process starts files of its own: a name that another has taken gets the next number. */
async function startFile({ folder, name, seal, clock, software }: SeriesOptions): Promise<OpenFile> {
  const time = isoTime(clock)
  for (let n = 1; ; n += 1) {
    const file = `${name}/${fileName(name, time, n)}`
    try {
      const handle = await open(join(folder, file), 'ax', 0o600)
      const started = { file, handle, size: 0, flushed: 0, flushing: false }
      await appendWhole(started, await infoRecord(file, time, software, seal)).catch(async (error: unknown) => {
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

/** E.g. task_1-20260301120000-00001.warc.gz */
export function fileName(name: string, time: string, n: number): string {
  const stamp = time.replace(/\D/g, '').slice(0, 14)
  return `${name}-${stamp}-${String(n).padStart(5, '0')}.warc.gz`
}

async function appendWhole(target: OpenFile, bytes: Buffer): Promise<void> {
  try {
    await target.handle.appendFile(bytes)
    target.size += bytes.length
  } catch (error) {
    // A half-written gzip member would hide the next one from readers that cannot recover.
    await target.handle.truncate(target.size).catch(() => {})
    throw error
  }
}

/** Flushed soon but not awaited: a power cut loses the last moments, not the file. */
function flush(target: OpenFile): void {
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
