import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { type ExploreOptions, exploreDomain } from '../../src/net/explore.ts'
import { linksOf } from '../../src/net/links.ts'
import { parseSitemap, readSitemaps } from '../../src/net/sitemap.ts'
import { ask, openWorld, serve } from './loopback.ts'

const html = { 'content-type': 'text/html; charset=utf-8' }

/** A small site: contents and related lists, a margin, links out and links to pictures, four levels deep. */
const SITE: Readonly<Record<string, string>> = {
  '/': `<nav><a href="/login">ログイン</a></nav><main><h2>目次</h2><ul><li><a href="/guide">受診の手引き</a></li></ul>
    <h3><a href="/news/1">検診の新着</a></h3><p><a href="/about">このサイトについて</a> <a href="/map.png">地図</a>
    <a href="https://www.other.example/">外部</a> <a href="/guide?utm_source=x">再び</a></p>
    <h4>関連記事</h4><ul><li><a href="/old">以前の記事</a></li></ul></main>`,
  '/guide': '<main><p><a href="/guide/2">続き</a></p></main>',
  '/guide/2': '<main><p><a href="/guide/3">さらに続き</a></p></main>',
  '/guide/3': '<p>too deep</p>',
}

/** Words of the link count as its worth: one, none, or half for a link that shares nothing and is still taken. */
function byWords(...words: readonly string[]) {
  return async (links: readonly { readonly text: string }[]) =>
    links.map(({ text }) => (words.some((word) => text.includes(word)) ? 1 : 0.5))
}

async function siteWorld(t: Parameters<typeof serve>[0]) {
  const { host, seen } = await serve(t, (request, response) => {
    const page = SITE[request.url ?? '']
    response.writeHead(page === undefined ? 404 : 200, html).end(page ?? '<p>404</p>')
  })
  const { gateway } = await openWorld(t, { allow_private: [host] })
  const read = async (url: string) => {
    const result = await gateway.fetch(ask(url))
    return result.outcome === 'ok' ? (result.response ?? null) : null
  }
  const start = await read(`http://${host}/`)
  assert.ok(start !== null)
  const options: ExploreOptions = {
    starts: [start],
    budget: 20,
    worthOf: byWords(),
    leastWorth: 0.4,
    maxDepth: 2,
    known: () => false,
    sitemap: async () => [],
    follow: ({ url }) => read(url),
  }
  return { host, seen, options }
}

test('REQ 3.1.2: a domain is explored breadth first to depth 2, contents, headings and related links first', async (t) => {
  const { host, options } = await siteWorld(t)

  const links = await exploreDomain(options)

  assert.deepEqual(
    links.map(({ url, depth, place, text }) => [url.replace(`http://${host}`, ''), depth, place, text]),
    [
      ['/guide', 1, 'contents', '受診の手引き'],
      ['/news/1', 1, 'heading', '検診の新着'],
      ['/old', 1, 'related', '以前の記事'],
      ['/about', 1, 'text', 'このサイトについて'],
      ['/guide/2', 2, 'text', '続き'],
    ],
  )
  assert.equal(links.at(-1)?.referer, `http://${host}/guide`)
})

test('REQ 3.1.2: exploration stays within its budget and its depth; what is near the query comes first in its place', async (t) => {
  const { host, options, seen } = await siteWorld(t)
  const paths = async (changes: Partial<ExploreOptions>) =>
    (await exploreDomain({ ...options, ...changes })).map(({ url }) => url.replace(`http://${host}`, ''))

  assert.deepEqual(await paths({ budget: 2 }), ['/guide', '/news/1'])
  assert.deepEqual(await paths({ budget: 1, worthOf: byWords('以前') }), ['/old'])
  assert.deepEqual(await paths({ budget: 1, worthOf: byWords('サイト') }), ['/guide'])
  assert.deepEqual(await paths({ leastWorth: 0.9, worthOf: byWords('サイト') }), ['/about'])
  assert.deepEqual(await paths({ maxDepth: 1, known: (url) => url.includes('/guide') }), ['/news/1', '/old', '/about'])
  assert.deepEqual(await paths({ worthOf: byWords('ログイン'), leastWorth: 0.6 }), ['/login'])
  const asked = seen.length
  assert.deepEqual(await paths({ budget: 0 }), [])
  assert.deepEqual(await paths({ starts: [] }), [])
  assert.equal(seen.length, asked)
})

