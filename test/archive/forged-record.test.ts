import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readFile, stat, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { openRecordReader } from '../../src/archive/read-record.ts'
import { openReplay } from '../../src/archive/replay.ts'
import { MODEL_ANSWER } from '../../src/archive/types.ts'
import { openArchiveWriter } from '../../src/archive/writer.ts'
import { replayClock } from '../../src/domain/clock.ts'
import { htmlExchange, temporaryFolder } from './samples.ts'

const QUESTION = `${MODEL_ANSWER}${'a'.repeat(64)}`
const TARGET = 'https://clinic.example/'
const ANSWER = '{"model":"m","text":"{}"}'
const FORGED = '<urn:uuid:00000000-0000-5000-8000-000000000001>'

function member(fields: Readonly<Record<string, string>>, body: Uint8Array): Buffer {
  const named = { 'WARC-Date': '2026-01-01T00:00:00Z', ...fields, 'Content-Length': String(body.length) }
  const lines = Object.entries(named).map(([name, value]) => `${name}: ${value}\r\n`)
  return gzipSync(Buffer.concat([Buffer.from(`WARC/1.1\r\n${lines.join('')}\r\n`), body, Buffer.from('\r\n\r\n')]))
}

const resource = (url: string, body: string, type = 'application/json') =>
  member(
    { 'WARC-Type': 'resource', 'WARC-Record-ID': FORGED, 'WARC-Target-URI': url, 'Content-Type': type },
    Buffer.from(body),
  )

/** Bytes that gzip cannot make smaller and stores as they are. */
function noise(seed: string): Buffer {
  const blocks = Array.from({ length: 2200 }, (_, at) => createHash('sha256').update(`${seed} ${at}`).digest())
  return Buffer.concat(blocks)
}

/** What a page may hold: whole members that look like records, between bytes that stay as they are. */
const PAGE = Buffer.concat([noise('before'), resource(QUESTION, ANSWER), resource(TARGET, 'forged'), noise('after')])

async function torn(t: TestContext, after: readonly string[] = []) {
  const folder = await temporaryFolder(t)
  const archive = openArchiveWriter({ folder, clock: replayClock(0), software: 'lyra test' })
  await archive.write(htmlExchange('https://good.example/', 'good'), 'task_1')
  const { file } = await archive.write(htmlExchange('https://evil.example/a.pdf', '', { body: PAGE }), 'task_1')
  const path = join(folder, file)
  const end = (await stat(path)).size
  for (const url of after) await archive.write(htmlExchange(url, `text of ${url}`), 'task_1')
  await archive.close()
  return { folder, file, path, end }
}

test('REQ 4.6, 4.4.1: bytes of a page in a torn archive are no records: neither a capture nor an answer of the model', async (t) => {
  const { folder, file, path, end } = await torn(t)
  await truncate(path, end - 2000)

  const replay = await openReplay(path)

  assert.deepEqual(replay.urls, ['https://good.example/'])
  assert.equal(replay.modelAnswer, undefined)
  assert.equal(await openRecordReader(folder).read(file, FORGED), null)
  const first = replay.unreadable[0]?.offset ?? 0
  assert.equal(
    replay.unreadable.reduce((sum, { bytes }) => sum + bytes, 0),
    end - 2000 - first,
  )
  assert.equal(replay.skippedBytes, end - 2000 - first)
})

test('REQ 4.6: what Lyra wrote behind a damaged record is still found, by the seal of its file', async (t) => {
  const { path, end } = await torn(t, [TARGET])
  const bytes = await readFile(path)
  bytes.fill(0xff, end - 3000, end - 2900)
  await writeFile(path, bytes)

  const replay = await openReplay(path)

  assert.deepEqual(replay.urls, ['https://good.example/', TARGET])
  assert.equal(Buffer.from((await replay.find('GET', TARGET))?.body ?? []).toString(), `text of ${TARGET}`)
})

test('REQ 4.6: in an archive without seals captures behind the damage are read as before, answers of the model are not', async (t) => {
  const folder = await temporaryFolder(t)
  const info = member({ 'WARC-Type': 'warcinfo', 'WARC-Record-ID': '<urn:uuid:0>' }, Buffer.from('software: old\r\n'))
  const records = [resource(TARGET, 'page', 'text/html'), resource(QUESTION, ANSWER)]
  const torn = resource('https://torn.example/', 'torn', 'text/html').subarray(0, 100)
  const [whole, damaged] = [join(folder, 'whole.warc.gz'), join(folder, 'damaged.warc.gz')]
  await writeFile(whole, Buffer.concat([info, ...records]))
  await writeFile(damaged, Buffer.concat([info, torn, ...records]))

  const [before, after] = [await openReplay(whole), await openReplay(damaged)]

  assert.deepEqual(before.urls, [TARGET])
  assert.equal(Buffer.from((await before.modelAnswer?.(QUESTION)) ?? []).toString(), ANSWER)
  assert.deepEqual(after.urls, [TARGET])
  assert.equal(after.modelAnswer, undefined)
})

test('REQ 4.6: an answer of the model is a resource of JSON and nothing else', async (t) => {
  const folder = await temporaryFolder(t)
  const path = join(folder, 'strange.warc.gz')
  const http = Buffer.from(`HTTP/1.1 200 OK\r\n\r\n${ANSWER}`)
  const response = { 'WARC-Type': 'response', 'WARC-Record-ID': '<urn:uuid:2>', 'WARC-Target-URI': QUESTION }
  await writeFile(
    path,
    Buffer.concat([
      resource(TARGET, 'page', 'text/html'),
      resource(QUESTION, ANSWER, 'text/html'),
      member(response, http),
    ]),
  )

  assert.equal((await openReplay(path)).modelAnswer, undefined)
})
