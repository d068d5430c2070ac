import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { openReplay } from '../../src/archive/replay.ts'
import { memoryGatewayStore } from '../../src/net/memory-gateway-store.ts'
import type { CacheStore } from '../../src/store/types.ts'
import { ask, openWorld, serve, textOf } from './loopback.ts'

const html = { 'content-type': 'text/html; charset=utf-8' }
const japanese = '<p>大腸がん検診の便潜血検査は死亡率を減らす。</p>'

test('LYRA 4.1: a page is fetched, decoded and archived with the request that got it', async (t) => {
  const codings = {
    gzip: gzipSync(japanese),
    deflate: deflateSync(japanese),
    'x-raw': deflateRawSync(japanese),
    br: brotliCompressSync(japanese),
    zstd: zstdCompressSync(japanese),
  }
  const { host } = await serve(t, (request, response) => {
    const name = (request.url ?? '').slice(1) as keyof typeof codings
    response.writeHead(200, { ...html, 'content-encoding': name === 'x-raw' ? 'deflate' : name })
    response.end(codings[name])
  })
  const { gateway, archive } = await openWorld(t, { allow_private: [host] })

  for (const name of Object.keys(codings)) {
    const result = await gateway.fetch(ask(`http://${host}/${name}`))
    const kept = await archive.read(result.archive?.file ?? '', result.archive?.recordId ?? '')

    assert.equal(result.outcome, 'ok', name)
    assert.equal(textOf(result), japanese, name)
    assert.equal(Buffer.from(kept?.body ?? []).toString(), japanese, name)
  }
})

test('LYRA 4.5: without the allow-list loopback is refused, and no request arrives', async (t) => {
  const { host, seen } = await serve(t, (_request, response) => response.end('secret'))
  const { gateway } = await openWorld(t, {})

  assert.equal((await gateway.fetch(ask(`http://${host}/`))).outcome, 'refused_private')
  assert.equal((await gateway.fetch(ask('file:///etc/passwd'))).outcome, 'refused_private')
  assert.equal((await gateway.fetch(ask('no url at all'))).outcome, 'refused_private')
  assert.deepEqual(seen, [])
})

test('LYRA 4.5: a public name that resolves to a private address is refused when the connection is made', async (t) => {
  const { host, seen } = await serve(t, (_request, response) => response.end('secret'))
  const port = host.split(':')[1]
  const { gateway } = await openWorld(t, {}, { resolve: async () => [{ address: '127.0.0.1', family: 4 }] })

  const result = await gateway.fetch(ask(`http://rebind.example:${port}/`, { purpose: 'api' }))

  assert.equal(result.outcome, 'refused_private')
  assert.deepEqual(seen, [])
})

test('LYRA 4.5: every redirect is checked again; one into the private network ends there', async (t) => {
  const inner = await serve(t, (_request, response) => response.end('secret'))
  const { host } = await serve(t, (_request, response) =>
    response.writeHead(302, { location: `http://${inner.host}/admin` }).end(),
  )
  const { gateway } = await openWorld(t, { allow_private: [host] })

  const result = await gateway.fetch(ask(`http://${host}/`))

  assert.equal(result.outcome, 'refused_private')
  assert.deepEqual(inner.seen, [])
})

test('redirects are followed and archived, credentials stay with their origin, loops end', async (t) => {
  const headersSeen: (string | undefined)[] = []
  const other = await serve(t, (request, response) => {
    headersSeen.push(request.headers.authorization)
    response.writeHead(200, html).end('arrived')
  })
  const { host } = await serve(t, (request, response) => {
    headersSeen.push(request.headers.authorization)
    const to = request.url === '/a' ? '/b' : request.url === '/b' ? `http://${other.host}/c` : request.url
    response.writeHead(request.url === '/loop' ? 302 : 301, { location: to ?? '/' }).end()
  })
  const { gateway, folder, archive } = await openWorld(t, { allow_private: [host, other.host] })

  const result = await gateway.fetch(ask(`http://${host}/a`, { headers: { Authorization: 'Bearer key' } }))
  const loop = await gateway.fetch(ask(`http://${host}/loop`))
  await archive.close()

  assert.equal(textOf(result), 'arrived')
  assert.equal(result.response?.finalUrl, `http://${other.host}/c`)
  assert.deepEqual(headersSeen.slice(0, 3), ['Bearer key', 'Bearer key', undefined])
  assert.equal(loop.outcome, 'redirect_loop')
  const kept = (await openReplay(folder)).urls
  assert.equal(kept.includes(`http://${host}/a`), true)
  assert.equal(kept.includes(`http://${other.host}/c`), true)
})

