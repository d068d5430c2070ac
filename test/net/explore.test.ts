import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { silentLogger } from '../../src/domain/log.ts'
import { type Explored, exploreDomain } from '../../src/net/explore.ts'
import { linksOf } from '../../src/net/links.ts'
import { createPageFetcher } from '../../src/net/page-fetcher.ts'
import { httpRoute } from '../../src/net/routes.ts'
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

async function siteWorld(t: Parameters<typeof serve>[0]) {
  const { host, seen } = await serve(t, (request, response) => {
    const page = SITE[request.url ?? '']
    response.writeHead(page === undefined ? 404 : 200, html).end(page ?? '<p>404</p>')
  })
  const { gateway } = await openWorld(t, { allow_private: [host] })
  const fetcher = createPageFetcher({ routes: [httpRoute(gateway)], log: silentLogger })
  return { host, seen, gateway, fetcher, request: ask(`http://${host}/`) }
}

async function all(pages: AsyncGenerator<Explored>): Promise<Explored[]> {
  const list: Explored[] = []
  for await (const page of pages) list.push(page)
  return list
}

test('REQ 3.1.2: a domain is explored breadth first to depth 2, contents, headings and related links first', async (t) => {
  const { host, fetcher, request } = await siteWorld(t)

  const pages = await all(exploreDomain({ fetcher, request, budget: 20 }))

  assert.deepEqual(
    pages.map(({ url, depth, place }) => [url.replace(`http://${host}`, ''), depth, place]),
    [
      ['/', 0, 'start'],
      ['/guide', 1, 'contents'],
      ['/news/1', 1, 'heading'],
      ['/old', 1, 'related'],
      ['/about', 1, 'text'],
      ['/login', 1, 'margin'],
      ['/guide/2', 2, 'text'],
    ],
  )
  assert.equal(pages.at(-1)?.referer, `http://${host}/guide`)
  assert.equal(pages[2]?.fetched.result.outcome, 'not_found')
})

test('REQ 3.1.2: exploration stays within the budget it is given, and words of the query come first', async (t) => {
  const { host, fetcher, request, seen } = await siteWorld(t)

  const pages = await all(exploreDomain({ fetcher, request, budget: 3, words: ['サイト'] }))

  assert.deepEqual(
    pages.map(({ url }) => url.replace(`http://${host}`, '')),
    ['/', '/guide', '/news/1'],
  )
  const more = await all(exploreDomain({ fetcher, request, budget: 2, words: ['以前', '記事'] }))
  assert.equal(more[1]?.url, `http://${host}/old`)
  assert.deepEqual(seen.filter((path) => path !== '/robots.txt').length, 5)
  assert.deepEqual(await all(exploreDomain({ fetcher, request, budget: 0 })), [])
  const before = seen.length
  const start = more[0]?.fetched
  assert.ok(start !== undefined)
  const onward = await all(exploreDomain({ fetcher, request, budget: 1, start }))
  assert.deepEqual([onward.length, seen.slice(before)], [2, ['/guide']])
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

test('REQ 3.1.2: pages the site names itself are taken too when their address fits the words', async (t) => {
  const { host, seen } = await serve(t, (request, response) => {
    const base = `http://${request.headers.host}`
    if (request.url === '/sitemap.xml') {
      const urls = ['/kenshin/2026', '/kenshin/2020', '/saiyo'].map((path) => `<url><loc>${base}${path}</loc></url>`)
      response.end(`<urlset>${urls.join('')}</urlset>`)
    } else response.writeHead(200, html).end('<main><p><a href="/plain">目次の外の頁</a></p></main>')
  })
  const { gateway } = await openWorld(t, { allow_private: [host] })
  const fetcher = createPageFetcher({ routes: [httpRoute(gateway)], log: silentLogger })

  const options = { fetcher, request: ask(`http://${host}/`), budget: 3, words: ['kenshin'], sitemaps: gateway }
  const pages = await all(exploreDomain(options))

  assert.deepEqual(
    pages.map(({ url, place }) => [url.replace(`http://${host}`, ''), place]),
    [
      ['/', 'start'],
      ['/kenshin/2026', 'sitemap'],
      ['/kenshin/2020', 'sitemap'],
    ],
  )
  assert.equal(seen.includes('/saiyo'), false)
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
