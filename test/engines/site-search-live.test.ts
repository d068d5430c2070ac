import assert from 'node:assert/strict'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { openReplay } from '../../src/archive/replay.ts'
import { createBrowser } from '../../src/browser/browser.ts'
import { type Clock, systemClock } from '../../src/domain/clock.ts'
import { seededRandom } from '../../src/domain/random.ts'
import { createSiteSearch } from '../../src/engines/site-search.ts'
import { createFormSubmitter } from '../../src/engines/submit-search-form.ts'
import type { NetGateway } from '../../src/net/gateway.ts'
import type { EventInput } from '../../src/store/types.ts'
import { browserParts } from '../browser/browser-parts.ts'
import { openWorld, serve } from '../net/loopback.ts'

const html = { 'content-type': 'text/html; charset=utf-8' }

/** A ministry's page with its form below the fold; it writes down what happens to it and tells its server. */
const HOME = `<!doctype html><title>健康省</title><header><nav><a href="/about">省の案内をよむ</a></nav></header>
<main style="height:1500px"><p>お知らせ</p></main>
<form role="search" action="/search" method="get"><input type="hidden" name="lang" value="ja"><input type="search" name="q" style="width:300px;height:30px"><button name="go" value="1">検索</button></form>
<script>
const log = { moves: [], keys: [], wheels: 0, trusted: true }
addEventListener('mousemove', (e) => { log.moves.push([Math.round(e.clientX), Math.round(e.clientY)]); log.trusted &&= e.isTrusted })
addEventListener('keydown', (e) => { if (e.key !== 'Enter') log.keys.push(Math.round(e.timeStamp)); log.trusted &&= e.isTrusted })
addEventListener('wheel', () => { log.wheels += 1 })
document.forms[0].addEventListener('submit', () => fetch('/log', { method: 'POST', body: JSON.stringify(log), keepalive: true }))
</script>`
const RESULTS = `<!doctype html><nav><a href="/about">省の案内をよむ</a></nav><main><h2><a href="/kenshin/1">高血圧の指針 2026</a></h2>
<h2><a href="/kenshin/2">血圧の測り方の手引き</a></h2></main>`

interface PageLog {
  readonly moves: readonly [number, number][]
  readonly keys: readonly number[]
  readonly wheels: number
  readonly trusted: boolean
}

async function ministry(t: TestContext) {
  const logs: PageLog[] = []
  const { host, seen } = await serve(t, (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://loopback')
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      if (pathname === '/log') logs.push(JSON.parse(Buffer.concat(parts).toString()))
      response.writeHead(200, html).end(pathname === '/search' ? RESULTS : HOME)
    })
  })
  return { host, seen, logs }
}

function openSiteSearch(gateway: NetGateway, parts: Parameters<typeof createBrowser>[0], host: string, seed: number) {
  const browser = createBrowser(parts)
  const events: EventInput[] = []
  // Typing takes the time it takes; only the ten seconds between two requests are not waited for.
  const patient: Clock = { now: systemClock.now, sleep: async () => {} }
  const site = createSiteSearch({
    submit: createFormSubmitter({
      browser,
      random: seededRandom(seed),
      clock: systemClock,
      replaying: gateway.replaying,
    }),
    web: { search: async () => [] },
    settings: { site_search: [`http://${host}/`], results: 10 },
    events: { append: (event) => `event_${events.push(event)}`, about: () => [] },
    clock: patient,
  })
  const search = () =>
    site.search({ domain: '127.0.0.1', query: '高血圧 guideline', taskId: 'task_1', causeId: 'cause_1' })
  return { browser, search, events }
}

test('REQ 3.1.5, 4.3.4: a real browser scrolls to a real form, moves on a curve, types with a rhythm, and reads the results', async (t) => {
  const { host, seen, logs } = await ministry(t)
  const world = await openWorld(t, { allow_private: [host] })
  const { archive, folder } = world
  const live = openSiteSearch(world.gateway, browserParts(world), host, 7)
  t.after(() => live.browser.close())

  const found = await live.search()
  await live.browser.close()
  await archive.close()

  assert.deepEqual(
    [found.via, found.outcome, found.items.map(({ title, url }) => [title, new URL(url).pathname])],
    [
      'form',
      'ok',
      [
        ['高血圧の指針 2026', '/kenshin/1'],
        ['血圧の測り方の手引き', '/kenshin/2'],
      ],
    ],
  )
  assert.equal(new URL(found.url ?? '').searchParams.get('q'), '高血圧 guideline')
  assert.deepEqual(
    live.events.map(({ data }) => [data?.outcome, data?.found]),
    [['ok', 2]],
  )
  const pages = seen.map((path) => path.replace(/\?.*/, '?')).filter((path) => !/favicon|log/.test(path))
  assert.deepEqual(pages, ['/robots.txt', '/', '/search?'])
  checkMovement(logs[0])

  await replaysAlike(t, host, folder, found.items)
})

function checkMovement(log: PageLog | undefined): void {
  assert.ok(log !== undefined)
  const { moves, keys, wheels, trusted } = log
  assert.equal(trusted, true)
  assert.ok(moves.length >= 20, `${moves.length} moves`)
  assert.ok(wheels >= 6, `${wheels} turns of the wheel`)
  const [first, last] = [moves[0], moves.at(-1)]
  assert.ok(first !== undefined && last !== undefined)
  const [dx, dy] = [last[0] - first[0], last[1] - first[1]]
  const off = moves.map(([x, y]) => Math.abs(dy * (x - first[0]) - dx * (y - first[1])) / Math.hypot(dx, dy))
  assert.ok(Math.max(...off) > 0.04 * Math.hypot(dx, dy), `at most ${Math.max(...off)} px off the straight line`)
  const gaps = keys.slice(1).map((at, index) => at - (keys[index] ?? 0))
  const mean = gaps.reduce((sum, gap) => sum + gap, 0) / gaps.length
  const deviation = Math.sqrt(gaps.reduce((sum, gap) => sum + (gap - mean) ** 2, 0) / gaps.length)
  assert.ok(mean > 80 && mean < 400, `mean gap ${mean} ms`)
  assert.ok(deviation > 15, `deviation ${deviation} ms`)
}

/** The same visit from its own archive: no socket, no waiting, the same results. */
async function replaysAlike(t: TestContext, host: string, folder: string, items: readonly unknown[]): Promise<void> {
  const replay = await openReplay(join(folder, 'task_1'))
  const again = await openWorld(t, { allow_private: [host] }, { replay })
  const { browser, search } = openSiteSearch(again.gateway, browserParts(again), host, 99)
  t.after(() => browser.close())

  const found = await search()

  assert.deepEqual([found.via, found.outcome, found.items], ['form', 'ok', items])
}
