import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readlinkSync } from 'node:fs'
import { readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { openRecordReader } from '../../src/archive/read-record.ts'
import { openReplay } from '../../src/archive/replay.ts'
import { openArchiveWriter } from '../../src/archive/writer.ts'
import { replayClock } from '../../src/domain/clock.ts'
import { htmlExchange, temporaryFolder } from './samples.ts'

const clock = () => replayClock(Date.parse('2026-03-01T09:00:00.000Z'))
const html = '<html lang="ja"><title>検診</title><p>大腸がん検診は死亡率を下げる。</p></html>'

test('REQ 3.1.2: what is written to the WARC comes back byte for byte', async (t) => {
  const folder = await temporaryFolder(t)
  const archive = openArchiveWriter({ folder, clock: clock(), software: 'lyra test' })
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'content-encoding': 'gzip',
    'transfer-encoding': 'chunked',
    'set-cookie': 'a=1\nb=2',
  }
  const sent = htmlExchange('https://clinic.example/検診?b=2&a=1', html, { responseHeaders: headers })
  const ref = await archive.write(sent, 'task_0123')
  await archive.close()

  const back = await openRecordReader(folder).read(ref.file, ref.recordId)

  assert.equal(ref.file, 'task_0123/task_0123-20260301090000-00001.warc.gz')
  assert.equal(Buffer.from(back?.body ?? []).toString(), html)
  assert.equal(back?.url, 'https://clinic.example/%E6%A4%9C%E8%A8%BA?b=2&a=1')
  assert.equal(back?.time, sent.time)
  assert.deepEqual(back?.responseHeaders, {
    'content-type': 'text/html; charset=utf-8',
    'x-orig-content-encoding': 'gzip',
    'x-orig-transfer-encoding': 'chunked',
    'set-cookie': 'a=1\nb=2',
    'content-length': String(Buffer.byteLength(html)),
  })
})

test('REQ 4.4: archive files and folders are private', async (t) => {
  const folder = await temporaryFolder(t)
  const archive = openArchiveWriter({ folder, clock: clock(), software: 'lyra test' })
  const ref = await archive.write(htmlExchange('https://a.example/', html), '')
  await archive.close()

  const file = await stat(join(folder, ref.file))
  const group = await stat(join(folder, 'shared'))

  assert.equal(file.mode & 0o777, 0o600)
  assert.equal(group.mode & 0o777, 0o700)
})

test('REQ 3.1.2: WARC 1.1 records in their order, with digests that an independent reading confirms', async (t) => {
  const folder = await temporaryFolder(t)
  const archive = openArchiveWriter({ folder, clock: clock(), software: 'lyra test' })
  const ref = await archive.write(
    htmlExchange('https://a.example/find', html, { method: 'POST', requestBody: 'q=検診' }),
    'task_1',
  )
  await archive.writeResource('urn:lyra:screenshot:https://a.example/', 'image/png', Buffer.from([1, 2, 3]), 'task_1')
  await archive.close()

  const text = gunzipSync(await readFile(join(folder, ref.file)))
  const records = splitByHand(text)

  assert.deepEqual(
    records.map((one) => one.fields['WARC-Type']),
    ['warcinfo', 'response', 'request', 'resource'],
  )
  assert.deepEqual([...new Set(records.map((one) => one.version))], ['WARC/1.1'])
  for (const one of records.slice(1)) assert.equal(one.fields['WARC-Block-Digest'], `sha256:${hex(one.block)}`)
  const response = records[1]
  const payload = response?.block.subarray(response.block.indexOf('\r\n\r\n') + 4)
  assert.equal(response?.fields['WARC-Payload-Digest'], `sha256:${hex(payload ?? Buffer.alloc(0))}`)
  assert.equal(records[2]?.fields['WARC-Concurrent-To'], ref.recordId)
  assert.equal(records[2]?.block.toString().endsWith('\r\n\r\nq=検診'), true)
})

test('two writers of one folder never share a file, and groups cannot leave the folder', async (t) => {
  const folder = await temporaryFolder(t)
  const one = openArchiveWriter({ folder, clock: clock(), software: 'lyra test' })
  const two = openArchiveWriter({ folder, clock: clock(), software: 'lyra test' })

  const refs = await Promise.all([
    one.write(htmlExchange('https://a.example/1', html), 'task_1'),
    two.write(htmlExchange('https://a.example/2', html), 'task_1'),
    one.write(htmlExchange('https://a.example/3', html), '../../etc'),
  ])
  await Promise.all([one.close(), two.close()])

  assert.deepEqual(refs.map((ref) => ref.file).toSorted(), [
    'group-74ccf3c5b4c19a81/group-74ccf3c5b4c19a81-20260301090000-00001.warc.gz',
    'task_1/task_1-20260301090000-00001.warc.gz',
    'task_1/task_1-20260301090000-00002.warc.gz',
  ])
  const replay = await openReplay(folder)
  assert.deepEqual(replay.urls.toSorted(), ['https://a.example/1', 'https://a.example/2', 'https://a.example/3'])
})

