import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { createBrowser } from '../../src/browser/browser.ts'
import type { BrowserMode } from '../../src/browser/types.ts'
import { isSuccess } from '../../src/domain/outcome.ts'
import { defaultSettings } from '../../src/domain/settings.ts'
import { browserRoute, httpRoute, torRoute } from '../../src/net/routes.ts'
import { waybackRoute } from '../../src/net/wayback.ts'
import { ask, fetcherOf, openWorld, serve, textOf } from '../net/loopback.ts'
import { browserParts } from './browser-parts.ts'

const html = { 'content-type': 'text/html; charset=utf-8' }

/**
 * A debugger that watches the console reads an error's stack as soon as it is written there; a reader's browser does
 * not.
 */
const LOOK = `let watched = 0
Error.prepareStackTrace = () => { watched += 1; return '' }
console.log(new Error('look'))
Error.prepareStackTrace = undefined`

/** Every browser of the escalation over one gateway, as the application wires them. */
async function browsersOf(t: TestContext, host: string, settings: Parameters<typeof openWorld>[1] = {}) {
  const world = await openWorld(t, { allow_private: [host], tor_proxy: '', ...settings })
  const open = (mode: BrowserMode) => {
    const browser = createBrowser({ ...browserParts(world), mode })
    t.after(() => browser.close())
    return browser
  }
  return { ...world, open }
}

function withoutDisplay(t: TestContext): void {
  const { DISPLAY, WAYLAND_DISPLAY } = process.env
  delete process.env.DISPLAY
  delete process.env.WAYLAND_DISPLAY
  t.after(() =>
    Object.assign(process.env, { ...(DISPLAY && { DISPLAY }), ...(WAYLAND_DISPLAY && { WAYLAND_DISPLAY }) }),
  )
}

test('REQ 4.3: the undetected browser shows neither webdriver nor a watched console; the plain one shows the latter', async (t) => {
  const { host } = await serve(t, (_request, response) => {
    const tell = 'document.body.textContent = JSON.stringify({ webdriver: navigator.webdriver, watched })'
    response.writeHead(200, html).end(`<body><script>${LOOK}\n${tell}</script>`)
  })
  const { open } = await browsersOf(t, host)

  const plain = await open('browser').load(ask(`http://${host}/`))
  const undetected = await open('undetected').load(ask(`http://${host}/`))

  assert.match(textOf(plain), /\{"webdriver":false,"watched":1\}/)
  assert.match(textOf(undetected), /\{"webdriver":false,"watched":0\}/)
})

test('REQ 4.3.5: a site that refuses whatever is automated is reached by the undetected browser, after the others and before Wayback', async (t) => {
  const { host, seen } = await serve(t, (request, response) => {
    if (/reader=1/.test(request.headers.cookie ?? '')) {
      return response.writeHead(200, html).end('<h1>大腸がん検診の案内</h1><p>四十歳から受けられる。</p>')
    }
    const pass = 'if (watched === 0 && !navigator.webdriver) { document.cookie = "reader=1;path=/"; location.reload() }'
    return response.writeHead(403, html).end(`<p>Access denied</p><script>${LOOK}\n${pass}</script>`)
  })
  const wayback = await serve(t, (_request, response) => response.writeHead(200, html).end('<p>old</p>'))
  withoutDisplay(t)
  const { gateway, open } = await browsersOf(t, host, { allow_private: [host, wayback.host] })
  const fetcher = fetcherOf([
    httpRoute(gateway),
    torRoute(gateway),
    browserRoute(open('browser')),
    browserRoute(open('headful'), 'headful'),
    browserRoute(open('undetected'), 'undetected'),
    waybackRoute(gateway, { url: `http://${wayback.host}`, share: 1 }),
  ])

  const { result, attempts, screenshot } = await fetcher.fetchPage(ask(`http://${host}/page`))

  assert.deepEqual(
    attempts.map(({ route, outcome, reason }) => `${route}:${outcome}${outcome === 'cancelled' ? ` ${reason}` : ''}`),
    [
      'http:blocked',
      'tor:cancelled Skipped: Tor is switched off (net.tor_proxy)',
      'browser:blocked',
      'headful:cancelled Skipped: there is no display',
      'undetected:ok',
    ],
  )
  assert.equal(result.route, 'undetected')
  assert.match(textOf(result), /大腸がん検診の案内/)
  assert.match(screenshot ?? '', /\.warc\.gz#<urn:uuid:/)
  assert.deepEqual(seen, ['/robots.txt', '/page', '/page', '/page', '/page'])
  assert.deepEqual(wayback.seen, [])
})

test('REQ 4.3.5: an undetected browser that cannot start is skipped by name, and Wayback answers', async (t) => {
  const { host } = await serve(t, (_request, response) => response.writeHead(403, html).end('<p>Access denied</p>'))
  const wayback = await serve(t, (_request, response) => response.writeHead(200, html).end('<p>An old copy</p>'))
  // Another site than the one that refuses, whose domain cools down.
  const archive = `localhost:${wayback.host.split(':')[1]}`
  const world = await browsersOf(t, host, { allow_private: [host, archive] })
  const { gateway } = world
  const settings = { ...defaultSettings.browser, executable: '/bin/false', start_seconds: 2 }
  const undetected = createBrowser({ ...browserParts(world), settings, mode: 'undetected' })
  t.after(() => undetected.close())
  const routes = [
    httpRoute(gateway),
    browserRoute(undetected, 'undetected'),
    waybackRoute(gateway, { url: `http://${archive}`, share: 1 }),
  ]
  const fetcher = fetcherOf(routes)

  const first = await fetcher.fetchPage(ask(`http://${host}/a`))
  const second = await fetcher.fetchPage(ask(`http://${host}/a`))

  const told = (page: typeof first) => page.attempts.map(({ route, outcome, reason }) => [route, outcome, reason])
  const failed = 'No browser could be reached or started'
  assert.deepEqual(told(first).slice(1), [
    ['undetected', 'connection', failed],
    ['wayback', 'ok', null],
  ])
  assert.deepEqual(told(second)[1], ['undetected', 'cancelled', `Skipped: ${failed}`])
})

test('REQ 3.2.2: the undetected browser keeps its time limit on a page that goes on to a blob: address', async (t) => {
  const { host } = await serve(t, (_request, response) => {
    const leave = "location.href = URL.createObjectURL(new Blob(['<h1>検診</h1>'], { type: 'text/html' }))"
    response.writeHead(200, html).end(`<body><p>大腸がん検診の案内</p><script>${leave}</script>`)
  })
  const { open } = await browsersOf(t, host)
  const started = performance.now()

  const left = await open('undetected').load(ask(`http://${host}/`, { timeoutMs: 2000 }))

  assert.equal(isSuccess(left.outcome), false)
  assert.ok(performance.now() - started < 15_000)
})
