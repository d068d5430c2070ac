import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createSecureServer, type Http2SecureServer } from 'node:http2'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { createServer as createTlsServer } from 'node:tls'
import { silentLogger } from '../../src/domain/log.ts'
import { createAddressFamilies } from '../../src/net/address-family.ts'
import { handshakeProfile } from '../../src/net/handshake-profile.ts'
import { createHttpClients } from '../../src/net/http-clients.ts'
import { chromeUserAgent } from '../../src/net/identity.ts'
import { createOutbound } from '../../src/net/outbound.ts'
import { createSsrfGuard } from '../../src/net/ssrf-guard.ts'
import { createUplink } from '../../src/net/uplink.ts'
import { silentEvents } from '../../src/store/event-log.ts'
import { collectHellos, isGrease, ja4, parseClientHello } from './client-hello.ts'
import { ask, openWorld, serve, textOf } from './loopback.ts'
import { trusted } from './trusted-certificate.ts'

const NAME = 'www.secure.example'
const home = async () => [{ address: '127.0.0.1', family: 4 }]

test("REQ 4.3: pages are asked for with Chrome's handshake, APIs with Node's", async (t) => {
  const { port, hellos } = await collectHellos(t)
  const { gateway } = await openWorld(t, { allow_private: [NAME], backoff_attempts: 1 }, { resolve: home })

  await gateway.fetch(ask(`https://${NAME}:${port}/`, { purpose: 'serp' }))
  await gateway.fetch(ask(`https://${NAME}:${port}/`, { purpose: 'api' }))
  await gateway.close()
  const [page, api] = hellos.map(parseClientHello)
  assert.ok(page !== undefined && api !== undefined)

  assert.deepEqual(page.alpn, ['h2', 'http/1.1'])
  assert.equal(page.serverName, NAME)
  assert.deepEqual(
    [page.ciphers[0], page.groups[0], page.extensions[0], page.extensions.at(-1)].map((value) => isGrease(value ?? 0)),
    [true, true, true, true],
  )
  // X25519MLKEM768 and application settings are Chrome's; Node offers neither.
  assert.deepEqual([page.groups.includes(0x11ec), page.extensions.includes(0x44cd)], [true, true])
  assert.deepEqual([api.extensions.includes(0x44cd), api.ciphers.some(isGrease)], [false, false])
  assert.match(ja4(page), /^t13d1516h2_8daaf6152771_/)
  assert.notEqual(ja4(page), ja4(api))
  assert.equal(gateway.connections().handshake?.kind, 'browser')
})

test('REQ 4.3: net.handshake=plain, and a platform without wreq-js, use Node by name', async (t) => {
  const { port, hellos } = await collectHellos(t)
  const { gateway } = await openWorld(t, { allow_private: [NAME], handshake: 'plain' }, { resolve: home })
  const warnings: unknown[] = []
  const guard = createSsrfGuard([NAME], home)
  const still = { now: () => 0, sleep: async () => {} }
  const uplink = createUplink(async () => true, [], still)
  const outbound = createOutbound(guard, createAddressFamilies(still, silentEvents), uplink)
  const absent = createHttpClients({
    outbound,
    handshake: 'browser',
    log: { ...silentLogger, warn: (event, data) => warnings.push([event, data]) },
    openWreqClient: () => Promise.reject(new Error('Unsupported platform: sunos-sparc')),
  })
  const message = {
    method: 'GET',
    headers: {},
    body: undefined,
    maxBytes: 1000,
    timeoutMs: 2000,
    signal: undefined,
  } as const

  await gateway.fetch(ask(`https://${NAME}:${port}/`, { purpose: 'serp' }))
  await absent.pages.send({ ...message, url: `https://${NAME}:${port}/`, socks: null })
  await Promise.all([gateway.close(), absent.close()])

  const reason = 'wreq-js cannot be loaded: Unsupported platform: sunos-sparc'
  assert.deepEqual(
    hellos.map((hello) => parseClientHello(hello).ciphers.some(isGrease)),
    [false, false],
  )
  assert.deepEqual(gateway.connections().handshake, { kind: 'plain', reason: 'net.handshake' })
  assert.deepEqual(absent.handshake(), { kind: 'plain', reason })
  assert.deepEqual(warnings, [['net.plain_handshake', { reason }]])
})

test('REQ 4.3.3: the handshake follows the User-Agent; what is no browser gets none', () => {
  const known = [
    'chrome_145',
    'chrome_147',
    'firefox_149',
    'firefox_private_136',
    'safari_26',
    'safari_26.2',
    'edge_147',
  ]
  const safari = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/26.1 Safari/605.1.15'

  assert.equal(handshakeProfile(chromeUserAgent('147'), known), 'chrome_147')
  assert.equal(handshakeProfile(chromeUserAgent('156'), known), 'chrome_147')
  assert.equal(handshakeProfile(chromeUserAgent('146'), known), 'chrome_145')
  assert.equal(handshakeProfile(`${chromeUserAgent('147')} Edg/147.0.0.0`, known), 'edge_147')
  assert.equal(
    handshakeProfile('Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0', known),
    'firefox_149',
  )
  assert.equal(handshakeProfile(safari, known), 'safari_26.2')
  assert.equal(handshakeProfile('Lyra/0.1 (local research engine)', known), null)
})

