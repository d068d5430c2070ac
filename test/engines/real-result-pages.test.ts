import assert from 'node:assert/strict'
import { test } from 'node:test'
import { loadEngineTable } from '../../src/engines/engine-table.ts'
import { parseSerp } from '../../src/engines/parse-serp.ts'
import { dataText, repoFile, without } from './data-folder.ts'

const table = loadEngineTable(repoFile('config/engines.yaml'))
const skip = without('serp')

async function read(engineName: string, file: string) {
  const engine = table.find((entry) => entry.name === engineName)
  assert.ok(engine)
  const html = dataText(`serp/${engineName}/${file}`)
  return parseSerp(engine, { html, url: 'https://serp.example/', now: Date.parse('2026-05-10T00:00:00Z'), limit: 50 })
}

test('REQ 3.1.4: DuckDuckGo html page gives 9 results with unwrapped links and ISO dates', { skip }, async () => {
  const page = await read('duckduckgo', 'html-results.html.gz')
  assert.equal(page.outcome, 'ok')
  assert.equal(page.items.length, 9)
  assert.deepEqual(page.items[0], {
    title: 'Caffeine and Sleep Problems',
    url: 'https://www.sleepfoundation.org/nutrition/caffeine-and-sleep',
    snippet:
      'Drinking caffeine too close to bedtime can keep you awake. Learn why this happens and what other effects caffeine may be having on your sleep.',
    date: '2025-07-16',
    engine: 'duckduckgo',
    rank: 1,
    source_tag: 'web',
  })
  assert.equal(page.items.filter((item) => item.date !== null).length, 6)
})

test('REQ 3.1.4: DuckDuckGo script page is read by the second layout, its advertisement left out', {
  skip,
}, async () => {
  const page = await read('duckduckgo', 'js-results.html.gz')
  assert.equal(page.outcome, 'ok')
  assert.equal(page.items.length, 10)
  assert.equal(page.items[0]?.title, 'Using the Fetch API - Web APIs | MDN - MDN Web Docs')
  assert.equal(page.items[0]?.date, '2025-08-20')
  assert.equal(page.items[1]?.title, 'JavaScript fetch API - W3Schools')
})

test('REQ 3.2: DuckDuckGo bot challenge is a captcha for a person, not an empty list', { skip }, async () => {
  const page = await read('duckduckgo', 'lite-bot-challenge.html')
  assert.equal(page.outcome, 'captcha')
  assert.equal(page.reason, 'duckduckgo asks for a human (.anomaly-modal__title)')
})

test('REQ 3.1.4: Mojeek page gives 10 results', { skip }, async () => {
  const page = await read('mojeek', 'results.html.gz')
  assert.equal(page.outcome, 'ok')
  assert.equal(page.items.length, 10)
  assert.equal(page.items[0]?.title, 'The Modern JavaScript Tutorial')
  assert.equal(page.items[0]?.url, 'https://javascript.info/')
  assert.equal(page.items[2]?.title, 'W3Schools Online Web Tutorials')
  assert.equal(page.items[1]?.snippet, '')
})

test('REQ 3.1.4: Brave page gives 20 results, the date taken out of the snippet', { skip }, async () => {
  const page = await read('brave', 'results.html.gz')
  assert.equal(page.outcome, 'ok')
  assert.equal(page.items.length, 20)
  assert.equal(page.items[0]?.title, 'JavaScript Tutorial')
  assert.equal(page.items[0]?.url, 'https://www.w3schools.com/js/')
  assert.equal(page.items[2]?.url, 'https://www.javascripttutorial.net/')
  assert.equal(page.items[2]?.date, '2024-12-13')
  assert.equal(
    page.items[2]?.snippet,
    'Welcome to the JavaScriptTutorial.net website! This JavaScript Tutorial helps you learn the JavaScript programming language from scratch quickly and effectively.',
  )
})

test('REQ 3.1.4: Google page gives 8 web results; its German dates are read', { skip }, async () => {
  const page = await read('google', 'results.html.gz')
  assert.equal(page.outcome, 'ok')
  assert.equal(page.items.length, 8)
  assert.equal(page.items[0]?.title, 'Using the Fetch API - MDN Web Docs')
  assert.equal(page.items[0]?.date, '2025-08-20')
})

test('REQ 3.1.4: Google without matches is no_results, its captcha pages are captcha', { skip }, async () => {
  assert.equal((await read('google', 'no-results.html.gz')).outcome, 'no_results')
  assert.equal((await read('google', 'search_captcha.html')).outcome, 'captcha')
  assert.equal((await read('google', 'search_captcha_new.html')).outcome, 'captcha')
})

test('REQ 3.1.4: Qwant refuses by country, and the outcome says blocked', { skip }, async () => {
  const page = await read('qwant', 'service-unavailable.html.gz')
  assert.equal(page.outcome, 'blocked')
  assert.equal(page.reason, 'qwant refuses to serve (text:not yet available in your country)')
})

test("REQ 3.1.4: another engine's page is a changed page, named by selector", { skip }, async () => {
  const mojeek = table.find((entry) => entry.name === 'mojeek')
  assert.ok(mojeek)
  const html = dataText('serp/bing/results.html.gz')
  const page = await parseSerp(mojeek, { html, url: 'https://serp.example/', now: 0, limit: 10 })
  assert.equal(page.outcome, 'parser_broken')
  assert.equal(page.reason, 'the result page of mojeek has changed: nothing matches ul.results-standard > li')
})
