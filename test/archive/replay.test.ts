import assert from 'node:assert/strict'
import { appendFile, readFile, truncate, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { test } from 'node:test'
import { openReplay, unreadableNotice } from '../../src/archive/replay.ts'
import { openArchiveWriter } from '../../src/archive/writer.ts'
import { replayClock } from '../../src/domain/clock.ts'
import { LyraError } from '../../src/domain/errors.ts'
import { dataFolder, htmlExchange, temporaryFolder, withoutData } from './samples.ts'

const start = Date.parse('2026-03-01T09:00:00.000Z')
const at = (second: number) => `2026-03-01T00:00:0${second}.000Z`

async function archiveOf(folder: string, exchanges: readonly Parameters<typeof htmlExchange>[]): Promise<string> {
  const archive = openArchiveWriter({ folder, clock: replayClock(start), software: 'lyra test' })
  let file = ''
  for (const parts of exchanges) file = (await archive.write(htmlExchange(...parts), 'task_1')).file
  await archive.close()
  return join(folder, file)
}

test('REQ 4.6: the exact URL answers first, then the normalised one, and anything else is a miss', async (t) => {
  const folder = await temporaryFolder(t)
  await archiveOf(folder, [
    ['https://a.example/p?x=1&y=2', 'sorted'],
    ['https://a.example/p?y=2&x=1', 'unsorted'],
  ])
  const replay = await openReplay(folder)
  const text = async (url: string) => Buffer.from((await replay.find('GET', url))?.body ?? []).toString()

  assert.equal(await text('https://a.example/p?y=2&x=1'), 'unsorted')
  assert.equal(await text('https://a.example/p?x=1&y=2#part'), 'sorted')
  assert.equal(await text('https://a.example/p/?utm_source=m&y=2&x=1'), 'sorted')
  assert.equal(await replay.find('GET', 'https://a.example/other'), null)
  assert.equal(await replay.find('POST', 'https://a.example/p?x=1&y=2'), null)
  assert.equal(await replay.find('GET', 'no url'), null)
})

test('REQ 4.6: captures of one URL come in the order they were made, the last one repeats, a 304 is left out', async (t) => {
  const folder = await temporaryFolder(t)
  await archiveOf(folder, [
    ['https://api.example/w', 'found', { time: at(2) }],
    ['https://api.example/w', 'slow down', { time: at(1), status: 429, statusText: 'Too Many Requests' }],
    ['https://api.example/w', '', { time: at(3), status: 304, statusText: 'Not Modified' }],
  ])
  const replay = await openReplay(folder)

  const statuses = []
  for (let i = 0; i < 3; i += 1) statuses.push((await replay.find('GET', 'https://api.example/w'))?.status)

  assert.deepEqual(statuses, [429, 200, 200])
  assert.equal(replay.latest, Date.parse('2026-03-01T09:00:00.001Z'))
})

test('REQ 4.6: a POST is told apart by its body', async (t) => {
  const folder = await temporaryFolder(t)
  const url = 'https://engine.example/html/'
  await archiveOf(folder, [
    [url, 'about vaccines', { method: 'POST', requestBody: 'q=ワクチン', time: at(1) }],
    [url, 'about screening', { method: 'POST', requestBody: 'q=検診', time: at(2) }],
  ])
  const replay = await openReplay(folder)

  const found = await replay.find('POST', url, 'q=検診')

  assert.equal(Buffer.from(found?.body ?? []).toString(), 'about screening')
  assert.equal(await replay.find('POST', url, 'q=other'), null)
})

test('a torn last record costs that record only, and the lost bytes are counted', async (t) => {
  const folder = await temporaryFolder(t)
  const path = await archiveOf(folder, [
    ['https://a.example/1', 'one'],
    ['https://a.example/2', 'two'],
  ])
  const whole = await readFile(path)
  const garbage = Buffer.from([0x1f, 0x8b, 0x08, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
  await truncate(path, whole.length - 10)
  await appendFile(path, garbage)

  const replay = await openReplay(path)

  assert.deepEqual(replay.urls, ['https://a.example/1', 'https://a.example/2'])
  const tornRequest = whole.subarray(whole.lastIndexOf(Buffer.from([0x1f, 0x8b, 0x08]))).length - 10
  assert.equal(replay.skippedBytes, tornRequest + garbage.length)
  const torn = whole.length - 10 - tornRequest
  const file = basename(path)
  assert.deepEqual(replay.unreadable, [
    { file, offset: torn, bytes: tornRequest, why: 'damaged' },
    { file, offset: torn + tornRequest, bytes: garbage.length, why: 'torn' },
  ])
  assert.equal(
    unreadableNotice(replay),
    `replay archive: 2 records (${tornRequest + garbage.length} bytes) could not be read: ` +
      `${file} at byte ${torn}, damaged; ${file} at byte ${torn + tornRequest}, cut off`,
  )
})

test('an archive that is whole has nothing to tell; one cut off in its last record names it', async (t) => {
  const folder = await temporaryFolder(t)
  const path = await archiveOf(folder, [['https://a.example/1', 'one']])
  const size = (await readFile(path)).length
  const whole = unreadableNotice(await openReplay(path))
  await truncate(path, size - 1)

  const cut = await openReplay(path)

  assert.equal(whole, null)
  assert.deepEqual(
    cut.unreadable.map(({ why, offset, bytes }) => [why, offset + bytes]),
    [['torn', size - 1]],
  )
})

test('a broken member in the middle is stepped over', async (t) => {
  const folder = await temporaryFolder(t)
  const path = await archiveOf(folder, [
    ['https://a.example/1', 'one'],
    ['https://a.example/2', 'two'],
    ['https://a.example/3', 'three'],
  ])
  const bytes = await readFile(path)
  const members: number[] = []
  for (let i = bytes.indexOf(Buffer.from([0x1f, 0x8b, 0x08])); i !== -1; ) {
    members.push(i)
    i = bytes.indexOf(Buffer.from([0x1f, 0x8b, 0x08]), i + 1)
  }
  const second = members[3] ?? 0
  bytes.fill(0xff, second + 20, second + 60)
  await writeFile(path, bytes)

  const replay = await openReplay(path)

  assert.deepEqual(replay.urls, ['https://a.example/1', 'https://a.example/3'])
  assert.equal(replay.skippedBytes, (members[4] ?? 0) - second)
})

test('REQ 3.2.1: an archive that is not there, or holds nothing, is ARCHIVE_UNREADABLE', async (t) => {
  const folder = await temporaryFolder(t)
  await writeFile(join(folder, 'empty.warc'), '')
  await writeFile(join(folder, 'text.warc.gz'), 'this is no archive')
  const unreadable = (error: unknown) => error instanceof LyraError && error.code === 'ARCHIVE_UNREADABLE'

  await assert.rejects(openReplay(join(folder, 'nowhere')), unreadable)
  await assert.rejects(openReplay(join(folder, 'empty.warc')), unreadable)
  await assert.rejects(openReplay(join(folder, 'text.warc.gz')), unreadable)
})

test('REQ 3.1.2: archives of other tools, good and broken, are read', { skip: withoutData }, async () => {
  const open = (name: string) => openReplay(join(dataFolder, 'warc', name))
  const sizes: Record<string, number | undefined> = {}
  for (const name of ['example.warc', 'example.warc.gz', 'example-resource.warc.gz']) {
    sizes[name] = (await (await open(name)).find('GET', 'http://example.com/'))?.body.length
  }
  const posts = await open('post-test.warc.gz')
  const json = await posts.find('POST', 'http://httpbin.org/post?foo=bar')
  const bad = await open('example-bad.warc.gz.bad')

  assert.deepEqual(sizes, {
    'example.warc': 1270,
    'example.warc.gz': 1270,
    'example-resource.warc.gz': 1303,
  })
  assert.equal(JSON.parse(Buffer.from(json?.body ?? []).toString()).url, 'http://httpbin.org/post?foo=bar')
  assert.deepEqual(bad.urls, ['http://example.com?example=1', 'http://www.iana.org/domains/example'])
  for (const name of ['example-trunc.warc', 'example-wrong-chunks.warc.gz']) {
    await assert.rejects(open(name), { code: 'ARCHIVE_UNREADABLE' })
  }
})