test("REQ 4.3: the first HTTP/2 frames are Chrome's: settings, window and the order of the pseudo headers", async (t) => {
  trustAuthority(t)
  const received = Promise.withResolvers<Buffer>()
  const { key, cert } = trusted
  const server = createTlsServer({ key, cert, ALPNProtocols: ['h2'] }, (socket) => {
    let held = Buffer.alloc(0)
    socket.on('error', () => socket.destroy())
    socket.on('data', (chunk: Buffer) => {
      held = Buffer.concat([held, chunk])
      if (framesOf(held).some(({ kind }) => kind === 1)) received.resolve(held)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.after(() => new Promise((resolve) => server.close(resolve)))
  const { port } = server.address() as AddressInfo
  const { gateway } = await openWorld(t, { allow_private: [NAME] }, { resolve: home })

  const aborter = new AbortController()
  const asking = gateway.fetch(ask(`https://${NAME}:${port}/`, { purpose: 'serp', signal: aborter.signal }))
  const frames = framesOf(await received.promise)
  aborter.abort()
  await asking
  await gateway.close()

  const settings = frames.find(({ kind }) => kind === 4)?.body ?? Buffer.alloc(0)
  const pairs = Array.from({ length: settings.length / 6 }, (_, index) => [
    settings.readUInt16BE(index * 6),
    settings.readUInt32BE(index * 6 + 2),
  ])
  assert.deepEqual(pairs, [
    [1, 65_536],
    [2, 0],
    [4, 6_291_456],
    [6, 262_144],
  ])
  assert.equal(frames.find(({ kind }) => kind === 8)?.body.readUInt32BE(0), 15_663_105)
  // After the priority field: :method GET and :authority (indexed), :scheme https, :path / in the static table.
  const head = frames.find(({ kind }) => kind === 1)?.body ?? Buffer.alloc(0)
  assert.deepEqual([head[5], head[6]], [0x82, 0x41])
})

interface Frame {
  readonly kind: number
  readonly body: Buffer
}

/** The whole frames after the connection preface. */
function framesOf(bytes: Buffer): Frame[] {
  const frames: Frame[] = []
  let at = 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'.length
  while (at + 9 <= bytes.length) {
    const length = bytes.readUIntBE(at, 3)
    if (at + 9 + length > bytes.length) break
    frames.push({ kind: bytes[at + 3] ?? 0, body: bytes.subarray(at + 9, at + 9 + length) })
    at += 9 + length
  }
  return frames
}

/** The test's own authority is trusted while the test runs. */
function trustAuthority(t: TestContext): void {
  const folder = mkdtempSync(join(tmpdir(), 'lyra-authority-'))
  const file = join(folder, 'authority.pem')
  writeFileSync(file, trusted.authority)
  const before = process.env.SSL_CERT_FILE
  process.env.SSL_CERT_FILE = file
  t.after(() => {
    if (before === undefined) delete process.env.SSL_CERT_FILE
    else process.env.SSL_CERT_FILE = before
    rmSync(folder, { recursive: true })
  })
}

/** A site with HTTP/2 and a certificate that only this test's authority signed. */
async function secureSite(t: TestContext): Promise<{ port: number; versions: string[]; server: Http2SecureServer }> {
  const versions: string[] = []
  const { key, cert } = trusted
  const server = createSecureServer({ key, cert, allowHTTP1: true }, (request, response) => {
    if (request.url !== '/robots.txt') versions.push(request.httpVersion)
    response.setHeader('content-type', 'text/html; charset=utf-8')
    response.end('<p>検診の案内</p>')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  trustAuthority(t)
  t.after(() => new Promise((resolve) => server.close(resolve)))
  return { port: (server.address() as AddressInfo).port, versions, server }
}

test('REQ 4.3: HTTP/2 with a trusted certificate; the same certificate under another name is tls', async (t) => {
  const { port, versions } = await secureSite(t)
  const other = 'www.other.example'
  const { gateway } = await openWorld(t, { allow_private: [NAME, other] }, { resolve: home })

  const right = await gateway.fetch(ask(`https://${NAME}:${port}/a`))
  const again = await gateway.fetch(ask(`https://${NAME}:${port}/b`))
  const wrong = await gateway.fetch(ask(`https://${other}:${port}/`, { purpose: 'serp' }))
  await gateway.close()

  assert.deepEqual([right.outcome, again.outcome, wrong.outcome], ['ok', 'ok', 'tls'])
  assert.deepEqual(versions, ['2.0', '2.0'])
  assert.equal(textOf(right), '<p>検診の案内</p>')
  assert.equal(gateway.connections().families.connections, 2)
})

test('SSRF: the name is looked up once, by the guard, and the connection goes there', async (t) => {
  const hosts: (string | undefined)[] = []
  const { host } = await serve(t, (request, response) => {
    hosts.push(request.headers.host)
    response.writeHead(200, { 'content-type': 'text/html', connection: 'close' }).end('<p>x</p>')
  })
  const port = host.split(':')[1]
  const answers = ['127.0.0.1', '10.0.0.1', '169.254.169.254']
  const looked: string[] = []
  const { gateway } = await openWorld(
    t,
    { allow_private: [NAME] },
    {
      resolve: async (name) => {
        looked.push(name)
        return [{ address: answers[looked.length - 1] ?? '', family: 4 }]
      },
    },
  )

  const outcomes = []
  for (const path of ['/a', '/b', '/c'])
    outcomes.push((await gateway.fetch(ask(`http://${NAME}:${port}${path}`))).outcome)
  await gateway.close()

  assert.deepEqual(outcomes, ['ok', 'ok', 'ok'])
  assert.deepEqual(looked, [NAME])
  assert.deepEqual(hosts, [`${NAME}:${port}`, `${NAME}:${port}`, `${NAME}:${port}`])
  assert.deepEqual(gateway.connections().dns, { lookups: 1, hits: 2, failed: 0 })
})
