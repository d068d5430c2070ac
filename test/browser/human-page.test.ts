import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openPersonTab } from '../../src/browser/human-page.ts'
import { serve } from '../net/loopback.ts'
import { devtoolsDouble, recordWire } from './devtools-wire.ts'
import { realBrowser } from './real-browser.ts'

const PAGE = 'https://library.example/login?next=%2Fa'
const cookie = (name: string, domain: string, more = {}) => ({
  blockedReasons: [],
  cookie: { name, value: `${name}-value`, domain, path: '/', expires: -1, secure: true, ...more },
})

test('REQ 3.6.1 on the wire: a page is opened for a person by exactly the allowed commands', async (t) => {
  const wire = await recordWire(t, await devtoolsDouble(t, []))

  const page = await openPersonTab(wire.endpoint, PAGE, 5000)
  page.close()

  assert.deepEqual(wire.requests, ['PUT /json/new?about:blank', 'GET /devtools/page/TAB1'])
  assert.deepEqual(
    wire.commands.map(({ method, params }) => ({ method, params })),
    [
      { method: 'Network.enable', params: {} },
      { method: 'Page.navigate', params: { url: PAGE } },
      { method: 'Page.bringToFront', params: {} },
    ],
  )
})

test('REQ 3.6.1: the session is what the browser was seen sending to the site; others and withheld cookies are left out', async (t) => {
  const cookies = [
    cookie('sid', '.library.example', { expires: 1_900_000_000 }),
    cookie('tracker', '.ads.example'),
    { ...cookie('withheld', 'library.example'), blockedReasons: ['SecureOnly'] },
  ]
  const host = await devtoolsDouble(t, cookies)

  const page = await openPersonTab(`http://${host}`, PAGE, 5000)
  t.after(() => page.close())

  assert.deepEqual(page.session(), {
    cookies: [
      {
        name: 'sid',
        value: 'sid-value',
        domain: '.library.example',
        path: '/',
        secure: true,
        expires: 1_900_000_000,
      },
    ],
    user_agent: 'Mozilla/5.0 (a person)',
  })
})

test('REQ 3.6.1: where no browser listens, the failure is the caller to handle', async () => {
  await assert.rejects(openPersonTab('http://127.0.0.1:1', PAGE, 2000))
})

test('REQ 3.6.1 on the wire of a real Chromium: three commands, the page is there, and what the person earned is seen', async (t) => {
  const { promise: visited, resolve: visit } = Promise.withResolvers<void>()
  const site = await serve(t, (request, response) => {
    if (request.url !== '/login') return void response.writeHead(404).end()
    // As after a challenge: the page sets its cookie and comes back with it.
    if (request.headers.cookie?.includes('clearance=earned')) {
      visit()
      response.writeHead(200, { 'content-type': 'text/html' }).end('<p>welcome</p>')
    } else response.writeHead(302, { location: '/login', 'set-cookie': 'clearance=earned; Path=/' }).end()
  })
  const wire = await recordWire(t, await realBrowser(t))

  const page = await openPersonTab(wire.endpoint, `http://${site.host}/login`, 10_000)
  await visited
  t.after(() => page.close())

  assert.deepEqual(
    wire.commands.map(({ method }) => method),
    ['Network.enable', 'Page.navigate', 'Page.bringToFront'],
  )
  assert.equal(wire.requests.length, 2)
  assert.deepEqual(
    page.session()?.cookies.map(({ name, value, domain }) => ({ name, value, domain })),
    [{ name: 'clearance', value: 'earned', domain: '127.0.0.1' }],
  )
})