test('LYRA 4.1: a bomb is stopped at the limit after decompression, a large body before it', async (t) => {
  const bomb = gzipSync(Buffer.alloc(30_000_000))
  const { host } = await serve(t, (request, response) => {
    if (request.url === '/bomb') response.writeHead(200, { ...html, 'content-encoding': 'gzip' }).end(bomb)
    else response.writeHead(200, html).end(Buffer.alloc(300_000, 'a'))
  })
  const { gateway } = await openWorld(t, { allow_private: [host], max_bytes: 200_000 })

  assert.equal(bomb.length < 200_000, true)
  assert.equal((await gateway.fetch(ask(`http://${host}/bomb`))).outcome, 'too_large')
  assert.equal((await gateway.fetch(ask(`http://${host}/large`))).outcome, 'too_large')
  // The connection that was cut off is gone a moment later.
  await wait(50)
  assert.equal((await gateway.fetch(ask(`http://${host}/large`, { maxBytes: 400_000 }))).outcome, 'ok')
})

test('REQ 3.5: a server that drips is cut off at the deadline, a dead one is a connection failure', async (t) => {
  const { host } = await serve(t, (_request, response) => {
    response.writeHead(200, html)
    const drip = setInterval(() => response.write('.'), 20)
    response.on('close', () => clearInterval(drip))
  })
  const { gateway } = await openWorld(t, { allow_private: [host, '127.0.0.1:9'] })

  const slow = await gateway.fetch(ask(`http://${host}/`, { timeoutMs: 250 }))
  const dead = await gateway.fetch(ask('http://127.0.0.1:9/'))
  const aborter = new AbortController()
  setTimeout(() => aborter.abort(), 50)
  const given = await gateway.fetch(ask(`http://${host}/`, { signal: aborter.signal }))

  assert.deepEqual([slow.outcome, dead.outcome, given.outcome], ['timeout', 'connection', 'cancelled'])
})

test('REQ 5.1.2: a page seen before is revalidated, and 304 serves the archived body', async (t) => {
  const conditions: (string | undefined)[] = []
  const { host } = await serve(t, (request, response) => {
    conditions.push(request.headers['if-none-match'])
    if (request.headers['if-none-match'] === '"v1"') response.writeHead(304, { etag: '"v1"' }).end()
    else response.writeHead(200, { ...html, etag: '"v1"' }).end(japanese)
  })
  const { gateway } = await openWorld(
    t,
    { allow_private: [host] },
    { store: { ...memoryGatewayStore(), ...memoryCaches() } },
  )

  const first = await gateway.fetch(ask(`http://${host}/p`))
  const second = await gateway.fetch(ask(`http://${host}/p?utm_source=news`))

  assert.deepEqual([first.outcome, second.outcome], ['ok', 'not_modified'])
  assert.equal(textOf(second), japanese)
  assert.deepEqual(second.archive, first.archive)
  assert.deepEqual(conditions, [undefined, '"v1"'])
})

test('REQ 4.3.5: an API is asked again after 429 and 5xx, Retry-After respected, then reported', async (t) => {
  const answers = [503, 429, 200]
  const { host, seen } = await serve(t, (request, response) => {
    const status = request.url === '/down' ? 500 : (answers.shift() ?? 200)
    response.writeHead(status, { 'retry-after': '7', 'content-type': 'application/json' }).end('{"ok":true}')
  })
  const waits: number[] = []
  const clock = { now: () => Date.now(), sleep: async (ms: number) => void waits.push(ms) }
  const { gateway } = await openWorld(
    t,
    { allow_private: [host], backoff_base_seconds: 4 },
    { clock, random: { next: () => 0.5 } },
  )

  const found = await gateway.fetch(ask(`http://${host}/works`, { purpose: 'api' }))
  const down = await gateway.fetch(ask(`http://${host}/down`, { purpose: 'api' }))

  assert.equal(found.outcome, 'ok')
  assert.deepEqual(waits, [7000, 8000, 7000, 8000])
  assert.equal(down.outcome, 'server_error')
  assert.equal(seen.filter((path) => path === '/down').length, 3)
})

