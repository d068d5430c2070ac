import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createCaptureDedup } from '../../src/archive/capture-dedup.ts'
import type { Capture } from '../../src/archive/capture-index.ts'
import { createCaptureLookup } from '../../src/archive/capture-lookup.ts'
import { fileName } from '../../src/archive/warc-series.ts'
import { confirmedAs, folderOf } from '../../src/archive/writer.ts'
import { htmlExchange } from './samples.ts'

const url = 'https://a.example/p?b=1'
const capture = (order: number, more: Partial<Capture> = {}): Capture => ({
  path: 'a.warc.gz',
  location: { offset: order, length: 1, start: 0, end: 1 },
  url,
  time: `2026-03-01T00:00:0${order}Z`,
  order,
  method: 'GET',
  bodyHash: null,
  route: null,
  ...more,
})

test('REQ 4.6: captures of one address answer in their order, the last one again and again', () => {
  const find = createCaptureLookup([capture(0), capture(1)])
  const orders = [0, 1, 2].map(() => {
    const match = find('GET', `${url}#part`, null)
    match?.advance()
    return match?.capture.order
  })
  assert.deepEqual(orders, [0, 1, 1])
})

test('REQ 4.6: looking without advancing takes nothing away', () => {
  const find = createCaptureLookup([capture(0, { route: 'tor' }), capture(1)])
  assert.deepEqual(
    [1, 2].map(() => find('GET', url, null)?.capture.route),
    ['tor', 'tor'],
  )
})

test('REQ 4.6: the exact address comes before one that only differs in tracking, and no other method answers', () => {
  const find = createCaptureLookup([capture(0, { url: `${url}&utm_source=x` }), capture(1)])
  assert.equal(find('GET', url, null)?.capture.order, 1)
  assert.equal(find('GET', `${url}&gclid=2`, null)?.capture.order, 0)
  assert.equal(find('POST', url, null), null)
})

test('REQ 4.6: a body that was sent must be the one of the capture, where it is known', () => {
  const sent = [capture(0, { method: 'POST', bodyHash: 'one' }), capture(1, { method: 'POST', bodyHash: 'two' })]
  const find = createCaptureLookup(sent)
  assert.equal(find('POST', url, 'two')?.capture.order, 1)
  assert.equal(find('POST', url, 'three'), null)
})

test('REQ 4.3.2: the same bytes are stored once, and another route to the same page is told of', () => {
  const memory = createCaptureDedup()
  const page = { ...htmlExchange('https://a.example/', 'x'.repeat(300)), time: '2026-03-01T00:00:00Z' }
  assert.equal(memory.samePayload(page.body, 'sha'), null)
  memory.note(page, { recordId: 'r1', route: 'http', digest: 'sha', whole: true })
  assert.equal(memory.samePayload(page.body, 'sha')?.recordId, 'r1')
  assert.equal(memory.samePayload(page.body.subarray(0, 20), 'sha'), null)
  assert.deepEqual([memory.otherRoute(page.url, 'http'), memory.otherRoute(page.url, 'browser')], [null, 'r1'])
})

test('REQ 5.1.2: a 304 points at its copy inside its own task and is written out whole in another', () => {
  const answer = { ...htmlExchange(url, ''), status: 304, statusText: 'Not Modified' }
  const copy = htmlExchange(url, '<p>kept</p>')
  const own = confirmedAs(answer, 'task_1', { file: 'task_1/a.warc.gz', recordId: 'r1' }, copy)
  const other = confirmedAs(answer, 'task_2', { file: 'task_1/a.warc.gz', recordId: 'r1' }, copy)
  assert.equal('why' in own && own.why, 'server-not-modified')
  assert.deepEqual('status' in other && [other.status, other.body, other.time], [200, copy.body, answer.time])
})

test('folders and files of a group are named so that no name leads out of the archive', () => {
  assert.deepEqual(['', 'task_1'].map(folderOf), ['shared', 'task_1'])
  assert.match(folderOf('../etc'), /^group-[0-9a-f]{16}$/)
  assert.equal(fileName('task_1', '2026-03-01T12:00:00.000Z', 2), 'task_1-20260301120000-00002.warc.gz')
})
