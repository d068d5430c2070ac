import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { seededIds } from '../../src/domain/ids.ts'
import { createAddressFamilies } from '../../src/net/address-family.ts'
import { createDnsCache } from '../../src/net/dns-cache.ts'
import { networkMetrics } from '../../src/net/network-metrics.ts'
import { silentEvents } from '../../src/store/event-log.ts'
import { openStore } from '../../src/store/open-store.ts'
import { ask, openWorld } from './loopback.ts'

async function serveOn(t: TestContext, address: string, port: number) {
  const families: (string | undefined)[] = []
  const server = createServer((request, response) => {
    if (request.url !== '/robots.txt') families.push(request.socket.remoteFamily)
    response.writeHead(request.url === '/robots.txt' ? 404 : 200, { 'content-type': 'text/html' }).end('<p>x</p>')
  })
  await new Promise<void>((resolve) => server.listen(port, address, resolve))
  t.after(() => {
    server.closeAllConnections()
    return new Promise((resolve) => server.close(resolve))
  })
  return { families, port: (server.address() as AddressInfo).port }
}

const both = [
  { address: '::1', family: 6 },
  { address: '127.0.0.1', family: 4 },
]

test('REQ 4.3: IPv6 is tried first where a site has both', async (t) => {
  const six = await serveOn(t, '::1', 0)
  const four = await serveOn(t, '127.0.0.1', six.port)
  const { gateway } = await openWorld(t, { allow_private: ['www.dual.example'] }, { resolve: async () => both })

  const result = await gateway.fetch(ask(`http://www.dual.example:${six.port}/a`))
  await gateway.close()

  assert.deepEqual([result.outcome, six.families, four.families], ['ok', ['IPv6'], []])
  const counts = { connections: 1, failed: 0, ipv6Offered: 1, ipv6Used: 1, switched: 0, switchedOk: 0 }
  assert.deepEqual(gateway.connections().families, counts)
})

test('REQ 4.3: where IPv6 is not served the request goes on over IPv4', async (t) => {
  const four = await serveOn(t, '127.0.0.1', 0)
  const { gateway } = await openWorld(t, { allow_private: ['www.dual.example'] }, { resolve: async () => both })

  const result = await gateway.fetch(ask(`http://www.dual.example:${four.port}/a`))
  await gateway.close()

  assert.deepEqual([result.outcome, four.families], ['ok', ['IPv4']])
  const counts = { connections: 1, failed: 0, ipv6Offered: 1, ipv6Used: 0, switched: 1, switchedOk: 1 }
  assert.deepEqual(gateway.connections().families, counts)
})

test('REQ 4.3: a host whose IPv6 did not answer is asked over IPv4 first for ten minutes, then over IPv6 again', () => {
  let now = 0
  const families = createAddressFamilies({ now: () => now, sleep: async () => {} }, silentEvents)
  const first = () => families.order('www.dual.example', both)[0]?.family
  const dialled = { host: 'www.dual.example', lookupMs: 1, connectMs: 1 }

  const fresh = first()
  families.note({ ...dialled, addresses: both, family: 4 })
  const afterSwitch = first()
  const other = families.order('www.other.example', both)[0]?.family
  now = 10 * 60_000
  const later = first()
  families.note({ ...dialled, addresses: both, family: 4 })
  families.note({ ...dialled, addresses: both.toReversed(), family: 6 })
  const afterBack = first()
  families.note({ ...dialled, addresses: both, family: null })

  assert.deepEqual([fresh, afterSwitch, other, later, afterBack], [6, 4, 6, 6, 6])
  const counts = { connections: 4, failed: 1, ipv6Offered: 4, ipv6Used: 1, switched: 4, switchedOk: 3 }
  assert.deepEqual(families.counts(), counts)
})

test('REQ 4.6: connections, switches of family and look-ups are in the event log, and counted from there', async (t) => {
  const four = await serveOn(t, '127.0.0.1', 0)
  const six = await serveOn(t, '::1', 0)
  const folder = await mkdtemp(join(tmpdir(), 'lyra-families-'))
  const clock = { now: () => Date.parse('2026-05-15T00:00:00Z'), sleep: async () => {} }
  const store = openStore({
    path: join(folder, 'lyra.db'),
    clock,
    ids: seededIds('test'),
    viewFolders: [],
    terms: null,
  })
  t.after(async () => {
    store.close()
    await rm(folder, { recursive: true, force: true })
  })
  const hosts = ['www.dual.example', 'www.six.example']
  const { gateway } = await openWorld(t, { allow_private: hosts }, { resolve: async () => both, events: store.events })

  await gateway.fetch(ask(`http://www.dual.example:${four.port}/a`))
  await gateway.fetch(ask(`http://www.six.example:${six.port}/a`))
  await gateway.fetch(ask('http://www.six.example:9/a', { purpose: 'serp' }))
  await gateway.close()

  const metrics = Object.fromEntries(networkMetrics(store.connectionTotals()).map(({ name, value }) => [name, value]))
  assert.deepEqual(
    { ...metrics, name_lookup_ms: 0, name_memory_share: 0 },
    {
      connections: 3,
      connection_failures: 1,
      ipv6_offered: 3,
      ipv6_share: 1 / 3,
      family_switches: 2,
      family_switch_success_share: 0.5,
      name_lookup_ms: 0,
      name_memory_share: 0,
    },
  )
  assert.deepEqual(gateway.connections().dns, { lookups: 2, hits: 1, failed: 0 })
})

test('REQ 4.3 DNS: a name is looked up once within its time; a failure is not remembered', async () => {
  let now = 0
  const asked: string[] = []
  const names = createDnsCache(
    async (host) => {
      asked.push(host)
      if (host === 'gone.example') throw Object.assign(new Error('no such name'), { code: 'ENOTFOUND' })
      return both
    },
    60,
    { now: () => now, sleep: async () => {} },
  )

  await Promise.all([names.resolve('a.example'), names.resolve('a.example')])
  now = 59_999
  await names.resolve('a.example')
  now = 60_000
  await names.resolve('a.example')
  for (let n = 0; n < 2; n += 1) await assert.rejects(names.resolve('gone.example'), { code: 'ENOTFOUND' })

  assert.deepEqual(asked, ['a.example', 'a.example', 'gone.example', 'gone.example'])
  assert.deepEqual(names.counts(), { lookups: 4, hits: 2, failed: 2 })
})
