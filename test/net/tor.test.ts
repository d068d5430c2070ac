import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { startControlDouble, startSocksDouble } from '../../bench/acquisition/socks-double.ts'
import { httpRoute, torRoute } from '../../src/net/routes.ts'
import { newCircuit } from '../../src/net/tor-control.ts'
import { ask, fetcherOf, openWorld, serve, textOf } from './loopback.ts'

const EXIT = '127.0.0.77'
const html = { 'content-type': 'text/html; charset=utf-8' }

/** A site that serves only Tor's exit, a Tor that answers, and names that resolve nowhere but there. */
async function torWorld(t: Parameters<typeof serve>[0], settings: Parameters<typeof openWorld>[1] = {}) {
  const { host, seen } = await serve(t, (request, response) => {
    if (request.socket.remoteAddress === EXIT) response.writeHead(200, html).end('<p>検診の案内</p>')
    else response.writeHead(403, html).end('<p>no</p>')
  })
  const port = Number(host.split(':')[1])
  const proxy = await startSocksDouble({ portOf: (name) => (name === 'gone.example' ? null : port), exitAddress: EXIT })
  t.after(() => proxy.close())
  const looked: string[] = []
  let time = Date.parse('2026-05-15T00:00:00Z')
  const world = await openWorld(
    t,
    {
      allow_private: ['www.clinic.example', 'gone.example'],
      tor_proxy: `socks5h://127.0.0.1:${proxy.port}`,
      tor_control: '',
      ...settings,
    },
    {
      clock: { now: () => time, sleep: async () => {} },
      resolve: async (name) => {
        looked.push(name)
        return [{ address: '127.0.0.1', family: 4 }]
      },
    },
  )
  const pass = (minutes: number) => {
    time += minutes * 60_000
  }
  return { ...world, proxy, seen, looked, port, pass }
}

test('REQ 4.3: refused directly, the page is asked for over Tor, whose proxy resolves the name', async (t) => {
  const { gateway, proxy, looked, port } = await torWorld(t)
  const routes = [httpRoute(gateway), torRoute(gateway)]
  const fetcher = fetcherOf(routes)

  const { result, attempts } = await fetcher.fetchPage(ask(`http://www.clinic.example:${port}/a`))

  assert.deepEqual(
    attempts.map(({ route, outcome }) => `${route}:${outcome}`),
    ['http:blocked', 'tor:ok'],
  )
  assert.equal(textOf(result), '<p>検診の案内</p>')
  assert.equal(result.route, 'tor')
  assert.deepEqual(proxy.asked, [`clinic.example:lyra-1@www.clinic.example:${port}`])
  const before = looked.length
  await gateway.fetchByTor(ask(`http://www.clinic.example:${port}/b`))
  assert.equal(looked.length, before)
})

test('REQ 7 (15): over Tor robots.txt goes over Tor as well, also that of the site a redirect leads to', async (t) => {
  const visitors: string[] = []
  const { host } = await serve(t, (request, response) => {
    visitors.push(`${request.socket.remoteAddress} ${request.headers.host?.split(':')[0]}${request.url}`)
    if (request.headers.host?.startsWith('www.clinic')) {
      response.writeHead(302, { location: `http://www.moved.example:${port}/b` }).end()
    } else response.writeHead(200, html).end('<p>検診の案内</p>')
  })
  const port = Number(host.split(':')[1])
  const proxy = await startSocksDouble({ portOf: () => port, exitAddress: EXIT })
  t.after(() => proxy.close())
  const looked: string[] = []
  const { gateway } = await openWorld(
    t,
    {
      allow_private: ['www.clinic.example', 'www.moved.example'],
      tor_proxy: `socks5h://127.0.0.1:${proxy.port}`,
      tor_control: '',
    },
    {
      resolve: async (name) => {
        looked.push(name)
        return [{ address: '127.0.0.1', family: 4 }]
      },
    },
  )

  const { outcome } = await gateway.fetchByTor(ask(`http://www.clinic.example:${port}/a`))

  assert.equal(outcome, 'ok')
  assert.deepEqual(looked, [])
  assert.deepEqual(visitors, [`${EXIT} www.clinic.example/a`, `${EXIT} www.moved.example/b`])
  assert.deepEqual(
    proxy.asked.map((line) => line.replace(/^.*@|:\d+$/g, '')),
    ['www.clinic.example', 'www.clinic.example', 'www.moved.example', 'www.moved.example'],
    'robots.txt, then the page',
  )
})

