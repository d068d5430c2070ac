import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { openReplay } from '../../src/archive/replay.ts'
import { createBrowser } from '../../src/browser/browser.ts'
import { findProgram } from '../../src/browser/find-browser.ts'
import { defaultSettings } from '../../src/domain/settings.ts'
import { ask, openWorld, serve, textOf } from '../net/loopback.ts'
import { browserParts } from './browser-parts.ts'

const html = { 'content-type': 'text/html; charset=utf-8' }

test('REQ 3.1.2: live, the browser goes through the guard: pages load and are archived, private redirects are refused', async (t) => {
  const inner = await serve(t, (_request, response) => response.end('secret'))
  const { host, seen } = await serve(t, (request, response) => {
    if (request.url === '/out') response.writeHead(302, { location: `http://${inner.host}/admin` }).end()
    else if (request.url === '/app.js')
      response.end(`document.write("rendered " + 6 * 7); fetch("http://${inner.host}/x")`)
    else if (request.url === '/no') response.writeHead(403, html).end('<p>no</p>')
    else response.writeHead(200, html).end('<img src="/i.png"><script src="/app.js"></script>')
  })
  const world = await openWorld(t, { allow_private: [host] })
  const { archive, folder } = world
  const browser = createBrowser(browserParts(world))
  t.after(() => browser.close())

  const page = await browser.load(ask(`http://${host}/`))
  const out = await browser.load(ask(`http://${host}/out`))
  const refused = await browser.load(ask(`http://${host}/no`))
  await browser.close()
  await archive.close()

  assert.equal(page.outcome, 'ok')
  assert.match(textOf(page), /rendered 42/)
  assert.equal(out.outcome, 'refused_private')
  assert.equal(refused.outcome, 'blocked')
  assert.deepEqual(inner.seen, [])
  assert.deepEqual(seen, ['/robots.txt', '/', '/app.js', '/out', '/no'])
  const kept = (await openReplay(join(folder, 'task_1'))).urls
  const paths = kept.map((url) => url.replace(`http://${host}`, ''))
  assert.deepEqual(paths.toSorted(), ['/', '/app.js', '/no', '/out', '/robots.txt'])
})

test('REQ 3.2.1: a browser that does not start is CHROME_NOT_READY with what was tried', async (t) => {
  const { host } = await serve(t, (_request, response) => response.end('x'))
  const world = await openWorld(t, { allow_private: [host] })
  const settings = { ...defaultSettings.browser, executable: '/bin/false', start_seconds: 3 }
  const browser = createBrowser({ ...browserParts(world), settings })
  t.after(() => browser.close())

  assert.equal(browser.unavailable(), null)
  await assert.rejects(browser.load(ask(`http://${host}/`)), (error: { code?: string; details?: object }) => {
    assert.equal(error.code, 'CHROME_NOT_READY')
    assert.deepEqual(Object.keys(error.details ?? {}), ['auto_start_attempted', 'started', 'hint'])
    return true
  })
  assert.equal(browser.unavailable(), 'No browser could be reached or started')
})

test('REQ 3.2.1: a DevTools endpoint that does not answer is replaced by a browser of our own, at once', async (t) => {
  const { host } = await serve(t, (_request, response) => response.writeHead(200, html).end('<p>検診</p>'))
  const world = await openWorld(t, { allow_private: [host] })
  const settings = { ...defaultSettings.browser, cdp_endpoint: 'http://127.0.0.1:9' }
  const browser = createBrowser({ ...browserParts(world), settings })
  t.after(() => browser.close())

  const page = await browser.load(ask(`http://${host}/`))

  assert.equal(page.outcome, 'ok')
  assert.match(textOf(page), /検診/)
})

test('REQ 3.2.1: where none can be started either, the endpoint is asked every half second until the time is over', async (t) => {
  const asked: number[] = []
  const endpoint = await serve(t, (_request, response) => {
    asked.push(performance.now())
    response.writeHead(503).end()
  })
  const world = await openWorld(t, { allow_private: [endpoint.host] })
  const settings = {
    ...defaultSettings.browser,
    cdp_endpoint: `http://${endpoint.host}`,
    executable: '/bin/false',
    start_seconds: 1.4,
  }
  const browser = createBrowser({ ...browserParts(world), settings })
  t.after(() => browser.close())
  // Loading the driver takes a good part of so short a time.
  await import('playwright-core')

  const error = await browser.load(ask(`http://${endpoint.host}/page`)).then(
    () => null,
    (reason: { code?: string; details?: Record<string, unknown> }) => reason,
  )

  assert.equal(error?.code, 'CHROME_NOT_READY')
  assert.equal(error?.details?.auto_start_attempted, true)
  assert.match(String(error?.details?.hint), /^Nothing answers at browser\.cdp_endpoint: .*Run `lyra doctor`$/)
  const gaps = asked.slice(1).map((at, index) => at - (asked[index] ?? 0))
  assert.deepEqual(
    gaps.map((gap) => gap >= 500),
    [true, true],
  )
})

test('REQ 3.1.2: what the browser meets that is no page is taken as it came', async (t) => {
  const { host } = await serve(t, (request, response) => {
    const type = request.url === '/data' ? 'application/json' : 'text/plain; charset=utf-8'
    response.writeHead(200, { 'content-type': type }).end(request.url === '/data' ? '{"受診率":0.4}' : '受診率 40 %')
  })
  const world = await openWorld(t, { allow_private: [host] })
  const browser = createBrowser(browserParts(world))
  t.after(() => browser.close())

  const json = await browser.load(ask(`http://${host}/data`))
  const text = await browser.load(ask(`http://${host}/text`))
  const large = await browser.load(ask(`http://${host}/text`, { maxBytes: 10 }))

  assert.deepEqual([textOf(json), textOf(text)], ['{"受診率":0.4}', '受診率 40 %'])
  assert.equal(json.response?.headers['content-type'], 'application/json')
  assert.deepEqual([large.outcome, large.response], ['too_large', undefined])
})

test('the program of the browser is the one that is named; one that is not there is no other', () => {
  const base = defaultSettings.browser
  const { execPath: path } = process

  assert.deepEqual(findProgram({ ...base, executable: path }), { kind: 'installed', path })
  assert.throws(() => findProgram({ ...base, executable: '/nowhere/chrome' }), { code: 'CHROME_NOT_READY' })
})

test('REQ 3.1.2: a page that opens another window is read, the window goes nowhere, and nothing breaks', async (t) => {
  const { host, seen } = await serve(t, (request, response) => {
    const page = '<p>page</p><script>window.open("/pop")</script>'
    response.writeHead(200, html).end(request.url === '/pop' ? '<p>popup</p>' : page)
  })
  const world = await openWorld(t, { allow_private: [host] })
  const browser = createBrowser(browserParts(world))
  t.after(() => browser.close())
  const broken: unknown[] = []
  const note = (error: unknown) => broken.push(error)
  process.on('unhandledRejection', note)
  t.after(() => process.off('unhandledRejection', note))

  const page = await browser.load(ask(`http://${host}/`))
  await new Promise((resolve) => setTimeout(resolve, 300))

  assert.equal(page.outcome, 'ok')
  assert.deepEqual(broken, [])
  assert.deepEqual(seen, ['/robots.txt', '/'])
})
