import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { WARC_BOMBS } from '../../bench/hostile/warc-bombs.ts'
import { dechunk } from '../../src/archive/http-block.ts'
import { openReplay, unreadableNotice } from '../../src/archive/replay.ts'
import { type ScanReport, scanRecords } from '../../src/archive/scan-records.ts'
import { LyraError } from '../../src/domain/errors.ts'
import { temporaryFolder } from './samples.ts'

const PAGE = record('WARC-Type: resource\r\nWARC-Target-URI: http://a.example/', Buffer.from('A page.'))

function record(fields: string, block: Buffer): Buffer {
  const head = `WARC/1.0\r\n${fields}\r\nContent-Length: ${block.length}\r\n\r\n`
  return Buffer.concat([Buffer.from(head), block, Buffer.from('\r\n\r\n')])
}

test('SECURITY: WARC files of false members, header floods and claimed lengths end as unreadable archives', async (t) => {
  const folder = await temporaryFolder(t)
  for (const name of ['false_members', 'false_names', 'record_starts', 'header_flood', 'claimed_lengths']) {
    const path = join(folder, `${name}.warc`)
    await writeFile(path, WARC_BOMBS[name]?.(200_000) ?? '')
    await assert.rejects(
      openReplay(path),
      (error) => error instanceof LyraError && error.code === 'ARCHIVE_UNREADABLE' && error.details !== undefined,
      name,
    )
  }
})

test('SECURITY: a WARC file that unpacks without end is given up where its work is used up; what came before is read', async (t) => {
  const path = join(await temporaryFolder(t), 'unpacked.warc.gz')
  const nothing = gzipSync(record('WARC-Type: resource', Buffer.alloc(30_000_000)))
  await writeFile(path, Buffer.concat([gzipSync(PAGE), ...Array.from({ length: 12 }, () => nothing)]))
  const archive = await openReplay(path)
  assert.equal(Buffer.from((await archive.find('GET', 'http://a.example/'))?.body ?? '').toString(), 'A page.')
  assert.deepEqual(
    archive.unreadable.map(({ why }) => why),
    ['too_costly'],
  )
  assert.match(unreadableNotice(archive) ?? '', /more work than a file of its size may make/)
})

test('SECURITY: a file that was given up is not read again from the same place', async (t) => {
  const path = join(await temporaryFolder(t), 'records.warc.gz')
  await writeFile(path, gzipSync(Buffer.alloc(20_000_000, record('WARC-Type: metadata', Buffer.alloc(0)))))
  const report: ScanReport = { end: 0, skippedBytes: 0 }
  let records = 0
  for await (const _ of scanRecords(path, report)) records += 1
  assert.ok(records > 1000 && records < 60_000, String(records))
  for await (const _ of scanRecords(path, report)) assert.fail('nothing was added')
})

test('chunks are taken apart, with extensions, capitals and a cut-off end; what is none is given back', () => {
  const read = (text: string) => dechunk(Buffer.from(text)).toString()
  assert.equal(read('5\r\nhello\r\nA;x=y\r\n, world ok\r\n1 \r\n.\r\n0\r\n\r\n'), 'hello, world ok.')
  assert.equal(read('5\r\nhello\r\nff\r\nrest'), 'hellorest')
  assert.equal(read('5\r\nhello\r\nno size\r\n'), 'hello')
  assert.equal(read('<html>\r\n</html>'), '<html>\r\n</html>')
  assert.equal(read('123456789\r\na'), '123456789\r\na')
})
