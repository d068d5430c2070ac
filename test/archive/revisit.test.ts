import assert from 'node:assert/strict'
import { createReadStream } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { checkDigests } from '../../bench/acquisition/digests.ts'
import { cdxjLine, urlKey } from '../../src/archive/cdxj.ts'
import { openReplay } from '../../src/archive/replay.ts'
import { scanRecords } from '../../src/archive/scan-records.ts'
import { openArchiveWriter } from '../../src/archive/writer.ts'
import { replayClock } from '../../src/domain/clock.ts'
import { htmlExchange } from './samples.ts'

const long = `<p>${'大腸がん検診の受診率は四割である。'.repeat(30)}</p>`
const site = 'https://www.kenshin.example'

async function writerIn(t: TestContext) {
  const folder = await mkdtemp(join(tmpdir(), 'lyra-revisit-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  const clock = replayClock(Date.parse('2026-05-15T00:00:00Z'))
  const open = () => openArchiveWriter({ folder, clock, software: 'test' })
  const warcs = async (group: string) =>
    (await readdir(join(folder, group)))
      .filter((name) => name.endsWith('.warc.gz'))
      .map((name) => join(folder, group, name))
  const checked = async (group: string) => checkDigests((await warcs(group)).map((path) => createReadStream(path)))
  return { folder, open, checked }
}

test('REQ 3.1.2: the same bytes are stored once, and read and replayed under both addresses', async (t) => {
  const { folder, open, checked } = await writerIn(t)
  const archive = open()
  await archive.write(htmlExchange(`${site}/a`, long), 'task_1')
  const again = await archive.write(htmlExchange(`${site}/copy`, long), 'task_1', { route: 'browser' })
  const read = await archive.read(again.file, again.recordId)
  await archive.close()
  const replay = await openReplay(join(folder, 'task_1'))

  assert.equal(Buffer.from(read?.body ?? []).toString(), long)
  assert.equal(read?.url, `${site}/copy`)
  assert.equal(Buffer.from((await replay.find('GET', `${site}/copy`))?.body ?? []).toString(), long)
  const { bad, byType } = await checked('task_1')
  assert.deepEqual([bad, byType], [0, { warcinfo: 1, response: 1, request: 2, revisit: 1, metadata: 1 }])
})

test('REQ 5.1.2: a 304 is a revisit of what it confirms; across tasks the bytes are written out, so each replays alone', async (t) => {
  const { folder, open, checked } = await writerIn(t)
  const archive = open()
  const first = await archive.write(htmlExchange(`${site}/a`, long), 'task_1')
  const confirmed = htmlExchange(`${site}/a`, '', { status: 304, statusText: 'Not Modified' })
  await archive.write(confirmed, 'task_1', { confirmed: first })
  await archive.write(confirmed, 'task_2', { confirmed: first })
  await archive.close()

  const one = await checked('task_1')
  const two = await checked('task_2')
  assert.deepEqual([one.bad, one.byType.revisit, one.byType.response], [0, 1, 1])
  assert.deepEqual([two.bad, two.byType.revisit, two.byType.response], [0, undefined, 1])
  for (const task of ['task_1', 'task_2']) {
    const found = await (await openReplay(join(folder, task))).find('GET', `${site}/a`)
    assert.equal(Buffer.from(found?.body ?? []).toString(), long, task)
    assert.equal(found?.status, 200, task)
  }
})

test('REQ 4.3.5: the archive knows by which route each answer came', async (t) => {
  const { folder, open } = await writerIn(t)
  const archive = open()
  await archive.write(htmlExchange(`${site}/a`, 'no', { status: 403, statusText: 'Forbidden' }), 'task_1', {
    route: 'http',
  })
  await archive.write(htmlExchange(`${site}/a`, long), 'task_1', { route: 'tor' })
  await archive.write(htmlExchange(`${site}/b`, `${long}b`), 'task_1', { route: 'browser' })
  await archive.close()
  const replay = await openReplay(join(folder, 'task_1'))

  const before = replay.routeOf?.(`${site}/a`)
  await replay.find('GET', `${site}/a`)

  assert.deepEqual([before, replay.routeOf?.(`${site}/a`), replay.routeOf?.(`${site}/b`)], [null, 'tor', 'browser'])
})

test('REQ 4.3.2: a page that two routes got is linked in the archive, either way round', async (t) => {
  const { folder, open, checked } = await writerIn(t)
  const archive = open()
  const plain = await archive.write(htmlExchange(`${site}/a`, 'no'), 'task_1', { route: 'http' })
  const browser = await archive.write(htmlExchange(`${site}/a`, long), 'task_1', { route: 'browser' })
  await archive.write(htmlExchange(`${site}/a`, `${long}2`), 'task_1', { route: 'http' })
  await archive.write(htmlExchange(`${site}/b`, `${long}b`), 'task_1', { route: 'http' })
  await archive.close()

  const fields: string[] = []
  for await (const record of scanRecords(join(folder, plain.file), { end: 0, skippedBytes: 0 })) {
    if (record.fields.get('warc-type') === 'metadata') fields.push(record.block.toString())
  }
  assert.deepEqual(fields, [
    `lyra-route: browser\r\nlyra-same-page: ${plain.recordId}\r\n`,
    `lyra-route: http\r\nlyra-same-page: ${browser.recordId}\r\n`,
  ])
  assert.equal((await checked('task_1')).bad, 0)
})

test('revisit records of other tools are followed by address and time, or by digest', async (t) => {
  const { folder, open } = await writerIn(t)
  const archive = open()
  await archive.write(htmlExchange(`${site}/a`, long), 'web')
  await archive.close()
  const [file = ''] = (await readdir(join(folder, 'web'))).filter((name) => name.endsWith('.cdxj'))
  const [line = ''] = (await readFile(join(folder, 'web', file), 'utf8')).split('\n')
  const { digest } = JSON.parse(line.replace(/^\S+ \S+ /, '')) as { digest: string }
  const revisit = (url: string, fields: string) => {
    const block = 'HTTP/1.1 200 OK\r\ncontent-type: text/html\r\nx-again: yes\r\n\r\n'
    return `WARC/1.0\r\nWARC-Type: revisit\r\nWARC-Record-ID: <urn:uuid:${url.length}>\r\nWARC-Target-URI: ${url}\r\nWARC-Date: 2026-06-01T00:00:00Z\r\nWARC-Profile: http://netpreserve.org/warc/1.0/revisit/identical-payload-digest\r\n${fields}\r\nContent-Length: ${block.length}\r\n\r\n${block}\r\n\r\n`
  }
  await writeFile(
    join(folder, 'web', 'other.warc'),
    revisit(`${site}/by-digest`, `WARC-Payload-Digest: ${digest}`) +
      revisit(`${site}/lost`, 'WARC-Payload-Digest: sha1:UNKNOWN'),
  )

  const replay = await openReplay(join(folder, 'web'))
  const found = await replay.find('GET', `${site}/by-digest`)

  assert.equal(Buffer.from(found?.body ?? []).toString(), long)
  assert.equal(found?.responseHeaders['x-again'], 'yes')
  assert.equal(await replay.find('GET', `${site}/lost`), null)
})

test('the CDXJ index beside a WARC is sorted and leads to the records', async (t) => {
  const { folder, open } = await writerIn(t)
  const archive = open()
  await archive.write(htmlExchange(`${site}/z`, `${long}z`), 'task_1')
  await archive.write(htmlExchange(`${site}/a`, long), 'task_1')
  await archive.writeResource(`urn:lyra:screenshot:${site}/a`, 'image/jpeg', Buffer.from('jpeg'), 'task_1')
  await archive.close()
  const names = await readdir(join(folder, 'task_1'))
  const index = await readFile(join(folder, 'task_1', names.find((name) => name.endsWith('.cdxj')) ?? ''), 'utf8')
  const lines = index.trim().split('\n')
  const entry = JSON.parse(lines[0]?.replace(/^\S+ \S+ /, '') ?? '') as Record<string, string>

  assert.deepEqual(
    lines.map((line) => line.split(' ')[0]),
    ['example,kenshin)/a', 'example,kenshin)/z', `urn:lyra:screenshot:${site}/a`],
  )
  const warc = await readFile(join(folder, 'task_1', entry.filename ?? ''))
  const { gunzipSync } = await import('node:zlib')
  const member = warc.subarray(Number(entry.offset), Number(entry.offset) + Number(entry.length))
  assert.match(gunzipSync(member).toString(), new RegExp(`WARC-Target-URI: ${site}/a\r\n`))
  assert.equal(urlKey('https://www.Example.co.jp:8443/P?b=1'), 'jp,co,example:8443)/p?b=1')
  assert.equal(
    cdxjLine({
      url: 'http://a.example/',
      time: '2026-05-15T01:02:03.004Z',
      mime: 'text/html',
      status: 200,
      digest: 'sha256:0',
      offset: 5,
      length: 9,
      file: 't/x.warc.gz',
    }),
    'example,a)/ 20260515010203 {"url":"http://a.example/","mime":"text/html","status":"200","digest":"sha256:0","length":"9","offset":"5","filename":"x.warc.gz"}',
  )
})
