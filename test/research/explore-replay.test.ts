import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { openReplay } from '../../src/archive/replay.ts'
import { httpRoute } from '../../src/net/routes.ts'
import { readSitemaps } from '../../src/net/sitemap.ts'
import { Conductor } from '../../src/research/conductor.ts'
import type { ConductorParts } from '../../src/research/conductor-parts.ts'
import { createTask } from '../../src/research/tasks.ts'
import { defaultExtract } from '../extract/default-extract.ts'
import { fetcherOf, openWorld, type World } from '../net/loopback.ts'
import { body, QUERY } from './explore-web.ts'
import { openSmallWeb } from './small-web.ts'

const html = { 'content-type': 'text/html; charset=utf-8' }
const link = (path: string, words: string) =>
  `<li><a href="${path}">Silverleaf tea and blood pressure: ${words}</a></li>`

/**
 * A site on loopback: a section that leads on, a page robots.txt forbids, one whose connection breaks, one the sitemap
 * names.
 */
const SITE: Readonly<Record<string, string>> = {
  '/': `<title>Silverleaf tea and blood pressure</title><main><h1>Silverleaf tea and blood pressure</h1>${body('The list.')}
    <h2>Contents</h2><ul>${link('/section', 'section')}${link('/broken', 'table')}${link('/forbidden', 'draft')}</ul></main>`,
  '/section': `<title>Section</title><main><h1>Section</h1>${body('It did not lower the pressure.')}<h2>Related</h2>
    <ul>${link('/note', 'note')}</ul></main>`,
  '/note': `<title>Note</title><main><h1>Note</h1>${body('Dizziness was more common with calcium channel blockers.')}</main>`,
  '/silverleaf-tea-blood-pressure': `<title>Named</title><main><h1>Named</h1>${body('The sitemap names this page.')}</main>`,
}

/** `serve` answers robots.txt itself; here the site has one of its own. */
async function serveSite(t: TestContext): Promise<{ host: string; seen: string[] }> {
  const seen: string[] = []
  const server = createServer((request, response) => {
    const path = request.url ?? '/'
    seen.push(path)
    const files: Record<string, string> = {
      ...SITE,
      '/robots.txt': `User-agent: *\nDisallow: /forbidden\nSitemap: http://${request.headers.host}/map.xml\n`,
      '/map.xml': `<urlset><url><loc>http://${request.headers.host}/silverleaf-tea-blood-pressure</loc></url></urlset>`,
    }
    if (path === '/broken') request.socket.destroy()
    else response.writeHead(files[path] === undefined ? 404 : 200, html).end(files[path] ?? '<p>404</p>')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.after(() => {
    server.closeAllConnections()
    return new Promise((resolve) => server.close(resolve))
  })
  return { host: `127.0.0.1:${(server.address() as AddressInfo).port}`, seen }
}

function partsOver(t: TestContext, world: World, start: string) {
  const web = openSmallWeb({ path: join(world.folder, 'lyra.db') })
  const item = { title: QUERY, url: start, snippet: '', date: null, engine: 'mojeek', rank: 1, source_tag: 'web' }
  const parts: ConductorParts = {
    ...web.parts,
    extract: defaultExtract(),
    webSearch: {
      engines: ['mojeek'],
      search: async () => [{ engine: 'mojeek', outcome: 'ok', reason: null, items: [item], cached: false }],
    },
    fetcher: fetcherOf([httpRoute(world.gateway)]),
    readBack: async ({ warc_file: file, warc_record_id: record, url }) => {
      const kept = await world.archive.read(file ?? '', record ?? '')
      return kept === null
        ? null
        : { status: kept.status, headers: kept.responseHeaders, body: kept.body, finalUrl: url }
    },
    sitemaps: (origin, cause) => readSitemaps(world.gateway, origin, cause),
  }
  const conductor = new Conductor(parts)
  t.after(async () => {
    await conductor.close()
    web.store.close()
  })
  return { parts, conductor, store: web.store }
}

async function research(t: TestContext, world: World, start: string) {
  const { parts, conductor, store } = partsOver(t, world, start)
  const taskId = createTask(parts, { query: 'Does silverleaf tea help?' }).task_id
  const { search_id: searchId } = await conductor.search(taskId, QUERY, {}, {})
  const claims = store.claims.ofTask(taskId).map(({ claim_text: text }) => text)
  const links = store.events
    .ofTask(taskId, 500)
    .filter(({ kind }) => kind === 'link_followed')
    .map(({ subject_id: url, data }) => [url, data.place, data.depth, data.worth])
  const outcomes = new Map(store.searches.pagesOf(searchId).map(({ url, outcome }) => [new URL(url).pathname, outcome]))
  const used = store.searches.pagesUsed(taskId)
  return { taskId, claims: claims.toSorted(), links, outcomes, used }
}

test('REQ 4.6 replay: what was explored live is explored again from the archive, and what was not archived disturbs nothing', async (t) => {
  const { host, seen } = await serveSite(t)
  const live = await openWorld(t, { allow_private: [host] })
  const first = await research(t, live, `http://${host}/`)
  await live.archive.close()
  const asked = seen.length

  const replay = await openReplay(join(live.folder, first.taskId))
  const again = await research(t, await openWorld(t, { allow_private: [host] }, { replay }), `http://${host}/`)

  assert.deepEqual(
    first.links.map(([url, place, depth]) => [String(url).replace(`http://${host}`, ''), place, depth]),
    [
      ['/broken', 'contents', 1],
      ['/section', 'contents', 1],
      ['/forbidden', 'contents', 1],
      ['/silverleaf-tea-blood-pressure', 'sitemap', 1],
    ],
  )
  assert.deepEqual(
    ['/section', '/broken', '/forbidden'].map((path) => [first.outcomes.get(path), again.outcomes.get(path)]),
    [
      ['ok', 'ok'],
      ['connection', 'replay_miss'],
      ['robots_denied', 'robots_denied'],
    ],
  )
  assert.deepEqual(again.links, first.links)
  assert.deepEqual(again.claims, first.claims)
  assert.equal(again.used, first.used)
  assert.equal(seen.length, asked)
})
