import assert from 'node:assert/strict'
import { createServer as createTlsServer } from 'node:https'
import { type AddressInfo, createServer } from 'node:net'
import { type TestContext, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { untrusted } from '../../bench/acquisition/certificate.ts'
import { encodeText } from '../../bench/acquisition/encode.ts'
import { ask, openWorld, serve } from './loopback.ts'

/** The same of both senders: the browser's handshake and Node's. */
function withEither(title: string, body: (t: TestContext, handshake: 'browser' | 'plain') => Promise<void>): void {
  for (const handshake of ['browser', 'plain'] as const) test(`${title} (${handshake})`, (t) => body(t, handshake))
}

const html = { 'content-type': 'text/html; charset=utf-8' }
const japanese = '<p>大腸がん検診の受診率は四割である。</p>'

withEither(
  'Bad input: a page of 0 bytes is empty, an API answer and an asset of 0 bytes are not judged as pages',
  async (t, handshake) => {
    const { host } = await serve(t, (_request, response) => response.writeHead(200, html).end())
    const { gateway } = await openWorld(t, { handshake, allow_private: [host] })

    const page = await gateway.fetch(ask(`http://${host}/`))
    const serp = await gateway.fetch(ask(`http://${host}/`, { purpose: 'serp' }))
    const api = await gateway.fetch(ask(`http://${host}/`, { purpose: 'api' }))

    assert.deepEqual([page.outcome, serp.outcome, api.outcome], ['empty', 'empty', 'ok'])
    assert.equal('reason' in page ? page.reason : '', 'The server sent an empty body')
  },
)

withEither(
  'Bad input: a page of 20 MB passes, one byte more is too_large, without reading on',
  async (t, handshake) => {
    const endless = 1_000_000_000
    let sent = 0
    const cut = Promise.withResolvers<boolean>()
    const { host } = await serve(t, (request, response) => {
      response.writeHead(200, html)
      if (request.url === '/fits') return response.end(Buffer.alloc(20_000_000, 'a'))
      response.once('close', () => cut.resolve(!response.writableFinished))
      const more = () => {
        while (!response.destroyed && sent < endless) {
          sent += 1_000_000
          if (!response.write(Buffer.alloc(1_000_000, 'a'))) return response.once('drain', more)
        }
        return response.end()
      }
      return more()
    })
    const { gateway } = await openWorld(t, { handshake, allow_private: [host] })

    const fits = await gateway.fetch(ask(`http://${host}/fits`, { purpose: 'asset' }))
    const more = await gateway.fetch(ask(`http://${host}/endless`, { purpose: 'asset' }))

    assert.equal(fits.response?.body.length, 20_000_000)
    assert.equal(more.outcome, 'too_large')
    // The browser's client reads ahead of what is taken from it, by how much depends on the machine: that it is cut
    // off, and long before the end, does not.
    assert.equal(await cut.promise, true)
    assert.equal(sent < endless / 4, true, `${sent} bytes were sent`)
  },
)

withEither(
  'Bad input: bytes of every charset pass through unchanged, with a charset named or not',
  async (t, handshake) => {
    const charsets = ['shift_jis', 'euc-jp', 'iso-2022-jp', 'gb18030', 'utf-16le']
    const bodies = new Map(charsets.map((name) => [`/${name}`, encodeText(japanese.repeat(20), name)]))
    const { host } = await serve(t, (request, response) => {
      response.writeHead(200, { 'content-type': 'text/html' }).end(bodies.get(request.url ?? ''))
    })
    const { gateway } = await openWorld(t, { handshake, allow_private: [host] })

    for (const name of charsets) {
      const result = await gateway.fetch(ask(`http://${host}/${name}`))

      assert.equal(result.outcome, 'ok', name)
      assert.equal(new TextDecoder(name).decode(result.response?.body), japanese.repeat(20), name)
    }
  },
)

withEither(
  'Bad input: binary data is unsupported_type, whatever the server calls it; a PDF is not',
  async (t, handshake) => {
    const noise = Buffer.from(Array.from({ length: 2000 }, (_, index) => (index * 7919) % 256))
    const bodies: Record<string, Buffer> = {
      '/png': Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), noise]),
      '/zip': Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), noise]),
      '/mp4': Buffer.concat([Buffer.from('\0\0\0\x20ftypisom', 'latin1'), noise]),
      '/noise': noise,
      '/pdf': Buffer.concat([Buffer.from('%PDF-1.7\n'), noise]),
      '/text': Buffer.from(japanese),
    }
    const { host } = await serve(t, (request, response) => {
      response.writeHead(200, html).end(bodies[request.url ?? ''])
    })
    const { gateway } = await openWorld(t, { handshake, allow_private: [host] })

    const outcomes: Record<string, string> = {}
    for (const path of Object.keys(bodies)) outcomes[path] = (await gateway.fetch(ask(`http://${host}${path}`))).outcome

    assert.deepEqual(outcomes, {
      '/png': 'unsupported_type',
      '/zip': 'unsupported_type',
      '/mp4': 'unsupported_type',
      '/noise': 'unsupported_type',
      '/pdf': 'ok',
      '/text': 'ok',
    })
  },
)

withEither(
  'Bad input: redirects that never end stop after net.max_redirects, each hop asked once',
  async (t, handshake) => {
    let hops = 0
    const { host, seen } = await serve(t, (_request, response) => {
      hops += 1
      response.writeHead(302, { location: `/hop/${hops}` }).end()
    })
    const { gateway } = await openWorld(t, { handshake, allow_private: [host], max_redirects: 5 })

    const result = await gateway.fetch(ask(`http://${host}/start`))

    assert.equal(result.outcome, 'redirect_loop')
    assert.deepEqual(seen, ['/robots.txt', '/start', '/hop/1', '/hop/2', '/hop/3', '/hop/4', '/hop/5'])
  },
)

