import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import type { ErrorAnswer } from '../../src/api/error-answer.ts'
import type { SearchAnswer } from '../../src/api/search.ts'
import type { VectorAnswer } from '../../src/api/vector-search.ts'
import { callTool, ROOT } from './demo-client.ts'

/** What the sites of the world say: two for the statement, two against it. */
const PAGES: Readonly<Record<string, readonly [string, string]>> = {
  maker: ['2021-03-01', 'Daily marigold drops improve sleep, a study of 40 volunteers found.'],
  press: ['2022-05-01', 'Marigold drops improve sleep in adults, doctors of the Harbour clinic reported in May.'],
  trial: ['2023-06-01', 'Marigold drops do not improve sleep, the trial with 300 adults found.'],
  review: ['2024-09-01', 'A systematic review concluded that marigold drops do not improve sleep.'],
}

/** One engine with a second result page, and four sites, on loopback. */
async function loopbackWorld(t: TestContext) {
  const home = mkdtempSync(join(tmpdir(), 'lyra-answers-'))
  const asked: string[] = []
  const server = createServer((request, response) => {
    const host = request.headers.host ?? ''
    const [date, sentence] = PAGES[host.split('.')[0] ?? ''] ?? []
    const html = () => {
      if (!host.startsWith('engine'))
        return `<!doctype html><html lang="en"><head><title>Marigold drops and sleep</title>
          <meta property="article:published_time" content="${date}"></head><body><main><h1>Marigold drops and sleep</h1>
          <p>${sentence}</p></main></body></html>`
      asked.push(request.url ?? '')
      const links = Object.keys(PAGES).map(
        (site) => `<article><a href="http://${site}.example:${port}/">Sleep</a></article>`,
      )
      return `<body>${links.join('')}</body>`
    }
    if (request.url === '/robots.txt') response.writeHead(404).end()
    else response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(html())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  writeFileSync(
    join(home, 'engines.yaml'),
    `engines:
  - name: nearby
    url: http://engine.example:${port}/search?q={query}
    category: [general, news]
    range: 'dates={after}..{before}'
    language_parameters: { de: lang=de }
    layouts: [{ result: article, title: { selector: a }, url: { selector: a, attribute: href } }]
`,
  )
  const hosts = ['engine', ...Object.keys(PAGES)].map((name) => `${name}.example`).join(', ')
  writeFileSync(
    join(home, 'config.yaml'),
    `engines: { default: [nearby], site_search: [], interval: 0 }
net:
  allow_private: [${hosts}]
  domain_interval_min: 0
  domain_jitter_min: 0
  domain_jitter_max: 0
`,
  )
  const online = join(home, 'online')
  writeFileSync(online, '')
  const client = new Client({ name: 'answers-test', version: '1' })
  t.after(async () => {
    await client.close()
    server.closeAllConnections()
    server.close()
    rmSync(home, { recursive: true, force: true })
  })
  const args = [join(ROOT, 'bin', 'lyra'), 'mcp', '--home', home]
  const names = { NAMES_RESOLVE_WHEN: online, NODE_OPTIONS: `--import ${join(ROOT, 'test/e2e/names-by-file.ts')}` }
  const env = { ...process.env, ...names } as Record<string, string>
  await client.connect(new StdioClientTransport({ command: process.execPath, args, env, stderr: 'ignore' }))
  const call = <T>(name: string, input: Record<string, unknown>) => callTool<T>(client, name, input)
  const newTask = async (config: Record<string, unknown> = {}) =>
    (await call<{ task_id: string }>('create_task', { query: 'Do marigold drops improve sleep?', config })).task_id
  return { call, newTask, asked }
}

test('LYRA 2.3, 2.8, REQ 3.1.7.5: an assistant asks, asks again and asks for the other side', async (t) => {
  const { call, newTask, asked } = await loopbackWorld(t)
  const task_id = await newTask()
  const search = (query: string, options: Record<string, unknown> = {}) =>
    call<SearchAnswer>('search', { task_id, query, options: { wait_seconds: 60, ...options } })

  const first = await search('marigold drops sleep')
  const again = await search('marigold drops sleep', { fresh: true })
  const against = await search('marigold drops improve sleep', { refute: true })
  const near = await call<VectorAnswer>('vector_search', {
    ...{ query: 'marigold drops and sleep', target: 'fragments', task_id, preview_chars: 50 },
  })

  assert.deepEqual([first.status, first.novelty_score, again.novelty_score ?? 0], ['satisfied', 1, 0])
  // Nothing that speaks for the statement, and newest first.
  const hosts = against.refutations.map(({ source_url }) => new URL(source_url).hostname)
  assert.equal(hosts[0], 'review.example')
  assert.deepEqual(
    hosts.filter((host) => host === 'maker.example' || host === 'press.example'),
    [],
  )
  assert.equal(against.refutations_total, hosts.length)
  const opposite = new Set(
    [...first.claims_found, ...against.claims_found].filter(({ text }) => / not /.test(text)).map(({ id }) => id),
  )
  for (const { text, verification_details: found } of first.claims_found)
    for (const id of found.corroborating_claims ?? []) assert.equal(opposite.has(id), / not /.test(text), text)
  assert.ok(near.results.every(({ page_id, source_url }) => page_id !== undefined && source_url !== undefined))
  assert.ok(near.results.every(({ text_preview }) => text_preview.length <= 50))
  assert.ok(asked.length > 0)
})

test('REQ 3.1.1, 3.2.2: period, language, category and budget act, and what cannot act is said', async (t) => {
  const { call, newTask, asked } = await loopbackWorld(t)
  const task_id = await newTask({ language: 'de', budget: { max_pages: 1 } })
  const search = <T = SearchAnswer>(options: Record<string, unknown>) =>
    call<T>('search', {
      task_id,
      query: 'marigold drops sleep filetype:pdf before:2025',
      options: { wait_seconds: 60, ...options },
    })

  const limited = await search({ period: { after: '2023-01' }, category: 'government' })
  const spent = await search<ErrorAnswer>({ category: 'news' })
  const raised = await search({ category: 'news', budget: { max_pages: 4 } })

  assert.equal(asked[0], '/search?q=marigold+drops+sleep&dates=2023-01-01..2025-01-01&lang=de')
  assert.ok(limited.warnings.includes('engine nearby has no operator for filetype:pdf: left out'))
  assert.ok(limited.warnings.includes('no engine is for government: the usual ones were asked'))
  assert.equal(spent.error.code, 'BUDGET_EXHAUSTED')
  assert.equal(raised.budget_remaining.pages, 0)
  assert.equal(raised.pages_fetched, 4)
})