test('REQ 4.3: a domain keeps its circuit for 15 minutes and then gets another', async (t) => {
  const { gateway, proxy, pass, port } = await torWorld(t)
  const circuits = () => proxy.asked.map((line) => line.split('@')[0])

  await gateway.fetchByTor(ask(`http://www.clinic.example:${port}/a`))
  pass(14.9)
  await gateway.fetchByTor(ask(`http://www.clinic.example:${port}/b`))
  pass(0.2)
  await gateway.fetchByTor(ask(`http://www.clinic.example:${port}/c`))

  // The first page's robots.txt comes before it.
  const [, ...pages] = circuits()
  assert.deepEqual(pages, ['clinic.example:lyra-1', 'clinic.example:lyra-1', 'clinic.example:lyra-2'])
})

test('REQ 7: at most 20 % of the requests of a day go over Tor', async (t) => {
  const { gateway, port } = await torWorld(t)
  const refusals: (string | null)[] = []
  for (let n = 0; n < 12; n += 1) {
    gateway.policy?.sent(`site-${n}.example`, 'http', true, 'cause_1')
    refusals.push(gateway.policy?.torRefusal('clinic.example') ?? null)
    if (refusals.at(-1) === null) gateway.policy?.sent('clinic.example', 'tor', true, 'cause_1')
  }

  const skip = await torRoute(gateway).unavailable(ask(`http://www.clinic.example:${port}/a`))
  const used = refusals.filter((refusal) => refusal === null).length

  assert.equal(used, 3)
  assert.equal(skip, "Tor's share of 20 % of the day's requests is used up")
})

test('REQ 4.3.5: an absent Tor is skipped by name; a host it cannot reach is dns', async (t) => {
  const { gateway, port } = await torWorld(t)
  const off = await openWorld(t, { tor_proxy: '' })
  const none = await openWorld(t, { tor_proxy: 'socks5h://127.0.0.1:9' })
  const wrong = await openWorld(t, { tor_proxy: 'http://127.0.0.1:8118' })
  const request = ask('https://www.clinic.example/')

  assert.equal(await torRoute(off.gateway).unavailable(request), 'Tor is switched off (net.tor_proxy)')
  assert.equal(await torRoute(none.gateway).unavailable(request), 'No Tor proxy answers at 127.0.0.1:9')
  assert.equal(await torRoute(wrong.gateway).unavailable(request), 'net.tor_proxy is not a socks5h:// address')
  assert.equal(await torRoute(gateway).unavailable(request), null)
  assert.equal((await gateway.fetchByTor(ask(`http://gone.example:${port}/`))).outcome, 'dns')
})

test('REQ 4.3: where Tor keeps failing it is given up for the domain', async (t) => {
  const { gateway } = await torWorld(t)

  for (let n = 0; n < 3; n += 1) gateway.policy?.judged('clinic.example', 'tor', 'blocked', null, 'cause_1')

  assert.equal(gateway.policy?.torRefusal('clinic.example'), 'Tor has not helped with this domain')
  assert.equal(gateway.policy?.torRefusal('other.example'), null)
})

test('REQ 4.3: the control port is asked for a new circuit, at most every ten seconds', async (t) => {
  const control = await startControlDouble('')
  t.after(() => control.close())
  const { gateway, proxy, port } = await torWorld(t, { tor_control: `127.0.0.1:${control.port}` })

  await gateway.fetchByTor(ask(`http://www.clinic.example:${port}/a`))
  const first = await gateway.tor.renew('clinic.example')
  const second = await gateway.tor.renew('clinic.example')
  await gateway.fetchByTor(ask(`http://www.clinic.example:${port}/b`))

  assert.deepEqual([first.outcome, second.outcome], ['renewed', 'too_soon'])
  assert.deepEqual(control.told, ['PROTOCOLINFO 1', 'AUTHENTICATE', 'SIGNAL NEWNYM'])
  assert.deepEqual(
    proxy.asked.map((line) => line.split('@')[0]),
    ['clinic.example:lyra-1', 'clinic.example:lyra-1', 'clinic.example:lyra-3'],
  )
})

const nonce = (bytes: number) => new Uint8Array(bytes).fill(7)

