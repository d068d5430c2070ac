import { existsSync } from 'node:fs'
import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { cdxjLine, indexPath } from './cdxj.ts'
import { parseHttp } from './http-block.ts'
import { plainType } from './record.ts'
import { scanRecords, type WarcRecord } from './scan-records.ts'

const ANSWERS = ['response', 'revisit', 'resource']

/**
 * A killed process leaves WARC files without an index: the next process that opens the group rebuilds it from the
 * records.
 */
export async function rebuildMissingIndexes(folder: string, group: string): Promise<void> {
  for (const name of await readdir(join(folder, group))) {
    const file = `${group}/${name}`
    const index = indexPath(join(folder, file))
    if (!name.endsWith('.warc.gz') || existsSync(index)) continue
    const lines: string[] = []
    for await (const found of scanRecords(join(folder, file), { end: 0, skippedBytes: 0 })) {
      const line = lineOf(found, file)
      if (line !== null) lines.push(line)
    }
    // A process that still writes the file replaces this index by its own when it closes.
    if (lines.length > 0) await writeFile(index, `${[...new Set(lines)].sort().join('\n')}\n`, { mode: 0o600 })
  }
}

/** The index line of an answer; null for other records. */
export function lineOf({ fields, block, location }: WarcRecord, file: string): string | null {
  const url = fields.get('warc-target-uri')
  const type = fields.get('warc-type') ?? ''
  if (url === undefined || !ANSWERS.includes(type)) return null
  const http = type === 'resource' ? null : parseHttp(block)
  const status = /^HTTP\/[\d.]+ (\d{3})/u.exec(http?.startLine ?? '')?.[1]
  const told = type === 'resource' ? fields.get('content-type') : http?.headers['content-type']
  return cdxjLine({
    url,
    time: fields.get('warc-date') ?? '',
    mime: type === 'revisit' ? 'warc/revisit' : plainType(told),
    status: type === 'resource' ? 200 : status === undefined ? null : Number(status),
    digest: fields.get('warc-payload-digest') ?? fields.get('warc-block-digest') ?? '',
    offset: location.offset,
    length: location.length,
    file,
  })
}
