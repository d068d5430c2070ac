import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { openReplay } from '../../src/archive/replay.ts'
import { openArchiveWriter } from '../../src/archive/writer.ts'
import { replayClock } from '../../src/domain/clock.ts'
import { LyraError } from '../../src/domain/errors.ts'
import type { Outcome } from '../../src/domain/outcome.ts'
import type { FetchRoute } from '../../src/domain/page.ts'
import { browserRoute } from '../../src/net/routes.ts'
import type { NetResult, Route } from '../../src/net/types.ts'
import { waybackRoute } from '../../src/net/wayback.ts'
import { htmlExchange, temporaryFolder } from '../archive/samples.ts'
import { ask, fetcherOf, openWorld, textOf } from './loopback.ts'

const site = 'https://news.example'

test('LYRA 4.2: replay answers from the archive through the same checks, waits for nothing, and keeps a copy at home', async (t) => {
  const web = await temporaryFolder(t)
  const clock = replayClock(Date.parse('2026-03-01T00:00:00Z'))
  const source = openArchiveWriter({ folder: web, clock, software: 'test' })
  const at = (second: number) => ({ time: `2026-03-01T00:00:0${second}.000Z` })
  await source.write(htmlExchange(`${site}/robots.txt`, 'User-agent: *\nDisallow: /no/\n', { responseHeaders: {} }), '')
  await source.write(htmlExchange(`${site}/a`, '<p>記事</p>'), '')
  await source.write(htmlExchange(`${site}/moved`, '', { status: 302, responseHeaders: { location: '/a' } }), '')
  await source.write(htmlExchange(`${site}/wall`, '<p>no</p>', { status: 403 }), '')
  await source.write(htmlExchange('https://api.example/w', '', { status: 429, ...at(1) }), '')
  await source.write(htmlExchange('https://api.example/w', '{"id":1}', at(2)), '')
  await source.close()
  const { gateway, archive, folder } = await openWorld(
    t,
    { domain_interval_min: 60, backoff_base_seconds: 60 },
    { clock, replay: await openReplay(web) },
  )
  const started = performance.now()

  const outcomes: Outcome[] = []
  for (const path of ['/a', '/moved', '/no/x', '/nowhere', '/wall', '/a']) {
    outcomes.push((await gateway.fetch(ask(`${site}${path}`))).outcome)
  }
  const api = await gateway.fetch(ask('https://api.example/w', { purpose: 'api' }))
  const local = await gateway.fetch(ask('http://127.0.0.1/'))
  await archive.close()

  assert.deepEqual(outcomes, ['ok', 'ok', 'robots_denied', 'replay_miss', 'blocked', 'cooling_down'])
  assert.equal(textOf(api), '{"id":1}')
  assert.equal(local.outcome, 'refused_private')
  assert.equal(performance.now() - started < 5000, true)
  assert.deepEqual((await openReplay(join(folder, 'task_1'))).urls.toSorted(), [
    'https://api.example/w',
    `${site}/a`,
    `${site}/moved`,
    `${site}/robots.txt`,
    `${site}/wall`,
  ])
})

function fakeRoute(name: FetchRoute, outcome: Outcome, log: string[], screenshot?: string): Route {
  return {
    name,
    unavailable: () => null,
    async fetch() {
      log.push(name)
      const common = { route: name, archive: null, elapsedMs: 1 }
      const response = { status: 200, headers: {}, body: Buffer.from(name), finalUrl: site }
      if (outcome === 'ok' || outcome === 'not_modified') {
        return { outcome, response, ...common, ...(screenshot === undefined ? {} : { screenshot }) } as NetResult
      }
      return { outcome, reason: `${name} said ${outcome}`, ...common }
    },
  }
}

test('REQ 4.3.5: each route once, in order, until one succeeds; what was skipped is named', async () => {
  const tried: string[] = []
  const routes = [
    fakeRoute('http', 'blocked', tried),
    { ...fakeRoute('tor', 'ok', tried), unavailable: () => 'Tor is not connected' },
    fakeRoute('browser', 'ok', tried, 'f#r'),
    fakeRoute('wayback', 'ok', tried),
  ]
  const fetcher = fetcherOf(routes)

  const page = await fetcher.fetchPage(ask(`${site}/`))

  assert.deepEqual(tried, ['http', 'browser'])
  assert.equal(textOf(page.result), 'browser')
  assert.equal(page.screenshot, 'f#r')
  assert.deepEqual(page.attempts, [
    { route: 'http', outcome: 'blocked', reason: 'http said blocked' },
    { route: 'tor', outcome: 'cancelled', reason: 'Skipped: Tor is not connected' },
    { route: 'browser', outcome: 'ok', reason: null },
  ])
})

test('REQ 4.3.5: outcomes that no route can change end the path; the most telling one is reported', async () => {
  async function run(...outcomes: readonly [FetchRoute, Outcome][]) {
    const tried: string[] = []
    const routes = outcomes.map(([name, outcome]) => fakeRoute(name, outcome, tried))
    const { result } = await fetcherOf(routes).fetchPage(ask(`${site}/`))
    return [result.outcome, tried.join(' ')]
  }

  assert.deepEqual(await run(['http', 'not_found'], ['browser', 'ok']), ['not_found', 'http'])
  assert.deepEqual(await run(['http', 'robots_denied'], ['browser', 'ok']), ['robots_denied', 'http'])
  assert.deepEqual(await run(['http', 'replay_miss'], ['browser', 'ok']), ['replay_miss', 'http'])
  assert.deepEqual(await run(['http', 'timeout'], ['browser', 'replay_miss']), ['timeout', 'http browser'])
  assert.deepEqual(await run(['http', 'blocked'], ['browser', 'captcha']), ['captcha', 'http browser'])
  assert.deepEqual(await run(), ['connection', ''])
})

test('REQ 4.3: the Wayback route is for pages that are gone or refused, and asks for the newest snapshot', async () => {
  const asked: string[] = []
  const gateway = {
    replaying: false,
    fetch: async (request: { url: string }): Promise<NetResult> => {
      asked.push(request.url)
      const response = { status: 200, headers: {}, body: Buffer.from('old copy'), finalUrl: request.url }
      return { outcome: 'ok', route: 'http', response, archive: null, elapsedMs: 1 }
    },
    admit: async () => null,
    record: async (): Promise<NetResult> => {
      throw new Error('not used')
    },
  }
  const after = async (outcome: Outcome) => {
    const routes = [fakeRoute('http', outcome, []), waybackRoute(gateway, { url: 'https://web.archive.org', share: 1 })]
    return (await fetcherOf(routes).fetchPage(ask(`${site}/x?y=1`))).result.route
  }

  assert.deepEqual(
    [await after('gone'), await after('blocked'), await after('timeout')],
    ['wayback', 'wayback', 'http'],
  )
  assert.deepEqual(asked, Array(2).fill(`https://web.archive.org/web/2id_/${site}/x?y=1`))
})

test('REQ 3.2.1: a browser that cannot start is an attempt with its reason, not a crash', async () => {
  const browser = {
    unavailable: () => null,
    load: async (): Promise<NetResult> => {
      throw new LyraError('CHROME_NOT_READY', 'No browser could be reached or started')
    },
  }
  const routes = [fakeRoute('http', 'blocked', []), browserRoute(browser)]

  const page = await fetcherOf(routes).fetchPage(ask(`${site}/`))

  assert.equal(page.result.outcome, 'blocked')
  assert.deepEqual(page.attempts[1], {
    route: 'browser',
    outcome: 'connection',
    reason: 'No browser could be reached or started',
  })
})
