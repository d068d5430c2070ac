import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { Client, InMemoryTransport } from '@modelcontextprotocol/client'
import type { Browser } from 'playwright-core'
import { silentLogger } from '../../src/domain/log.ts'
import { createMcpServer } from '../../src/mcp/server.ts'
import { archivedHome, cleanups, openHome } from '../web/archived/archived-home.ts'
import { liveBrowser } from '../web/archived/live-browser.ts'
import { connect } from './connect.ts'
import { fakeLyra, SEARCH_ANSWER, TASK_ID } from './fake-lyra.ts'

const APP_TYPE = 'text/html;profile=mcp-app'
const SHOWS = { capabilities: { extensions: { 'io.modelcontextprotocol/ui': { mimeTypes: [APP_TYPE] } } } }
const VIEWS = ['ui://lyra/findings', 'ui://lyra/graph', 'ui://lyra/passage']

test('MCP Apps: a client that shows views is told which tool has one, and reads them as pages that load nothing', async (t) => {
  const { client } = await connect(t, async () => fakeLyra(), SHOWS)
  const { tools } = await client.listTools()
  const named = tools.flatMap(({ name, _meta }) => (_meta === undefined ? [] : [[name, _meta]]))
  assert.deepEqual(Object.fromEntries(named), {
    search: { ui: { resourceUri: VIEWS[0] } },
    get_status: { ui: { resourceUri: VIEWS[1] } },
    get_claim: { ui: { resourceUri: VIEWS[2] } },
  })
  const { resources } = await client.listResources()
  assert.deepEqual(
    resources.filter(({ uri }) => uri.startsWith('ui:')).map(({ uri }) => uri),
    VIEWS,
  )
  for (const uri of VIEWS) {
    const [page] = (await client.readResource({ uri })).contents
    const text = page !== undefined && 'text' in page ? String(page.text) : ''
    assert.equal(page?.mimeType, APP_TYPE)
    assert.match(text, /^<!doctype html>/u)
    assert.doesNotMatch(text, /<(?:link|script|img|iframe)[^>]*\s(?:src|href)=/iu, 'everything is in the page')
    assert.equal(text.match(/<\/script/giu)?.length, 1, 'no words of a script end it')
  }
})

test('MCP Apps: a client that shows none hears nothing of views', async (t) => {
  for (const options of [
    {},
    { capabilities: { extensions: { 'io.modelcontextprotocol/ui': { mimeTypes: ['text/x'] } } } },
  ]) {
    const { client } = await connect(t, async () => fakeLyra(), options)
    const { tools } = await client.listTools()
    assert.ok(tools.every(({ _meta }) => _meta === undefined))
    assert.ok((await client.listResources()).resources.every(({ uri }) => !uri.startsWith('ui:')))
    await assert.rejects(client.readResource({ uri: VIEWS[0] ?? '' }))
    const answer = await client.callTool({ name: 'search', arguments: { task_id: TASK_ID, query: '鎮静' } })
    assert.match(JSON.stringify(answer.content), /0\.0013%/u, 'the answer is told in words')
  }
})

const HOSTILE =
  'In the trial of 240 adults the tea <img src=x onerror="parent.hacked=1"> did <script>parent.hacked=1</script> ' +
  'not lower their blood pressure.'
const file = cleanups()
after(file.run)
let browser: Browser
before(async () => {
  browser = await liveBrowser()
})
after(() => browser.close())

/** A host as the extension describes it: the view in a sandboxed frame, questions passed on to the real server. */
async function host(view: string, client: Client, toolInput: object, toolResult: object) {
  const [contents] = (await client.readResource({ uri: view })).contents
  const html = contents !== undefined && 'text' in contents ? contents.text : ''
  const page = await browser.newPage()
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await page.exposeFunction('readResource', async (uri: string) => client.readResource({ uri }))
  await page.setContent('<iframe sandbox="allow-scripts" width="800" height="600"></iframe>')
  await page.evaluate(
    `((html, input, result) => {
    const frame = document.querySelector('iframe')
    const tell = (message) => frame.contentWindow.postMessage({ jsonrpc: '2.0', ...message }, '*')
    addEventListener('message', async ({ data }) => {
      const hostCapabilities = { serverResources: {} }
      if (data.method === 'ui/initialize')
        tell({ id: data.id, result: { protocolVersion: '2026-01-26', hostCapabilities } })
      if (data.method === 'resources/read') tell({ id: data.id, result: await readResource(data.params.uri) })
      if (data.method !== 'ui/notifications/initialized') return
      tell({ method: 'ui/notifications/tool-input', params: { arguments: input } })
      tell({ method: 'ui/notifications/tool-result', params: result })
    })
    frame.srcdoc = html
  })(${[html, toolInput, toolResult].map((one) => JSON.stringify(one)).join(',')})`,
  )
  const frame = page.frameLocator('iframe')
  const hacked = () => page.evaluate('window.hacked ?? null')
  return { page, frame, asked, hacked }
}

test('MCP Apps: a host shows the archived passage with the judged words marked, and words of the web stay words', {
  timeout: 60_000,
}, async () => {
  const { home } = await archivedHome(file, [
    {
      id: 'page_1',
      url: 'https://site.example/tea',
      type: 'text/html',
      body: '<p>x</p>',
      passages: [{ id: 'frag_1', text: `Before it. ${HOSTILE} After.` }],
      judged: { passage: 'frag_1', claim: 'Tea helps.', sentence: HOSTILE },
    },
  ])
  const server = createMcpServer(openHome(file, home), { version: 'test', log: silentLogger })
  const client = new Client({ name: 'test', version: '1' }, SHOWS)
  const [near, far] = InMemoryTransport.createLinkedPair()
  await server.connect(far)
  await client.connect(near)
  const answer = await client.callTool({ name: 'get_claim', arguments: { claim_id: 'claim_page_1', details: true } })
  const { page, frame, asked, hacked } = await host('ui://lyra/passage', client, {}, answer)
  assert.equal(await frame.locator('mark').textContent(), HOSTILE)
  assert.match((await frame.locator('.passage').textContent()) ?? '', /digest holds/u)
  assert.equal(await frame.locator('img, script:not(body > script)').count(), 0)
  assert.equal(await hacked(), null)
  assert.deepEqual(
    asked.filter((url) => url.startsWith('http')),
    [],
    'nothing is loaded',
  )
  await page.close()
  await client.close()
  await server.close()
})

test('MCP Apps: a host shows the findings of a search', { timeout: 60_000 }, async (t) => {
  const { client } = await connect(t, async () => fakeLyra({ search: () => SEARCH_ANSWER }), SHOWS)
  const answer = await client.callTool({ name: 'search', arguments: { task_id: TASK_ID, query: '鎮静' } })
  const { page, frame } = await host('ui://lyra/findings', client, { task_id: TASK_ID }, answer)
  assert.match((await frame.locator('.finding').first().textContent()) ?? '', /0\.0013%.*verified.*71%/su)
  await page.close()
})