test('a control port that refuses, or is none, is named; passwords are quoted', async (t) => {
  const control = await startControlDouble('other')
  t.after(() => control.close())
  const kindAt = async (address: string, password: string) =>
    (await newCircuit({ address, password, nonce }))?.kind ?? 'renewed'
  const place = `127.0.0.1:${control.port}`

  assert.equal(await kindAt(place, 'say "a\\b"'), 'wrong_password')
  assert.deepEqual(control.told, ['PROTOCOLINFO 1', 'AUTHENTICATE "say \\"a\\\\b\\""'])
  assert.equal(await kindAt(place, 'other'), 'renewed')
  assert.equal(await kindAt(place, ''), 'password_needed')
  assert.equal(await kindAt('127.0.0.1:9', ''), 'unreachable')
  assert.equal(await kindAt('somewhere', ''), 'bad_address')
})

test('a wrong password is told with the refusal of the page, not in the log alone', async (t) => {
  const control = await startControlDouble('right')
  t.after(() => control.close())
  const { host } = await serve(t, (_request, response) => response.writeHead(403, html).end('<p>no</p>'))
  const port = Number(host.split(':')[1])
  const proxy = await startSocksDouble({ portOf: () => port, exitAddress: EXIT })
  t.after(() => proxy.close())
  const { gateway } = await openWorld(t, {
    allow_private: ['www.clinic.example'],
    tor_proxy: `socks5h://127.0.0.1:${proxy.port}`,
    tor_control: `127.0.0.1:${control.port}`,
    tor_control_password: 'wrong',
  })

  const result = await torRoute(gateway).fetch(ask(`http://www.clinic.example:${port}/a`))

  assert.equal(result.outcome, 'blocked')
  assert.match('reason' in result ? result.reason : '', /No new circuit: Tor refuses net\.tor_control_password$/)
})

test('a port that names another file as its cookie learns nothing of it', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'lyra-cookie-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const told: string[] = []
  const impostor = createServer((client) => {
    client.on('error', () => client.destroy())
    client.on('data', (chunk) => {
      const line = chunk.toString().trim()
      told.push(line.split(' ')[0] ?? '')
      if (line.startsWith('PROTOCOLINFO'))
        client.write(`250-AUTH METHODS=COOKIE,SAFECOOKIE COOKIEFILE="${join(folder, 'key')}"\r\n250 OK\r\n`)
      else client.write(`250 AUTHCHALLENGE SERVERHASH=${'AB'.repeat(32)} SERVERNONCE=${'CD'.repeat(32)}\r\n`)
    })
  })
  await new Promise<void>((resolve) => impostor.listen(0, '127.0.0.1', resolve))
  t.after(() => impostor.close())
  const address = `127.0.0.1:${(impostor.address() as AddressInfo).port}`
  const kind = async () => (await newCircuit({ address, password: '', nonce }))?.kind

  assert.equal(await kind(), 'cookie_unreadable')
  writeFileSync(join(folder, 'key'), 'a longer file than the cookie of Tor is')
  assert.equal(await kind(), 'cookie_unreadable')
  writeFileSync(join(folder, 'key'), Buffer.alloc(32, 5))
  assert.equal(await kind(), 'wrong_cookie')
  assert.deepEqual(told, ['PROTOCOLINFO', 'PROTOCOLINFO', 'PROTOCOLINFO', 'AUTHCHALLENGE'])
})

test('L8: over Tor no session cookie is sent', async (t) => {
  const cookies: (string | undefined)[] = []
  const { host } = await serve(t, (request, response) => {
    cookies.push(request.headers.cookie)
    response.writeHead(200, html).end('<p>x</p>')
  })
  const port = Number(host.split(':')[1])
  const proxy = await startSocksDouble({ portOf: () => port, exitAddress: EXIT })
  t.after(() => proxy.close())
  const { gateway } = await openWorld(
    t,
    { allow_private: ['www.clinic.example'], tor_proxy: `socks5h://127.0.0.1:${proxy.port}` },
    { resolve: async () => [{ address: '127.0.0.1', family: 4 }] },
  )
  gateway.sessions.transfer('http://www.clinic.example/', [{ name: 'sid', value: '1' }])

  await gateway.fetch(ask(`http://www.clinic.example:${port}/a`))
  await gateway.fetchByTor(ask(`http://www.clinic.example:${port}/b`))

  assert.deepEqual(cookies, ['sid=1', undefined])
})
