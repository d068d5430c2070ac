import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import type { HttpServer } from '../../../src/web/serve.ts'
import { archivedHome, cleanups, serveHome, TOKEN } from '../archived/archived-home.ts'
import { liveBrowser } from '../archived/live-browser.ts'
import { drawingBrowser } from '../drawing-browser.ts'

const WORDS = ['Tea did not lower blood pressure.', 'Coffee <b>raised</b> the pulse.']
const file = cleanups()
after(file.run)
let server: HttpServer
let drawing: Browser

before(async () => {
  const { home } = await archivedHome(
    file,
    WORDS.map((words, n) => ({
      id: `page_${n}`,
      url: `https://site-${n}.example/a`,
      type: 'text/html',
      body: `<p>${words}</p>`,
      passages: [{ id: `frag_${n}`, text: words }],
      judged: { passage: `frag_${n}`, claim: `Claim ${n}: ${words}`, sentence: words },
    })),
  )
  server = await serveHome(file, home)
  const opened = await drawingBrowser()
  drawing = opened.browser
  file.after(opened.close)
})

async function openGraph(browser: Browser): Promise<Page> {
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.goto(`${server.url}/?token=${TOKEN}`)
  await page.waitForURL(/\/tasks$/u)
  await page.goto(`${server.url}/tasks/task_1/graph`)
  await page.locator('#graph-count', { hasText: /of/u }).waitFor()
  return page
}

const rows = (page: Page) => page.locator('#graph-rows tr td:first-child').allTextContents()

test('the graph is drawn, laid out in a worker, and every node is in the list with a deep link', {
  timeout: 60_000,
}, async () => {
  const page = await openGraph(drawing)
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await page.locator('#graph-status', { hasNotText: /./u }).waitFor({ state: 'attached' })
  assert.equal(await page.evaluate(`performance.getEntriesByName('lyra-graph-drawn').length`), 1)
  assert.equal((await rows(page)).length, 6, 'two findings, two passages, two pages')
  assert.ok((await rows(page)).includes(WORDS[1] ?? ''), 'words of the web are words')
  assert.equal(await page.locator('#graph-rows b').count(), 0)
  await page.getByRole('link', { name: WORDS[0] ?? '', exact: true }).click()
  await page.waitForURL(/\/archive\/page\/page_0/u)
  assert.ok(
    asked.every((url) => url.startsWith('http://127.0.0.1:') || url.startsWith('data:')),
    asked.join(' '),
  )
})

test('kinds, connections and words narrow picture and list; one button shows all again', {
  timeout: 60_000,
}, async () => {
  const page = await openGraph(drawing)
  await page.locator('input[name=kind][value=page]').uncheck()
  assert.equal((await rows(page)).length, 4)
  await page.locator('input[name=words]').fill('COFFEE')
  assert.deepEqual((await rows(page)).length, 2, 'the finding and its passage')
  await page.locator('input[name=relation][value=refutes]').uncheck()
  assert.equal((await rows(page)).length, 1, 'the passage is still on its page; the finding has no connection left')
  await page.locator('input[name=words]').fill('nothing like it')
  assert.match((await page.locator('#graph-count').textContent()) ?? '', /Nothing matches/u)
  await page.locator('button[type=reset]').click()
  await page.locator('#graph-rows tr').nth(5).waitFor()
})

test('a browser that cannot draw says so and has the list', { timeout: 60_000 }, async () => {
  const plain = await liveBrowser(['--disable-3d-apis'])
  try {
    const page = await openGraph(plain)
    assert.match((await page.locator('#graph-status').textContent()) ?? '', /no WebGL/u)
    assert.equal(await page.locator('#graph-picture').isVisible(), false)
    assert.equal((await rows(page)).length, 6)
  } finally {
    await plain.close()
  }
})

test('without a script the page itself lists the graph', async () => {
  const answer = await fetch(`${server.url}/tasks/task_1/graph`, { headers: { authorization: `Bearer ${TOKEN}` } })
  const text = await answer.text()
  assert.equal(text.match(/<tr><td>/gu)?.length, 6)
  assert.match(text, /Coffee &lt;b&gt;raised&lt;\/b&gt;/u)
})
