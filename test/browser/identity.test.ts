import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import type { IncomingHttpHeaders } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { createBrowser } from '../../src/browser/browser.ts'
import { isGoogleBuild, rememberedProduct } from '../../src/browser/browser-product.ts'
import type { AuditReport } from '../../src/browser/profile-audit.ts'
import { defaultSettings } from '../../src/domain/settings.ts'
import { requestHeaders } from '../../src/net/headers.ts'
import { brandsOf, identityOfUserAgent } from '../../src/net/identity.ts'
import { collectHellos, ja4, parseClientHello } from '../net/client-hello.ts'
import { ask, openWorld, serve } from '../net/loopback.ts'
import { browserParts } from './browser-parts.ts'

const AGREED = [
  'user-agent',
  'sec-ch-ua',
  'sec-ch-ua-mobile',
  'sec-ch-ua-platform',
  'accept',
  'accept-language',
  'accept-encoding',
  'upgrade-insecure-requests',
  'sec-fetch-mode',
  'sec-fetch-dest',
  'sec-fetch-user',
]

test('REQ 4.3.3: plain client and browser are one reader: the same headers and the same TLS handshake', async (t) => {
  const asked: IncomingHttpHeaders[] = []
  const spelled: string[][] = []
  const { host } = await serve(t, (request, response) => {
    asked.push(request.headers)
    spelled.push(request.rawHeaders.filter((_text, at) => at % 2 === 0))
    response.writeHead(200, { 'content-type': 'text/html' }).end('<p>x</p>')
  })
  const { port, hellos } = await collectHellos(t)
  const name = 'www.secure.example'
  const world = await openWorld(
    t,
    { allow_private: [host, name] },
    { resolve: async () => [{ address: '127.0.0.1', family: 4 }], product: { major: '120', google: true } },
  )
  const { gateway } = world
  const browser = createBrowser(browserParts(world))
  t.after(() => browser.close())

  // Chromium holds loopback for trustworthy and sends there what it sends over https.
  await browser.load(ask(`http://${host}/`))
  await browser.load(ask(`https://${name}:${port}/`))
  await gateway.fetch(ask(`http://${host}/`))
  const own = requestHeaders(ask('https://www.clinic.example/'), defaultSettings.net, gateway.identity.current())
  const byBrowser = hellos.length
  await gateway.fetch(ask(`https://${name}:${port}/`, { purpose: 'serp' }))
  await gateway.close()

  const seen = Object.fromEntries(AGREED.map((header) => [header, asked[0]?.[header]]))
  assert.deepEqual(Object.fromEntries(AGREED.map((header) => [header, own[header]])), seen)
  // Where the driver sets the languages they stand before Accept; a window's own stand last, as the plain client has
  // them.
  const inOrder = (names: readonly string[] = []) =>
    names.filter((header) => spelled[1]?.includes(header) && header !== 'Accept-Language')
  assert.deepEqual(inOrder(spelled[0]), [
    'Host',
    'Connection',
    'Upgrade-Insecure-Requests',
    'User-Agent',
    'Accept',
    'Accept-Encoding',
  ])
  assert.deepEqual(inOrder(spelled[1]), inOrder(spelled[0]))
  const [first, last] = [hellos[byBrowser - 1], hellos.at(-1)].map((hello) => ja4(parseClientHello(hello as Buffer)))
  assert.equal(last, first)
})

test('REQ 4.3.3: brands are shuffled by the version, as Chromium does it', () => {
  const list = (major: string, google: boolean) =>
    brandsOf({ major, google })
      .map(({ brand, version }) => `${brand} ${version}`)
      .join(', ')

  assert.equal(list('147', true), 'Google Chrome 147, Not.A/Brand 8, Chromium 147')
  assert.equal(list('147', false), 'Chromium 147, Not.A/Brand 8')
  assert.equal(list('130', true), 'Chromium 130, Google Chrome 130, Not?A_Brand 99')
})

test('REQ 3.6.1: a session earned in another browser keeps its name, and hints that belong to it', () => {
  const windows = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/130.0.0.0 Safari/537.36'

  const { hints, userAgent } = identityOfUserAgent(windows)

  assert.equal(userAgent, windows)
  assert.deepEqual(hints, {
    'sec-ch-ua': '"Chromium";v="130", "Google Chrome";v="130", "Not?A_Brand";v="99"',
    'sec-ch-ua-mobile': '?0',
    'sec-ch-ua-platform': '"Windows"',
  })
  assert.deepEqual(identityOfUserAgent('Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Firefox/150.0').hints, {})
})

test('the browser of the last audit is known before one is opened', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'lyra-product-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  const settings = { ...defaultSettings.browser, executable: process.execPath }

  const none = rememberedProduct(folder, settings)
  await writeFile(join(folder, 'profile-audit.json'), JSON.stringify({ major: '151' }))

  assert.equal(none, null)
  assert.deepEqual(rememberedProduct(folder, settings), { major: '151', google: false })
  assert.deepEqual(
    ['/usr/bin/google-chrome-stable', 'C:\\Program Files\\Google\\Chrome\\chrome.exe', '/usr/bin/chromium'].map(
      isGoogleBuild,
    ),
    [true, true, false],
  )
})

test('REQ 4.3.1: the profile is audited when the browser opens and at the start of every further task', async (t) => {
  const { host } = await serve(t, (_request, response) =>
    response.writeHead(200, { 'content-type': 'text/html' }).end('x'),
  )
  const world = await openWorld(t, { allow_private: [host] })
  const { folder } = world
  const reports: (readonly [string, AuditReport])[] = []
  const browser = createBrowser({
    ...browserParts(world),
    profileFolder: join(folder, 'profile'),
    onAudit: (report, causeId) => reports.push([causeId, report]),
  })
  t.after(() => browser.close())
  const load = (taskId: string) => browser.load(ask(`http://${host}/`, { taskId, causeId: `cause of ${taskId}` }))

  await load('task_1')
  await load('task_1')
  await load('task_2')
  // What the profile looked like before, according to its file, is not what it looks like now.
  const file = join(folder, 'profile', 'profile-audit.json')
  await writeFile(file, JSON.stringify({ ...JSON.parse(await readFile(file, 'utf8')), canvas: 'changed' }))
  const page = await load('task_3')

  assert.equal(page.outcome, 'ok')
  assert.deepEqual(
    reports.map(([cause, { attempt, deviations, repair, kept }]) => [cause, attempt, deviations.length, repair, kept]),
    [
      ['cause of task_1', 1, 0, null, true],
      ['cause of task_2', 1, 0, null, true],
      ['cause of task_3', 1, 1, { restart: true }, false],
      ['cause of task_3', 2, 1, { restart: true }, true],
    ],
  )
})