withEither(
  'Bad input: a Content-Length that promises more is a failed connection, one that promises less cuts the body',
  async (t, handshake) => {
    const answers: Record<string, string> = {
      '/more': `HTTP/1.1 200 OK\r\ncontent-type: text/html\r\ncontent-length: 500\r\n\r\n<p>short</p>`,
      '/less': `HTTP/1.1 200 OK\r\ncontent-type: text/html\r\ncontent-length: 12\r\n\r\n<p>hello</p><p>hidden</p>`,
      '/twice': `HTTP/1.1 200 OK\r\ncontent-length: 5\r\ncontent-length: 9\r\n\r\nhello`,
      '/garbage': `SSH-2.0-OpenSSH_9.6\r\n`,
    }
    const server = createServer((socket) => {
      socket.on('error', () => socket.destroy())
      socket.on('data', (chunk) => {
        const path = chunk.toString().split(' ')[1] ?? ''
        socket.end(answers[path] ?? 'HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\n\r\n')
      })
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    t.after(() => new Promise((resolve) => server.close(resolve)))
    const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
    const { gateway } = await openWorld(t, { handshake, allow_private: [host] })

    const outcomes: Record<string, string> = {}
    for (const path of Object.keys(answers))
      outcomes[path] = (await gateway.fetch(ask(`http://${host}${path}`))).outcome

    assert.deepEqual(outcomes, {
      '/more': 'connection',
      '/less': 'ok',
      '/twice': 'connection',
      '/garbage': 'connection',
    })
  },
)

withEither('Bad input: certificates nobody trusts and servers that do not speak TLS are tls', async (t, handshake) => {
  const server = createTlsServer({ ...untrusted }, (_request, response) => response.end('<p>secret</p>'))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.after(() => {
    server.closeAllConnections()
    return new Promise((resolve) => server.close(resolve))
  })
  const secure = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const { host } = await serve(t, (_request, response) => response.end('plain'))
  const { gateway } = await openWorld(t, { handshake, allow_private: [secure, host] })

  const untrustedOne = await gateway.fetch(ask(`https://${secure}/`))
  const none = await gateway.fetch(ask(`https://${host}/`))

  assert.deepEqual([untrustedOne.outcome, none.outcome], ['tls', 'tls'])
})

withEither(
  'Bad input: a public name that leads to 127.0.0.1, ::1 or a mapped address is refused_private',
  async (t, handshake) => {
    const { host, seen } = await serve(t, (_request, response) => response.end('secret'))
    const port = host.split(':')[1]
    const addresses: Record<string, { address: string; family: number }[]> = {
      'loop.example': [{ address: '127.0.0.1', family: 4 }],
      'six.example': [{ address: '::1', family: 6 }],
      'mapped.example': [{ address: '::ffff:127.0.0.1', family: 6 }],
      'mixed.example': [
        { address: '93.184.216.34', family: 4 },
        { address: '127.0.0.1', family: 4 },
      ],
    }
    const { gateway } = await openWorld(t, { handshake }, { resolve: async (name) => addresses[name] ?? [] })

    for (const name of Object.keys(addresses)) {
      assert.equal((await gateway.fetch(ask(`http://${name}:${port}/`))).outcome, 'refused_private', name)
    }
    assert.deepEqual(seen, [])
  },
)

withEither('Bad input: after every kind of failure no socket stays open', async (t, handshake) => {
  const bomb = gzipSync(Buffer.alloc(5_000_000))
  const { host, connections } = await counted(t, (path, response) => {
    if (path === '/bomb') return response.writeHead(200, { ...html, 'content-encoding': 'gzip' }).end(bomb)
    if (path === '/large') return response.writeHead(200, html).end(Buffer.alloc(2_000_000, 'a'))
    if (path === '/broken') return response.writeHead(200, { ...html, 'content-encoding': 'gzip' }).end('no gzip')
    if (path === '/loop') return response.writeHead(302, { location: '/loop' }).end()
    response.writeHead(200, html).write('.')
    return null
  })
  const { gateway } = await openWorld(t, { handshake, allow_private: [host], max_bytes: 1_000_000 })

  const outcomes = []
  for (const path of ['/bomb', '/large', '/broken', '/loop', '/drip']) {
    outcomes.push((await gateway.fetch(ask(`http://${host}${path}`, { timeoutMs: 300 }))).outcome)
  }
  const aborter = new AbortController()
  setTimeout(() => aborter.abort(), 60)
  outcomes.push((await gateway.fetch(ask(`http://${host}/drip`, { signal: aborter.signal }))).outcome)
  await gateway.close()

  assert.deepEqual(outcomes, ['too_large', 'too_large', 'connection', 'redirect_loop', 'timeout', 'cancelled'])
  assert.equal(await connections(), 0)
})

async function counted(
  t: Parameters<typeof serve>[0],
  listener: (path: string, response: import('node:http').ServerResponse) => unknown,
) {
  const { createServer: createHttp } = await import('node:http')
  const server = createHttp((request, response) => {
    if (request.url === '/robots.txt') response.writeHead(404).end()
    else listener(request.url ?? '', response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.after(() => new Promise((resolve) => server.close(resolve)))
  const open = () => new Promise<number>((resolve) => server.getConnections((_error, count) => resolve(count)))
  return {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** The server learns of a closed socket a moment later. */
    async connections(): Promise<number> {
      for (let tries = 0; tries < 50 && (await open()) > 0; tries += 1) {
        await new Promise((resolve) => setTimeout(resolve, 20))
      }
      return open()
    },
  }
}
