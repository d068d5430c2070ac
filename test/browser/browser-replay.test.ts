import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { openReplay } from '../../src/archive/replay.ts'
import { type LocalArchive, openArchiveWriter } from '../../src/archive/writer.ts'
import { createBrowser } from '../../src/browser/browser.ts'
import type { PageBrowser } from '../../src/browser/types.ts'
import { replayClock } from '../../src/domain/clock.ts'
import { seededIds } from '../../src/domain/ids.ts'
import { silentLogger } from '../../src/domain/log.ts'
import { seededRandom } from '../../src/domain/random.ts'
import { defaultSettings } from '../../src/domain/settings.ts'
import { createGateway } from '../../src/net/gateway.ts'
import { memoryGatewayStore } from '../../src/net/memory-gateway-store.ts'
import type { NetRequest } from '../../src/net/types.ts'
import { htmlExchange } from '../archive/samples.ts'
import { alone } from '../net/loopback.ts'

const site = 'https://clinic.example'
const script =
  'document.querySelector("#n").textContent = "検診の受診率は " + (40 + 2) + "%"; fetch("/data.json").then(r => r.json()).then(d => document.querySelector("#d").textContent = d.text)'
const js = { responseHeaders: { 'content-type': 'text/javascript' } }
const json = { responseHeaders: { 'content-type': 'application/json' } }

let folder: string
let archive: LocalArchive
let browser: PageBrowser

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lyra-browser-test-'))
  const clock = replayClock(Date.parse('2026-03-01T00:00:00Z'))
  const source = openArchiveWriter({ folder: join(folder, 'web'), clock, software: 'test' })
  const pages = [
    htmlExchange(
      `${site}/`,
      '<title>受診率</title><p id="n"></p><p id="d"></p><img src="/big.png"><script src="/app.js"></script>',
    ),
    htmlExchange(`${site}/app.js`, script, js),
    htmlExchange(`${site}/data.json`, '{"text":"対象は50歳以上"}', json),
    htmlExchange(`${site}/old`, '', { status: 301, statusText: 'Moved', responseHeaders: { location: '/new' } }),
    htmlExchange(`${site}/new`, '<p>moved <script>document.write(location.pathname)</script></p>'),
    htmlExchange(
      `${site}/leak`,
      '<p id="s">start</p><script>fetch("https://elsewhere.example/x").then(() => s.textContent = "out", () => s.textContent = "kept in")</script>',
    ),
    htmlExchange(
      `${site}/wall`,
      `<title>x</title><script>document.write('<div class="g-re' + 'captcha"></div>')</script>`,
    ),
    htmlExchange(`${site}/gone`, '<p>410</p>', { status: 410, statusText: 'Gone' }),
    ...[1, 2, 3].map((n) => htmlExchange(`${site}/p${n}`, `<script>document.write("page " + ${n} * 11)</script>`)),
  ]
  for (const page of pages) await source.write(page, 'web')
  await source.close()
  archive = openArchiveWriter({ folder: join(folder, 'home'), clock, software: 'test' })
  const gateway = createGateway({
    settings: defaultSettings.net,
    store: memoryGatewayStore(),
    ...alone,
    clock,
    random: seededRandom(1),
    ids: seededIds('test'),
    log: silentLogger,
    archive,
    replay: await openReplay(join(folder, 'web')),
  })
  const profileFolder = join(folder, 'profile')
  browser = createBrowser({
    settings: defaultSettings.browser,
    gateway,
    clock,
    log: silentLogger,
    profileFolder,
    archive,
    onAudit: () => {},
    pageTimeoutMs: 60_000,
    mode: 'browser',
  })
})

after(async () => {
  await browser.close()
  await archive.close()
  await rm(folder, { recursive: true, force: true })
})

function ask(path: string, more: Partial<NetRequest> = {}): NetRequest {
  return { url: `${site}${path}`, purpose: 'page', taskId: 'task_1', causeId: 'cause_1', ...more }
}

async function textOf(path: string): Promise<string> {
  const page = await browser.load(ask(path))
  return Buffer.from(page.response?.body ?? [])
    .toString()
    .replace(/<script[\s\S]*?<\/script>|<[^>]+>/g, '')
}

test('REQ 3.1.2: a page made by its scripts is rendered from the archive, with the bytes and a picture kept', async () => {
  const page = await browser.load(ask('/'), { screenshot: true })

  assert.equal(page.outcome, 'ok')
  assert.equal(page.route, 'browser')
  const html = Buffer.from(page.response?.body ?? []).toString()
  assert.match(html, /<p id="n">検診の受診率は 42%<\/p>/)
  assert.match(html, /<p id="d">対象は50歳以上<\/p>/)
  const kept = await archive.read(page.archive?.file ?? '', page.archive?.recordId ?? '')
  assert.equal(Buffer.from(kept?.body ?? []).toString(), html)
  const [file = '', recordId = ''] = (page.screenshot ?? '').split('#')
  const picture = await archive.read(file, recordId)
  assert.equal(picture?.responseHeaders['content-type'], 'image/jpeg')
  assert.deepEqual([...(picture?.body.subarray(0, 3) ?? [])], [0xff, 0xd8, 0xff])
})

test('a redirect in the archive ends at the page it leads to', async () => {
  const page = await browser.load(ask('/old'))

  assert.equal(page.response?.finalUrl, `${site}/new`)
  assert.match(Buffer.from(page.response?.body ?? []).toString(), /moved .*\/new/)
})

test('LYRA 4.2: in replay nothing gets out, and a URL that is not in the archive is a replay miss', async () => {
  const missing = await browser.load(ask('/nowhere'))

  assert.equal(await textOf('/leak'), 'kept in')
  assert.equal(missing.outcome, 'replay_miss')
  assert.equal(missing.route, 'browser')
})

test('REQ 3.5: refusals are classified, also a challenge that only a script draws', async () => {
  assert.equal((await browser.load(ask('/gone'))).outcome, 'gone')
  assert.equal((await browser.load(ask('/wall'))).outcome, 'captcha')
  assert.equal((await browser.load(ask('/', { method: 'POST' }))).outcome, 'unsupported_type')
  assert.equal((await browser.load({ ...ask('/'), url: 'http://127.0.0.1/' })).outcome, 'refused_private')
  assert.equal((await browser.load(ask('/', { signal: AbortSignal.abort() }))).outcome, 'cancelled')
})

test('several pages load side by side in one browser', async () => {
  const texts = await Promise.all(['/p1', '/p2', '/p3'].map(textOf))

  assert.deepEqual(texts, ['page 11', 'page 22', 'page 33'])
})
