import assert from 'node:assert/strict'
import { createServer } from 'node:net'
import { test } from 'node:test'
import { systemClock } from '../../src/domain/clock.ts'
import { httpRoute } from '../../src/net/routes.ts'
import type { Resolve } from '../../src/net/ssrf-guard.ts'
import { createUplink, isOwnSide } from '../../src/net/uplink.ts'
import { ask, fetcherOf, openWorld, serve } from './loopback.ts'

const SITE = 'www.clinic.example'
const online_hosts = ['up.example']

/** Names of a machine that is online or not; every name leads to loopback, and an unknown one nowhere. */
function names() {
  const state = { online: false }
  const resolve: Resolve = async (name) => {
    if (!state.online || name.startsWith('unknown.')) throw Object.assign(new Error(name), { code: 'EAI_AGAIN' })
    return [{ address: '127.0.0.1', family: 4 }]
  }
  return { state, resolve }
}

for (const handshake of ['plain', 'browser'] as const)
  test(`LYRA 4.6: where no name resolves a page is offline, and its site stays as it was (${handshake})`, async (t) => {
    const { host, seen } = await serve(t, (_request, response) => response.end('<p>検診の案内</p>'))
    const { state, resolve } = names()
    const { gateway } = await openWorld(t, { allow_private: [SITE], online_hosts, handshake }, { resolve })
    const request = ask(`http://${SITE}:${host.split(':')[1]}/a`)
    const fetcher = fetcherOf([httpRoute(gateway)])

    const lost = [await fetcher.fetchPage(request), await fetcher.fetchPage(request)]
    const visited = await gateway.visit(request, async () => 'never')
    const isNew = gateway.policy?.isNew('clinic.example')
    state.online = true
    const { result: back } = await fetcher.fetchPage(request)

    assert.deepEqual(
      lost.map(({ result }) => result.outcome),
      ['offline', 'offline'],
    )
    assert.equal(visited.ok ? 'ok' : visited.result.outcome, 'offline')
    assert.equal(isNew, true)
    assert.equal(back.outcome, 'ok')
    assert.deepEqual(seen, ['/robots.txt', '/a'], 'robots.txt is read once it can be')
    await gateway.close()
  })

test('LYRA 4.6: a name that does not resolve on a machine that is online is the own fault of the site', async (t) => {
  const { state, resolve } = names()
  state.online = true
  const { gateway } = await openWorld(t, { online_hosts }, { resolve })

  const result = await gateway.fetch(ask('https://unknown.example/'))

  assert.equal(result.outcome, 'dns')
  await gateway.close()
})

for (const handshake of ['plain', 'browser'] as const)
  test(`LYRA 4.6: a proxy that is not there is our own trouble (${handshake})`, async (t) => {
    const closed = createServer().listen(0, '127.0.0.1')
    await new Promise((resolve) => closed.once('listening', resolve))
    const { port } = closed.address() as { port: number }
    await new Promise((resolve) => closed.close(resolve))
    const settings = { tor_proxy: `socks5h://127.0.0.1:${port}`, allow_private: [SITE], handshake }
    const { gateway } = await openWorld(t, settings, { resolve: async () => [{ address: '127.0.0.1', family: 4 }] })

    const result = await gateway.fetchByTor(ask(`http://${SITE}/`, { purpose: 'asset' }))

    assert.equal(result.outcome, 'offline')
    await gateway.close()
  })

test('LYRA 4.6: only what this side may have caused leads to the question, and of several addresses each', () => {
  const error = (code: string) => Object.assign(new Error(code), { code })

  assert.equal(isOwnSide(error('ENETUNREACH')), true)
  assert.equal(isOwnSide(new AggregateError([error('ENETUNREACH'), error('ETIMEDOUT')])), true)
  assert.equal(isOwnSide(new AggregateError([error('ENETUNREACH'), error('ECONNREFUSED')])), false)
  assert.equal(isOwnSide(error('ECONNRESET')), false)
})

test('LYRA 4.6: one host that answers is enough; failures at the same time share one look', async () => {
  const asked: string[] = []
  const uplink = (up: readonly string[]) =>
    createUplink(
      async (host) => {
        asked.push(host)
        return up.includes(host)
      },
      ['a.example', 'b.example'],
      systemClock,
    )
  const down = uplink([])

  assert.deepEqual(await Promise.all([down.isDown(), down.isDown()]), [true, true])
  assert.deepEqual(asked, ['a.example', 'b.example'])
  assert.equal(await uplink(['b.example']).isDown(), false)
  down.reached()
  assert.equal(await down.isDown(), false)
})
