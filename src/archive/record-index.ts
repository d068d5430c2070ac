import { targetOf } from './http-block.ts'
import { type RecordLocation, type ScanReport, scanRecords } from './scan-records.ts'

/** A record that has an answer to show: response, revisit or resource. */
export interface NamedRecord {
  readonly recordId: string
  readonly time: string
}

/** Where the records of WARC files lie, by id and by address; a file is read once, and later what was added to it. */
export interface RecordIndex {
  locate(path: string, recordId: string): Promise<RecordLocation | null>
  /** The answers of this address in the file, in the order of the file. */
  named(path: string, url: string): Promise<readonly NamedRecord[]>
  clear(): void
}

interface FileIndex {
  readonly locations: Map<string, RecordLocation>
  readonly names: Map<string, NamedRecord[]>
  readonly report: ScanReport
}

const ANSWERS = new Set(['response', 'revisit', 'resource'])

export function createRecordIndex(): RecordIndex {
  const files = new Map<string, FileIndex>()

  async function readOn(path: string): Promise<FileIndex> {
    const index = files.get(path) ?? { locations: new Map(), names: new Map(), report: { end: 0, skippedBytes: 0 } }
    files.set(path, index)
    for await (const { fields, location, block } of scanRecords(path, index.report)) {
      const recordId = fields.get('warc-record-id')
      if (recordId === undefined) continue
      index.locations.set(recordId, location)
      const url = targetOf({ fields, location, block })
      if (url === null || !ANSWERS.has(fields.get('warc-type') ?? '')) continue
      const named = index.names.get(url) ?? []
      named.push({ recordId, time: fields.get('warc-date') ?? '' })
      index.names.set(url, named)
    }
    return index
  }

  return {
    async locate(path, recordId) {
      const known = files.get(path)?.locations.get(recordId)
      return known ?? (await readOn(path)).locations.get(recordId) ?? null
    },
    async named(path, url) {
      return (await readOn(path)).names.get(url) ?? []
    },
    clear: () => files.clear(),
  }
}
