import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import type { Outcome } from '../../src/domain/outcome.ts'
import { defaultSettings } from '../../src/domain/settings.ts'
import { registrableDomain } from '../../src/domain/url.ts'
import { createDomainPolicy } from '../../src/net/domain-policy.ts'
import { browserRoute, httpRoute } from '../../src/net/routes.ts'
import type { NetRequest, NetResult } from '../../src/net/types.ts'
import { memoryDomainPolicyStore } from '../../src/store/domain-policy.ts'
import { silentEvents } from '../../src/store/event-log.ts'
import type { EventStore } from '../../src/store/types.ts'
import { ask, fetcherOf, openWorld } from './loopback.ts'

/** A plain client and a browser that share what is known of each domain, as behind the gateway. */
function world(byBrowser: Outcome = 'ok', firstVisitShare = 0.15) {
  const clock = { now: () => Date.parse('2026-05-15T00:00:00Z'), sleep: async () => {} }
  const settings = defaultSettings.net
  const policy = createDomainPolicy({ rows: memoryDomainPolicyStore(), settings, clock, events: silentEvents })
  const page = (route: 'http' | 'browser', outcome: Outcome) => async (request: NetRequest) => {
    policy.sent(registrableDomain(request.url) ?? '', route, true, request.causeId)
    const response = { status: 200, headers: {}, body: Buffer.from('<p>x</p>'), finalUrl: request.url }
    return { outcome, reason: outcome, route, response, archive: null, elapsedMs: 0 } as NetResult
  }
  const gateway = {
    replaying: false,
    policy,
    fetch: page('http', 'ok'),
    preflight: async () => null,
    replayedRoute: () => null,
  }
  const browser = { unavailable: () => null, load: page('browser', byBrowser) }
  const fetcher = fetcherOf([httpRoute(gateway), browserRoute(browser)], { firstVisitShare })
  const routes = async (url: string) => {
    const { attempts } = await fetcher.fetchPage(ask(url))
    return attempts.map(({ route, outcome }) => `${route}:${outcome}`).join(' ')
  }
  return { routes, policy }
}

test('REQ 3.1.2: the first visit to a domain is the browser’s, the next ones the plain client’s', async () => {
  const { routes, policy } = world()

  const first = await routes('https://www.kenshin.example/a')
  const second = await routes('https://www.kenshin.example/b')
  const sister = await routes('https://news.kenshin.example/c')

  assert.deepEqual([first, second, sister], ['browser:ok', 'http:ok', 'http:ok'])
  assert.equal(policy.startsWithBrowser('kenshin.example'), false)
})

test('REQ 7: new domains get the browser for at most 15 % of a task, files never', async () => {
  const { routes } = world()

  const pdf = await routes('https://www.report.example/2026.pdf')
  const taken: string[] = []
  for (let n = 0; n < 39; n += 1) taken.push(await routes(`https://site-${n}.example/`))

  assert.equal(pdf, 'http:ok')
  assert.equal(taken.filter((routesTaken) => routesTaken === 'browser:ok').length, 6)
  assert.equal(taken[0], 'browser:ok')
})

test('REQ 7: a browser that is needed often is not sent on first visits as well', async () => {
  const { routes, policy } = world()
  for (let n = 0; n < 6; n += 1) policy.escalated('needs-it.example', 'needed', 'cause_1')
  for (let n = 0; n < 10; n += 1) await routes(`https://www.needs-it.example/${n}`)

  const fresh = await routes('https://www.new.example/')

  assert.equal(policy.startsWithBrowser('needs-it.example'), true)
  assert.equal(fresh, 'http:ok')
})

test('REQ 4.3.5: what the browser cannot show or load on a first visit, the plain client gets', async () => {
  const download = world('unsupported_type')
  const stuck = world('timeout')
  const off = world('ok', 0)

  assert.equal(await download.routes('https://www.a.example/file'), 'browser:unsupported_type http:ok')
  assert.equal(await stuck.routes('https://www.a.example/'), 'browser:timeout http:ok')
  assert.equal(await off.routes('https://www.a.example/'), 'http:ok')
})

test('REQ 3.1.2 preflight: a site whose robots.txt meets a challenge is the browser’s at once, and that is logged', async (t) => {
  const seen: string[] = []
  const server = createServer((request, response) => {
    seen.push(request.url ?? '')
    response.writeHead(403, { 'content-type': 'text/html', 'cf-mitigated': 'challenge', server: 'cloudflare' }).end('x')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.after(() => {
    server.closeAllConnections()
    return new Promise((resolve) => server.close(resolve))
  })
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const logged: { kind: string; data?: object }[] = []
  const events = { append: (event: (typeof logged)[number]) => `event_${logged.push(event)}` } as unknown as EventStore
  const { gateway } = await openWorld(t, { allow_private: [host] }, { events })
  const answer = { status: 200, headers: {}, body: Buffer.from('<p>x</p>'), finalUrl: `http://${host}/a` }
  const load = async (): Promise<NetResult> => ({
    outcome: 'ok',
    route: 'browser',
    response: answer,
    archive: null,
    elapsedMs: 0,
  })
  const routes = [httpRoute(gateway), browserRoute({ unavailable: () => null, load })]
  const fetcher = fetcherOf(routes)

  const { attempts } = await fetcher.fetchPage(ask(`http://${host}/a`))
  await gateway.close()

  assert.deepEqual(
    attempts.map(({ route, outcome }) => [route, outcome]),
    [['browser', 'ok']],
  )
  assert.deepEqual(seen, ['/robots.txt'])
  assert.deepEqual(
    logged.filter(({ kind }) => kind === 'net.preflight').map(({ data }) => data),
    [{ sign: 'cloudflare', decision: 'browser' }],
  )
})
