import { readdir } from 'node:fs/promises'
import { dirname, isAbsolute, join, relative } from 'node:path'
import { toExchange } from './http-block.ts'
import { type RecordLocation, readRecordAt, type ScanReport, scanRecords, type WarcRecord } from './scan-records.ts'
import type { Exchange } from './types.ts'

export interface RecordReader {
  /** A response or resource record by its id; null when file or record is not there. */
  read(file: string, recordId: string): Promise<Exchange | null>
  close(): Promise<void>
}

interface FileIndex {
  readonly locations: Map<string, RecordLocation>
  readonly report: ScanReport
}

/** Remembers where records lie, and looks only at what was added since. */
export function openRecordReader(archiveFolder: string): RecordReader {
  const files = new Map<string, FileIndex>()

  async function locationOf(path: string, recordId: string): Promise<RecordLocation | null> {
    const index = files.get(path) ?? {
      locations: new Map<string, RecordLocation>(),
      report: { end: 0, skippedBytes: 0 },
    }
    files.set(path, index)
    if (!index.locations.has(recordId)) {
      for await (const record of scanRecords(path, index.report)) {
        const id = record.fields.get('warc-record-id')
        if (id !== undefined) index.locations.set(id, record.location)
      }
    }
    return index.locations.get(recordId) ?? null
  }

  async function recordOf(path: string, recordId: string): Promise<WarcRecord | null> {
    const location = await locationOf(path, recordId)
    return location === null ? null : readRecordAt(path, location)
  }

  /** A revisit's payload lies in the same file or in another of the same folder. */
  async function referred(path: string, recordId: string | null): Promise<WarcRecord | null> {
    if (recordId === null) return null
    const here = await recordOf(path, recordId)
    if (here !== null) return here
    const folder = dirname(path)
    const others = (await readdir(folder)).filter((name) => /\.warc(\.gz)?$/i.test(name)).sort()
    for (const name of others) {
      const found = join(folder, name) === path ? null : await recordOf(join(folder, name), recordId)
      if (found !== null) return found
    }
    return null
  }

  return {
    async read(file, recordId) {
      const path = join(archiveFolder, file)
      const inside = relative(archiveFolder, path)
      if (inside.startsWith('..') || isAbsolute(inside)) return null
      try {
        const record = await recordOf(path, recordId)
        return record === null ? null : await toExchange(record, 'GET', (to) => referred(path, to.recordId))
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
        throw error
      }
    },
    async close() {
      files.clear()
    },
  }
}
