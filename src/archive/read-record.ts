import { readdir } from 'node:fs/promises'
import { dirname, isAbsolute, join, relative } from 'node:path'
import { toExchange } from './http-block.ts'
import { type PayloadDigest, payloadDigest } from './payload-digest.ts'
import { createRecordIndex } from './record-index.ts'
import { readRecordAt, type WarcRecord } from './scan-records.ts'
import type { Exchange, RecordRef } from './types.ts'

export interface RecordReader {
  /** A response or resource record by its id; null when file or record is not there. */
  read(file: string, recordId: string): Promise<Exchange | null>
  /** The same with where it lies and whether its bytes are those that were written. */
  describe(file: string, recordId: string): Promise<DescribedRecord | null>
  /**
   * The answer to an address that lies nearest in time: in this file, else in another of its folder, so that a page is
   * shown with what it was made of.
   */
  nearest(file: string, url: string, time: string): Promise<RecordRef | null>
  close(): Promise<void>
}

export interface DescribedRecord {
  readonly exchange: Exchange
  /** response, revisit or resource. */
  readonly type: string
  /** First byte in the file, and how many. */
  readonly offset: number
  readonly length: number
  readonly digest: PayloadDigest
}

/** Remembers where records lie, and looks only at what was added since. */
export function openRecordReader(archiveFolder: string): RecordReader {
  const index = createRecordIndex()

  async function recordOf(path: string, recordId: string): Promise<WarcRecord | null> {
    const location = await index.locate(path, recordId)
    return location === null ? null : readRecordAt(path, location)
  }

  /** A revisit's payload lies in the same file or in another of the same folder. */
  async function referred(path: string, recordId: string | null): Promise<WarcRecord | null> {
    if (recordId === null) return null
    const here = await recordOf(path, recordId)
    if (here !== null) return here
    for (const other of await beside(path)) {
      const found = await recordOf(other, recordId)
      if (found !== null) return found
    }
    return null
  }

  /** Null for a name that leads out of the archive. */
  function inside(file: string): string | null {
    const path = join(archiveFolder, file)
    const way = relative(archiveFolder, path)
    return way.startsWith('..') || isAbsolute(way) ? null : path
  }

  async function describe(file: string, recordId: string): Promise<DescribedRecord | null> {
    const path = inside(file)
    const record = path === null ? null : await recordOf(path, recordId)
    if (path === null || record === null) return null
    let holder = record
    const exchange = await toExchange(record, 'GET', async (to) => {
      const found = await referred(path, to.recordId)
      holder = found ?? holder
      return found
    })
    if (exchange === null) return null
    const { offset, length } = record.location
    const type = record.fields.get('warc-type') ?? ''
    return { exchange, type, offset, length, digest: payloadDigest(record, holder) }
  }

  return {
    read: (file, recordId) => unlessMissing(async () => (await describe(file, recordId))?.exchange ?? null),
    describe: (file, recordId) => unlessMissing(() => describe(file, recordId)),
    nearest: (file, url, time) =>
      unlessMissing(async () => {
        const path = inside(file)
        if (path === null) return null
        for (const one of [path, ...(await beside(path))]) {
          const [first, ...others] = await index.named(one, url)
          if (first === undefined) continue
          const apart = (at: string) => Math.abs((Date.parse(at) || 0) - (Date.parse(time) || 0))
          const best = others.reduce((kept, next) => (apart(next.time) < apart(kept.time) ? next : kept), first)
          return { file: relative(archiveFolder, one), recordId: best.recordId }
        }
        return null
      }),
    async close() {
      index.clear()
    },
  }
}

/** The other WARC files of the folder. */
async function beside(path: string): Promise<readonly string[]> {
  const folder = dirname(path)
  const names = (await readdir(folder)).filter((name) => /\.warc(\.gz)?$/i.test(name)).sort()
  return names.map((name) => join(folder, name)).filter((other) => other !== path)
}

async function unlessMissing<T>(work: () => Promise<T | null>): Promise<T | null> {
  try {
    return await work()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}
