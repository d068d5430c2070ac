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

async function openGraph(browser: Browser, script = ''): Promise<Page> {
  const context = await browser.newContext()
  const page = await context.newPage()
  if (script !== '') await page.addInitScript(script)
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

/** Counts what is drawn, and keeps it so that its colours can be read. */
const WATCHED = `window.draws = 0
  const getContext = HTMLCanvasElement.prototype.getContext
  HTMLCanvasElement.prototype.getContext = function (kind, options) {
    return getContext.call(this, kind, { ...options, preserveDrawingBuffer: true })
  }
  const clear = WebGL2RenderingContext.prototype.clear
  WebGL2RenderingContext.prototype.clear = function (bits) {
    if (this.canvas.className === 'sigma-edges') window.draws += 1
    return clear.call(this, bits)
  }`

/** Where a finding is on the page: the middle of the first run of its colour. */
const FINDING = `(() => {
  const layer = document.querySelector('.sigma-nodes')
  const { width, height } = layer
  const copy = Object.assign(document.createElement('canvas'), { width, height }).getContext('2d')
  copy.drawImage(layer, 0, 0)
  const { data } = copy.getImageData(0, 0, width, height)
  const isOf = (at) => data[at] === 0x13 && data[at + 1] === 0x5a && data[at + 2] === 0x7d
  const column = (x) => [...Array(height).keys()].filter((y) => isOf(4 * (y * width + x)))
  const columns = [...Array(width).keys()].filter((x) => column(x).length > 0)
  const run = columns.filter((x, place) => x === columns[0] + place)
  const x = run[Math.floor(run.length / 2)]
  const box = layer.getBoundingClientRect()
  return { x: box.x + x, y: box.y + column(x)[Math.floor(column(x).length / 2)] }
})()`

test('a drag moves what is drawn, draws anew at rest or past the margin, and a click then finds the moved node', {
  timeout: 60_000,
}, async () => {
  const page = await openGraph(drawing, WATCHED)
  await page.setViewportSize({ width: 1280, height: 1000 })
  await page.locator('#graph-status', { hasNotText: /./u }).waitFor({ state: 'attached' })
  await page.waitForTimeout(300)
  const draws = () => page.evaluate<number>('window.draws')
  const drawnSince = async (count: number) => {
    while ((await draws()) <= count) await page.waitForTimeout(20)
  }
  const moved = () => page.locator('.sigma-nodes').evaluate((layer) => layer.parentElement?.style.transform ?? '')
  const at = await page.evaluate<{ x: number; y: number }>(FINDING)
  const box = await page.locator('#graph-picture').boundingBox()
  assert.ok(box !== null)
  const hold = { x: box.x + 20, y: box.y + 20 }
  await page.mouse.move(hold.x, hold.y)
  await page.mouse.down()
  const before = await draws()
  for (let step = 1; step <= 12; step += 1) await page.mouse.move(hold.x + step * 10, hold.y + step * 3)
  assert.match(await moved(), /^translate3d\(120px, 36px, 0(?:px)?\)/u)
  // Longer than a picture at rest waits: one that is held is not at rest. Then the hand lets go without a swing.
  await page.waitForTimeout(300)
  assert.equal(await draws(), before, 'nothing is drawn while it moves within the margin')
  await page.mouse.up()
  await drawnSince(before)
  assert.match(await moved(), /^translate3d\(0(?:px)?, 0(?:px)?, 0(?:px)?\)$/u)
  // The release was a click as well; a second one too soon would be a double click.
  await page.waitForTimeout(350)
  await page.mouse.click(at.x + 120, at.y + 36)
  assert.match((await page.locator('#graph-selection').textContent()) ?? '', /^Claim \d/u)
  await page.waitForTimeout(600)
  const rested = await draws()
  await page.mouse.move(hold.x, hold.y)
  await page.mouse.down()
  for (let step = 1; step <= 10; step += 1) await page.mouse.move(hold.x + step * 30, hold.y)
  await drawnSince(rested)
  await page.mouse.up()
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