test('a record reader answers null for a file, a record or a path that is not of the archive', async (t) => {
  const folder = await temporaryFolder(t)
  const archive = openArchiveWriter({ folder, clock: clock(), software: 'lyra test' })
  const ref = await archive.write(htmlExchange('https://a.example/', html), 'task_1')
  await archive.close()

  assert.equal(await openRecordReader(folder).read('task_9/none.warc.gz', ref.recordId), null)
  assert.equal(await openRecordReader(folder).read(ref.file, '<urn:uuid:00000000-0000-0000-0000-000000000000>'), null)
  assert.equal(await openRecordReader(join(folder, 'task_1')).read('../shared.warc.gz', ref.recordId), null)
})

function hex(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}

/** Knows nothing of the reader under test: splits by Content-Length alone. */
function splitByHand(text: Buffer): { version: string; fields: Record<string, string>; block: Buffer }[] {
  const records = []
  for (let at = 0; at < text.length; ) {
    const headEnd = text.indexOf('\r\n\r\n', at)
    const [version = '', ...lines] = text.toString('utf8', at, headEnd).split('\r\n')
    const fields = Object.fromEntries(lines.map((line) => line.split(/: (.*)/s).slice(0, 2))) as Record<string, string>
    const end = headEnd + 4 + Number(fields['Content-Length'])
    records.push({ version, fields, block: text.subarray(headEnd + 4, end) })
    at = end + 4
  }
  return records
}

test('REQ 5.1.2: a file that a killed process left without its index gets one from its records', async (t) => {
  const folder = await temporaryFolder(t)
  const killed = openArchiveWriter({ folder, clock: clock(), software: 'lyra test' })
  const ref = await killed.write(htmlExchange('https://clinic.example/a', html), 'task_1')
  await killed.writeResource('urn:shot', 'image/png', new Uint8Array(300), 'task_1')
  await killed.close()
  const index = join(folder, ref.file.replace('.warc.gz', '.cdxj'))
  const written = await readFile(index, 'utf8')
  await rm(index)

  const next = openArchiveWriter({ folder, clock: clock(), software: 'lyra test' })
  await next.write(htmlExchange('https://clinic.example/b', html), 'task_1')
  await next.close()

  assert.equal(await readFile(index, 'utf8'), written)
})

test('REQ 3.1.2: the files of many tasks are not all held open, and each task goes on in its own file', async (t) => {
  const folder = await temporaryFolder(t)
  const archive = openArchiveWriter({ folder, clock: clock(), software: 'lyra test' })
  const tasks = Array.from({ length: 20 }, (_, n) => `task_${n}`)
  const write = (task: string, path: string) =>
    archive.write(htmlExchange(`https://clinic.example/${task}/${path}`, html), task)
  const first = await Promise.all(tasks.map((task) => write(task, 'a')))
  const second = await Promise.all(tasks.map((task) => write(task, 'b')))
  // The last to rest may still be closing their files.
  await write('task_19', 'c')

  assert.ok(heldOpen(folder) <= 9, `${heldOpen(folder)} files are open`)
  await archive.close()
  const reader = openRecordReader(folder)
  for (const [n, task] of tasks.entries()) {
    assert.equal(first[n]?.file, second[n]?.file)
    const back = await reader.read(second[n]?.file ?? '', second[n]?.recordId ?? '')
    assert.equal(back?.url, `https://clinic.example/${task}/b`)
  }
})

test('REQ 3.1.2: a task whose resting file is gone begins another', async (t) => {
  const folder = await temporaryFolder(t)
  const archive = openArchiveWriter({ folder, clock: clock(), software: 'lyra test' })
  const page = htmlExchange('https://clinic.example/a', html)
  const lost = await archive.write(page, 'task_0')
  for (let n = 1; n < 12; n += 1) await archive.write(page, `task_${n}`)
  await rm(join(folder, lost.file))
  const again = await archive.write(page, 'task_0')
  await archive.close()

  assert.notEqual(await openRecordReader(folder).read(again.file, again.recordId), null)
})

/** Where the system tells which files a process holds. */
function heldOpen(folder: string): number {
  if (!existsSync('/proc/self/fd')) return 0
  const target = (name: string) => {
    try {
      return readlinkSync(`/proc/self/fd/${name}`)
    } catch {
      return ''
    }
  }
  return readdirSync('/proc/self/fd').filter((name) => target(name).startsWith(folder)).length
}
