import assert from 'node:assert/strict'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type TestContext, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { openRecordReader } from '../../src/archive/read-record.ts'
import { scanRecords, type WarcRecord } from '../../src/archive/scan-records.ts'
import { sha256 } from '../../src/domain/ids.ts'
import { ask, openWorld, serve, textOf } from './loopback.ts'

const html = { 'content-type': 'text/html; charset=utf-8' }
const both = ['browser', 'plain'] as const

/** A site that counts its open connections and how many there ever were. */
async function counting(t: TestContext, listener: RequestListener) {
  const open = new Set<unknown>()
  let ever = 0
  const server = createServer((request, response) => {
    if (request.url === '/robots.txt') response.writeHead(404).end()
    else listener(request, response)
  })
  server.on('connection', (socket) => {
    ever += 1
    open.add(socket)
    socket.on('close', () => open.delete(socket))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.after(() => {
    server.closeAllConnections()
    return new Promise((resolve) => server.close(resolve))
  })
  const settled = async (count: number) => {
    for (let tries = 0; tries < 50 && open.size !== count; tries += 1) await wait(20)
    return open.size
  }
  return { host: `127.0.0.1:${(server.address() as AddressInfo).port}`, settled, ever: () => ever }
}

for (const handshake of both) {
  test(`a body given up in its middle frees its connection at once, without another call (${handshake})`, async (t) => {
    const { host, settled } = await counting(t, (request, response) => {
      if (request.url === '/whole') return response.writeHead(200, html).end('<p>x</p>')
      response.writeHead(200, html).write('<p>begin</p>')
      const drip = setInterval(() => response.write('.'), 30)
      return response.on('close', () => clearInterval(drip))
    })
    const { gateway } = await openWorld(t, { allow_private: [host], handshake })
    await gateway.fetch(ask(`http://${host}/whole`))
    const aborter = new AbortController()
    setTimeout(() => aborter.abort(), 120)

    const started = performance.now()
    const cancelled = await gateway.fetch(ask(`http://${host}/a`, { signal: aborter.signal }))
    const afterAbort = await settled(0)
    const late = await gateway.fetch(ask(`http://${host}/b`, { timeoutMs: 150 }))
    const afterDeadline = await settled(0)
    const large = await gateway.fetch(ask(`http://${host}/c`, { maxBytes: 20 }))
    const afterLimit = await settled(0)
    const elapsed = performance.now() - started
    await gateway.close()

    assert.deepEqual([cancelled.outcome, late.outcome, large.outcome], ['cancelled', 'timeout', 'too_large'])
    assert.deepEqual([afterAbort, afterDeadline, afterLimit], [0, 0, 0])
    assert.equal(elapsed < 3000, true)
  })

  test(`a server that never answers ends at the deadline or the abort, and its connection with it (${handshake})`, async (t) => {
    const { host, settled } = await counting(t, () => {})
    const { gateway } = await openWorld(t, { allow_private: [host], handshake })
    const aborter = new AbortController()
    setTimeout(() => aborter.abort(), 100)

    const late = await gateway.fetch(ask(`http://${host}/a`, { timeoutMs: 150 }))
    const cancelled = await gateway.fetch(ask(`http://${host}/b`, { signal: aborter.signal }))

    assert.deepEqual([late.outcome, cancelled.outcome, await settled(0)], ['timeout', 'cancelled', 0])
    await gateway.close()
  })

  test(`pages of one site share a connection, which closing the gateway ends (${handshake})`, async (t) => {
    const { host, settled, ever } = await counting(t, (_request, response) =>
      response.writeHead(200, html).end('<p>x</p>'),
    )
    const { gateway } = await openWorld(t, { allow_private: [host], handshake })

    for (const path of ['/a', '/b', '/c']) {
      await gateway.fetch(ask(`http://${host}${path}`))
      // The connection is free a moment after its answer was read.
      await wait(50)
    }
    const during = await settled(1)
    await gateway.close()

    assert.deepEqual([ever(), during, await settled(0)], [1, 1, 0])
  })

  test(`a redirect to a private address is refused at its own check (${handshake})`, async (t) => {
    const inner = await serve(t, (_request, response) => response.end('secret'))
    const { host } = await serve(t, (_request, response) => {
      response.writeHead(302, { location: `http://${inner.host}/admin` }).end()
    })
    const { gateway } = await openWorld(t, { allow_private: [host], handshake })

    const result = await gateway.fetch(ask(`http://${host}/`))
    await gateway.close()

    assert.deepEqual([result.outcome, inner.seen], ['refused_private', []])
  })

  test(`cookies with commas stay apart, header names are lower case (${handshake})`, async (t) => {
    const asked: (string | undefined)[] = []
    const { host } = await serve(t, (request, response) => {
      asked.push(request.headers.cookie)
      const cookies = ['a=1; Expires=Wed, 21 Oct 2093 07:28:00 GMT; Path=/', 'b=2; Path=/']
      response.writeHead(200, { ...html, 'Set-Cookie': cookies, 'X-Mixed-Case': 'Yes' }).end('<p>x</p>')
    })
    const { gateway } = await openWorld(t, { allow_private: [host], handshake })

    const first = await gateway.fetch(ask(`http://${host}/`))
    await gateway.fetch(ask(`http://${host}/`))
    await gateway.close()

    assert.equal(first.response?.headers['x-mixed-case'], 'Yes')
    assert.equal(first.response?.headers['set-cookie']?.split('\n').length, 2)
    assert.deepEqual(asked, [undefined, 'a=1; b=2'])
  })

  test(`the archive holds the decoded page, says how it was coded, and its digests are right (${handshake})`, async (t) => {
    const page = '<p>大腸がん検診の受診率は四割である。</p>'.repeat(30)
    const { host } = await serve(t, (_request, response) => {
      response.writeHead(200, { ...html, 'content-encoding': 'gzip' }).end(gzipSync(page))
    })
    const { gateway, archive, folder } = await openWorld(t, { allow_private: [host], handshake })

    const result = await gateway.fetch(ask(`http://${host}/`))
    await gateway.close()
    await archive.close()

    assert.equal(textOf(result), page)
    assert.ok(result.archive !== null)
    const { file, recordId } = result.archive
    const kept = await openRecordReader(folder).read(file, recordId)
    assert.equal(Buffer.from(kept?.body ?? []).toString(), page)
    assert.equal(kept?.responseHeaders['x-orig-content-encoding'], 'gzip')
    let answer: WarcRecord | null = null
    for await (const record of scanRecords(`${folder}/${file}`, { end: 0, skippedBytes: 0 })) {
      if (record.fields.get('warc-record-id') === recordId) answer = record
    }
    assert.ok(answer !== null)
    assert.equal(answer.fields.get('warc-payload-digest'), `sha256:${sha256(Buffer.from(page))}`)
    assert.equal(answer.fields.get('warc-block-digest'), `sha256:${sha256(answer.block)}`)
  })
}