test('REQ 4.3.5: a page is never simply asked again, and a refusal lets the domain cool down for other pages', async (t) => {
  const { host, seen } = await serve(t, (_request, response) => response.writeHead(403, html).end('<p>no</p>'))
  const { gateway } = await openWorld(t, { allow_private: [host] })

  const refused = await gateway.fetch(ask(`http://${host}/a`))
  const other = await gateway.fetch(ask(`http://${host}/b`))
  const escalated = await gateway.admit(ask(`http://${host}/a`))
  const api = await gateway.fetch(ask(`http://${host}/api`, { purpose: 'api' }))

  assert.deepEqual(
    [refused.outcome, other.outcome, escalated, api.outcome],
    ['blocked', 'cooling_down', null, 'blocked'],
  )
  assert.deepEqual(seen, ['/robots.txt', '/a', '/api'])
})

test('REQ 3.1.2: robots.txt is read once and holds for pages, not for result pages and APIs', async (t) => {
  let asked = 0
  const { createServer } = await import('node:http')
  const server = createServer((request, response) => {
    if (request.url === '/robots.txt') {
      asked += 1
      response.end('User-agent: *\nDisallow: /private/\nCrawl-delay: 0.1\n')
    } else response.writeHead(200, html).end('<p>page</p>')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.after(() => server.close())
  const address = server.address()
  const host = `127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
  const { gateway } = await openWorld(t, { allow_private: [host] })

  const outcomes = []
  for (const [path, purpose] of [
    ['/private/x', 'page'],
    ['/open', 'page'],
    ['/private/x', 'serp'],
    ['/private/x', 'api'],
  ] as const) {
    outcomes.push((await gateway.fetch(ask(`http://${host}${path}`, { purpose }))).outcome)
  }

  assert.deepEqual(outcomes, ['robots_denied', 'ok', 'ok', 'ok'])
  assert.equal(asked, 1)
})

test('L8: neither keys nor cookies go into the archive', async (t) => {
  const { host } = await serve(t, (_request, response) => response.end('{}'))
  const { gateway, archive, folder } = await openWorld(t, { allow_private: [host] })

  await gateway.fetch(
    ask(`http://${host}/w?api_key=SECRET&q=a%20b`, { purpose: 'api', headers: { 'X-Api-Key': 'SECRET' } }),
  )
  await archive.close()

  const replay = await openReplay(folder)
  assert.deepEqual(replay.urls, [`http://${host}/w?q=a%20b`])
  const { readFile, readdir } = await import('node:fs/promises')
  const { gunzipSync } = await import('node:zlib')
  const [file = ''] = (await readdir(`${folder}/task_1`)).filter((name) => name.endsWith('.warc.gz'))
  assert.equal(gunzipSync(await readFile(`${folder}/task_1/${file}`)).includes('SECRET'), false)
})

function memoryCaches() {
  const rows = new Map<string, NonNullable<ReturnType<CacheStore['validators']>>>()
  const caches: CacheStore = {
    serp: () => null,
    saveSerp: () => {},
    validators: (url) => rows.get(url) ?? null,
    saveValidators: ({ url, ...row }) => void rows.set(url, row),
  }
  const cooldowns = new Map<string, string | null>()
  const domains = {
    get: () => null,
    setTrust: () => {},
    blocked: () => [],
    failures: () => 0,
    cooldownUntil: (domain: string) => cooldowns.get(domain) ?? null,
    setCooldown: (domain: string, until: string | null) => void cooldowns.set(domain, until),
  }
  return { caches, domains }
}
