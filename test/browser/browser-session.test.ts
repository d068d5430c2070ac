import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { createBrowser } from '../../src/browser/browser.ts'
import { modeUnavailable } from '../../src/browser/modes.ts'
import { silentLogger } from '../../src/domain/log.ts'
import { defaultSettings } from '../../src/domain/settings.ts'
import { memoryGatewayStore } from '../../src/net/memory-gateway-store.ts'
import { ask, openWorld, serve, textOf } from '../net/loopback.ts'
import { browserParts } from './browser-parts.ts'

const html = { 'content-type': 'text/html; charset=utf-8' }
const serp = 'http://search.engine.example/?q=%E6%A4%9C%E8%A8%BA'

test('REQ 3.1.2: the first visit by browser looks like a click, and its session goes on in the plain client', async (t) => {
  const asked: Record<string, string | undefined>[] = []
  const { host } = await serve(t, (request, response) => {
    const { referer, cookie, 'if-none-match': tag, ...rest } = request.headers
    asked.push({ referer, cookie, tag: tag as string | undefined, site: rest['sec-fetch-site'] as string | undefined })
    if (!/passed=1/.test(cookie ?? '')) {
      const script = '<script>document.cookie="passed=1;path=/";location.reload()</script>'
      return response.writeHead(403, html).end(`<p>One moment</p>${script}`)
    }
    if (tag === '"v1"') return response.writeHead(304, { etag: '"v1"' }).end()
    return response.writeHead(200, { ...html, etag: '"v1"' }).end('<p>検診の案内</p>')
  })
  const port = host.split(':')[1]
  const { caches, domains } = memory()
  const world = await openWorld(
    t,
    { allow_private: [`localhost:${port}`] },
    { store: { ...memoryGatewayStore(), caches, domains } },
  )
  const { gateway } = world
  const browser = createBrowser(browserParts(world))
  t.after(() => browser.close())
  const url = `http://localhost:${port}/page`

  const refused = await gateway.fetch(ask(url, { referer: serp }))
  const seen = await browser.load(ask(url, { referer: serp }))
  const again = await gateway.fetch(ask(url, { referer: serp }))

  assert.deepEqual([refused.outcome, seen.outcome, again.outcome], ['blocked', 'ok', 'not_modified'])
  assert.match(textOf(again), /検診の案内/)
  const origin = 'http://search.engine.example/'
  assert.deepEqual(asked[0], { referer: origin, cookie: undefined, tag: undefined, site: undefined })
  assert.deepEqual(asked[1], { referer: origin, cookie: undefined, tag: undefined, site: 'cross-site' })
  assert.equal(asked[2]?.cookie, 'passed=1')
  assert.deepEqual(asked[3], { referer: origin, cookie: 'passed=1', tag: '"v1"', site: undefined })
})

test('REQ 3.6.1: cookies a person earned are in the browser before the page is asked for', async (t) => {
  const cookies: (string | undefined)[] = []
  const { host } = await serve(t, (request, response) => {
    cookies.push(request.headers.cookie)
    response.writeHead(200, html).end('<p>member</p>')
  })
  const world = await openWorld(
    t,
    { allow_private: [host] },
    {
      sessionFor: () => ({
        cookies: [
          { name: 'sid', value: 'x' },
          { name: 'foreign', value: 'y', domain: 'other.example' },
        ],
        user_agent: null,
      }),
    },
  )
  const browser = createBrowser(browserParts(world))
  t.after(() => browser.close())

  const page = await browser.load(ask(`http://${host}/`))

  assert.equal(page.outcome, 'ok')
  assert.deepEqual(cookies, ['sid=x'])
})

test('REQ 4.2: a browser nobody needs is ended; the next page starts another, with the same session', async (t) => {
  const cookies: (string | undefined)[] = []
  const { host } = await serve(t, (request, response) => {
    cookies.push(request.headers.cookie)
    response.writeHead(200, { ...html, 'set-cookie': 'seen=1; Max-Age=600' }).end('<p>x</p>')
  })
  const world = await openWorld(t, { allow_private: [host] })
  const ended = Promise.withResolvers<void>()
  const log = {
    ...silentLogger,
    debug: (event: string) => (event === 'browser.ended_idle' ? ended.resolve() : undefined),
  }
  const settings = { ...defaultSettings.browser, idle_seconds: 0.3 }
  const browser = createBrowser({ ...browserParts(world), settings, log })
  t.after(() => browser.close())

  await browser.load(ask(`http://${host}/a`))
  await ended.promise
  const again = await browser.load(ask(`http://${host}/b`))
  const third = await browser.load(ask(`http://${host}/c`))

  assert.deepEqual([again.outcome, third.outcome], ['ok', 'ok'])
  assert.deepEqual(cookies, [undefined, 'seen=1', 'seen=1'])
})

const skip = existsSync('/proc') ? false : 'needs /proc'
test('a killed Lyra leaves no browser behind, the undetected one neither', { skip }, async (t) => {
  const script = join(import.meta.dirname, 'open-browser.ts')
  const opened = await Promise.all(
    ['browser', 'undetected'].map(async (mode) => {
      const child = spawn(process.execPath, [script, mode], { stdio: ['ignore', 'pipe', 'inherit'] })
      t.after(() => child.kill('SIGKILL'))
      const [chunk] = (await once(child.stdout, 'data')) as [Buffer]
      return { child, pids: JSON.parse(chunk.toString()) as number[] }
    }),
  )
  const pids = opened.flatMap((one) => one.pids)
  const alive = () => pids.filter((pid) => existsSync(`/proc/${pid}/stat`))
  const before = alive().length

  for (const { child } of opened) child.kill('SIGKILL')
  for (let tries = 0; tries < 100 && alive().length > 0; tries += 1) await wait(50)

  // A helper of a browser may have ended by itself by then.
  assert.ok(before >= opened.length, `${before} of ${pids.length}`)
  assert.deepEqual(
    opened.map((one) => one.pids.length >= 1),
    [true, true],
  )
  assert.deepEqual(alive(), [])
})

test('REQ 4.3.5: browsers this machine does not have are named', () => {
  const base = defaultSettings.browser
  const attached = { ...base, cdp_endpoint: 'http://127.0.0.1:9222' }
  const shown = { ...base, headful: true }
  const program = { ...base, executable: process.execPath }

  assert.equal(modeUnavailable('browser', base, {}), null)
  assert.equal(modeUnavailable('headful', base, {}), 'there is no display')
  assert.equal(modeUnavailable('headful', program, { DISPLAY: ':0' }), null)
  assert.equal(modeUnavailable('headful', shown, { DISPLAY: ':0' }), 'the first browser already shows its window')
  assert.equal(
    modeUnavailable('undetected', attached, {}),
    'browser.cdp_endpoint names a running browser, which is used as it is',
  )
})

function memory() {
  type Kept = {
    etag: string | null
    lastModified: string | null
    warcFile: string | null
    warcRecordId: string | null
  }
  const rows = new Map<string, Kept>()
  return {
    caches: {
      validators: (url: string) => rows.get(url) ?? null,
      saveValidators: ({ url, etag, lastModified, warcFile, warcRecordId }: Kept & { url: string }) =>
        void rows.set(url, { etag, lastModified, warcFile, warcRecordId }),
    },
    domains: { failures: () => 0, cooldownUntil: () => null, setCooldown: () => {} },
  }
}
