import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { readBrowserSession } from '../../src/browser/attached-session.ts'
import { createBrowser } from '../../src/browser/browser.ts'
import { openPersonTab } from '../../src/browser/human-page.ts'
import { startPersonBrowser } from '../../src/browser/person-browser.ts'
import { defaultSettings } from '../../src/domain/settings.ts'
import { ask, openWorld, serve } from '../net/loopback.ts'
import { browserParts } from './browser-parts.ts'
import { realBrowser } from './real-browser.ts'

test('REQ 3.6.1: what a person passed in the attached Chrome holds for our pages, and can be kept', async (t) => {
  const { promise: passed, resolve: pass } = Promise.withResolvers<void>()
  const seen: string[] = []
  const site = await serve(t, (request, response) => {
    const cookie = request.headers.cookie ?? ''
    if (request.url === '/page') seen.push(cookie)
    if (request.url === '/login' && cookie.includes('clearance=earned')) pass()
    const sets = request.url === '/login' && cookie === '' ? { 'set-cookie': 'clearance=earned; Path=/' } : {}
    const moves = 'set-cookie' in sets ? { ...sets, location: '/login' } : sets
    response.writeHead('location' in moves ? 302 : 200, { ...moves, 'content-type': 'text/html' }).end('<p>検診</p>')
  })
  const endpoint = `http://${await realBrowser(t)}`
  const tab = await openPersonTab(endpoint, `http://${site.host}/login`, 10_000)
  await passed
  tab.close()
  const world = await openWorld(t, { allow_private: [site.host] })
  const settings = { ...defaultSettings.browser, cdp_endpoint: endpoint }
  const browser = createBrowser({ ...browserParts(world), settings })
  t.after(() => browser.close())

  const page = await browser.load(ask(`http://${site.host}/page`))
  const kept = await readBrowserSession(endpoint, '127.0.0.1', 5000)
  const other = await readBrowserSession(endpoint, 'elsewhere.example', 5000)

  assert.equal(page.outcome, 'ok')
  assert.deepEqual(seen, ['clearance=earned'])
  assert.deepEqual(
    kept?.cookies.map(({ name, value, domain }) => [name, value, domain]),
    [['clearance', 'earned', '127.0.0.1']],
  )
  assert.match(kept?.user_agent ?? '', /Chrome/)
  assert.equal(other, null)
})

test('REQ 3.6.1: a browser of our own for a person starts, shows a page, and its session is seen', async (t) => {
  const { promise: passed, resolve: pass } = Promise.withResolvers<void>()
  const site = await serve(t, (request, response) => {
    if (request.headers.cookie === undefined)
      return void response.writeHead(302, { location: '/login', 'set-cookie': 'clearance=earned; Path=/' }).end()
    pass()
    response.writeHead(200, { 'content-type': 'text/html' }).end('<p>welcome</p>')
  })
  const profile = mkdtempSync(join(tmpdir(), 'lyra-person-'))
  t.after(() => rmSync(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 }))
  const settings = defaultSettings.browser
  const own = await startPersonBrowser({ settings, profile, timeoutMs: 15_000, headless: true })
  t.after(() => own.close())

  const tab = await openPersonTab(own.endpoint, `http://${site.host}/login`, 10_000)
  await passed
  for (let i = 0; i < 100 && tab.session() === null; i += 1) await setTimeout(50)

  assert.deepEqual(
    tab.session()?.cookies.map(({ name, value }) => [name, value]),
    [['clearance', 'earned']],
  )
  tab.close()
})
