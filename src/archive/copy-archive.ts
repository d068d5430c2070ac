import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { open, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { finished } from 'node:stream/promises'
import { gzipSync } from 'node:zlib'
import { recordBytes, withoutCredentialHeaders } from './clean-record.ts'
import { targetOf } from './http-block.ts'
import { lineOf } from './rebuild-index.ts'
import { type ScanReport, scanRecords, type WarcRecord } from './scan-records.ts'

export interface CopyOrder {
  /** The archive of the home, and the folder the copies go to. */
  readonly folder: string
  readonly into: string
  readonly taskId: string
  /** Records of pages that another task had fetched: file to record ids. Only these are taken from there. */
  readonly elsewhere: ReadonlyMap<string, ReadonlySet<string>>
  readonly leaveOut: (url: string) => boolean
  /** Cookies, keys and addresses by their value: a record that repeats one is left out. */
  readonly secrets: readonly string[]
}

export interface CopiedArchive {
  /** Names of the WARC files in the folder, in order. */
  readonly files: readonly string[]
  /** Sorted index lines of all of them. */
  readonly index: readonly string[]
  readonly records: number
  /** Records whose head lost a cookie or a credential. */
  readonly cleaned: number
  /** Records left out, because their page is, or because they repeat a secret. */
  readonly left_out: number
  readonly left_out_for_secrets: number
  /** Bytes of the original files that could not be read as records. */
  readonly unreadable_bytes: number
}

/** The name of the file with records of other tasks' files. */
export function sharedFileName(taskId: string): string {
  return `${taskId}-shared.warc.gz`
}

/** Copies what a task has in the archive, without what would let a reader act as its owner. */
export async function copyTaskArchive(order: CopyOrder): Promise<CopiedArchive> {
  const tally = { records: 0, cleaned: 0, left_out: 0, left_out_for_secrets: 0, unreadable_bytes: 0 }
  const index: string[] = []
  const files: string[] = []
  for (const name of await ownFiles(join(order.folder, order.taskId))) {
    files.push(name)
    await copyFiles([join(order.folder, order.taskId, name)], name, order, () => true, { tally, index })
  }
  if (order.elsewhere.size > 0) {
    const name = sharedFileName(order.taskId)
    files.push(name)
    const sources = [...order.elsewhere.keys()].sort()
    const wanted = await withReferred(order, sources)
    const isWanted = (record: WarcRecord) =>
      wanted.has(record.fields.get('warc-record-id') ?? '') || wanted.has(record.fields.get('warc-concurrent-to') ?? '')
    await copyFiles(
      sources.map((file) => join(order.folder, file)),
      name,
      order,
      isWanted,
      { tally, index },
    )
  }
  return { files, index: [...new Set(index)].sort(), ...tally }
}

async function ownFiles(folder: string): Promise<readonly string[]> {
  const names = await readdir(folder).catch(() => [])
  return names.filter((name) => name.endsWith('.warc.gz')).sort()
}

/** A revisit has no payload of its own: what it refers to comes along. */
async function withReferred({ folder, elsewhere }: CopyOrder, files: readonly string[]): Promise<ReadonlySet<string>> {
  const wanted = new Set(files.flatMap((file) => [...(elsewhere.get(file) ?? [])]))
  for (const file of files)
    for await (const { fields } of scanRecords(join(folder, file), { end: 0, skippedBytes: 0 })) {
      const target = fields.get('warc-refers-to')
      if (target !== undefined && wanted.has(fields.get('warc-record-id') ?? '')) wanted.add(target)
    }
  return wanted
}

interface Progress {
  readonly tally: Record<'records' | 'cleaned' | 'left_out' | 'left_out_for_secrets' | 'unreadable_bytes', number>
  readonly index: string[]
}

async function copyFiles(
  sources: readonly string[],
  name: string,
  { into, leaveOut, secrets }: CopyOrder,
  isWanted: (record: WarcRecord) => boolean,
  { tally, index }: Progress,
): Promise<void> {
  const target = createWriteStream(join(into, name), { flags: 'wx', mode: 0o600 })
  const needles = secrets.map((secret) => Buffer.from(secret))
  let offset = 0
  for (const source of sources) {
    const report: ScanReport = { end: 0, skippedBytes: 0 }
    for await (const record of scanRecords(source, report)) {
      if (!isWanted(record)) continue
      const url = targetOf(record)
      const isPrivate = url !== null && leaveOut(url)
      const cleaned = withoutCredentialHeaders(record)
      const { block } = cleaned ?? record
      // What stood in a header that went is no reason any more.
      const tells = needles.some((needle) => block.includes(needle)) || secrets.some((secret) => url?.includes(secret))
      if (isPrivate || tells) {
        tally[isPrivate ? 'left_out' : 'left_out_for_secrets'] += 1
        continue
      }
      const bytes = cleaned === null ? await memberOf(source, record) : gzipSync(recordBytes(cleaned))
      tally.records += 1
      if (cleaned !== null) tally.cleaned += 1
      const location = { offset, length: bytes.length, start: 0, end: 0 }
      const line = lineOf({ ...record, ...cleaned, location }, name)
      if (line !== null) index.push(line)
      if (!target.write(bytes)) await once(target, 'drain')
      offset += bytes.length
    }
    tally.unreadable_bytes += report.skippedBytes
  }
  target.end()
  await finished(target)
}

/** Our own writer gives each record a gzip member, which is copied byte for byte; one of several is packed anew. */
async function memberOf(source: string, record: WarcRecord): Promise<Buffer> {
  const { offset, length, start } = record.location
  const handle = await open(source, 'r')
  try {
    const raw = Buffer.alloc(length)
    await handle.read(raw, 0, length, offset)
    const head = raw.subarray(0, 2)
    const isAlone = start === 0 && head[0] === 0x1f && raw.readUInt32LE(length - 4) === record.location.end
    return isAlone ? raw : gzipSync(recordBytes(record))
  } finally {
    await handle.close()
  }
}