test('REQ 3.1.2: links of a Shift_JIS page are read in its own charset', async () => {
  // 血圧 in Shift_JIS.
  const body = Buffer.concat([
    Buffer.from('<meta charset="Shift_JIS"><h2><a href="/k">'),
    Buffer.from([0x8c, 0x8c, 0x88, 0xb3]),
    Buffer.from('</a></h2>'),
  ])
  const response = { status: 200, headers: { 'content-type': 'text/html' }, body, finalUrl: 'https://a.example/' }

  assert.deepEqual(
    (await linksOf(response)).map(({ url, text, place }) => [url, text, place]),
    [['https://a.example/k', '血圧', 'heading']],
  )
})

test('REQ 3.1.2: sitemaps named by robots.txt are read, indexes and gzip files included, foreign addresses left out', async (t) => {
  let host = ''
  const files: Record<string, string | Buffer> = {}
  const { createServer } = await import('node:http')
  const server = createServer((request, response) => {
    const file = files[request.url ?? '']
    response.writeHead(file === undefined ? 404 : 200).end(file)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  host = `127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
  files['/robots.txt'] =
    `User-agent: *\nAllow: /\nSitemap: http://${host}/index.xml\nsitemap: https://other.example/s.xml\n`
  files['/index.xml'] =
    `<sitemapindex><sitemap><loc>http://${host}/part.xml.gz</loc></sitemap><sitemap><loc>http://${host}/lost.xml</loc></sitemap></sitemapindex>`
  files['/part.xml.gz'] = gzipSync(
    `<urlset><url><loc>http://${host}/a?x=1&amp;y=2</loc><lastmod>2026-05-01</lastmod></url><url><loc>https://evil.example/</loc></url><url><loc>javascript:1</loc></url></urlset>`,
  )
  const { gateway } = await openWorld(t, { allow_private: [host] })

  const { entries, read } = await readSitemaps(gateway, `http://${host}`, ask(`http://${host}/`))

  assert.deepEqual(entries, [{ url: `http://${host}/a?x=1&y=2`, lastModified: '2026-05-01' }])
  assert.deepEqual(read, [
    { url: `http://${host}/index.xml`, outcome: 'ok', found: 0 },
    { url: `http://${host}/part.xml.gz`, outcome: 'ok', found: 1 },
    { url: `http://${host}/lost.xml`, outcome: 'not_found', found: 0 },
  ])
  assert.deepEqual(parseSitemap('no xml at all'), { entries: [], further: [] })
})

test('REQ 3.1.2: pages the site names itself come after its contents and before links in the text', async (t) => {
  const { host, options } = await siteWorld(t)
  const sitemap = async () =>
    ['/kenshin/2026', '/guide', '/map.png'].map((path) => ({ url: `http://${host}${path}`, lastModified: null }))

  const links = await exploreDomain({ ...options, maxDepth: 1, budget: 5, sitemap })

  assert.deepEqual(
    links.map(({ url, place }) => [url.replace(`http://${host}`, ''), place]),
    [
      ['/guide', 'contents'],
      ['/news/1', 'heading'],
      ['/old', 'related'],
      ['/kenshin/2026', 'sitemap'],
      ['/about', 'text'],
    ],
  )
})

test('links of a page that is no HTML are none', async () => {
  const response = {
    status: 200,
    headers: { 'content-type': 'application/pdf' },
    body: Buffer.from('<a href="/x">x</a>'),
    finalUrl: 'https://a.example/',
  }
  assert.deepEqual(await linksOf(response), [])
})

test('REQ 4.3: sitemaps wait for their turn like pages; robots.txt does not', async (t) => {
  const { host } = await serve(t, (request, response) => {
    const index = `<sitemapindex><sitemap><loc>http://${request.headers.host}/two.xml</loc></sitemap></sitemapindex>`
    response.writeHead(200, { 'content-type': 'application/xml' }).end(request.url === '/robots.txt' ? '' : index)
  })
  let time = Date.parse('2026-03-01T00:00:00Z')
  const slept: number[] = []
  const clock = {
    now: () => time,
    sleep: async (ms: number) => {
      slept.push(ms)
      time += ms
    },
  }
  const { gateway } = await openWorld(t, { allow_private: [host], domain_interval_min: 5 }, { clock })

  const { read } = await readSitemaps(gateway, `http://${host}`, ask(`http://${host}/`))

  assert.deepEqual(
    read.map(({ url }) => new URL(url).pathname),
    ['/sitemap.xml', '/two.xml'],
  )
  assert.deepEqual(slept, [5000])
})
