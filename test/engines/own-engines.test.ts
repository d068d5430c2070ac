import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { LyraError } from '../../src/domain/errors.ts'
import { loadEngineTable, loadEngineTables } from '../../src/engines/engine-table.ts'
import { parseSerp } from '../../src/engines/parse-serp.ts'
import { dataPath, dataText, repoFile, without } from './data-folder.ts'

const SHIPPED = repoFile('config/engines.yaml')

/** What a user writes into LYRA_HOME/engines.yaml: two engines nobody shipped, and one shipped engine made lighter. */
const OWN = `engines:
  - name: bing
    url: https://www.bing.com/search?q={query}
    weight: 0.3
    layouts:
      - result: 'li.b_algo'
        title: { selector: 'h2 a', required: true }
        url: { selector: 'h2 a', attribute: href, required: true }
        snippet: { selector: '.b_caption p', without: '.news_dt' }
        date: { selector: '.news_dt' }
    no_results: ['.b_no']
  - name: ecosia
    url: https://www.ecosia.org/search?q={query}
    layouts:
      - result: '[data-test-id="mainline-result-web"]'
        title: { selector: '[data-test-id="result-title"]', required: true }
        url: { selector: '.result__title a', attribute: href, required: true }
        snippet: { selector: '[data-test-id="web-result-description"]' }
    no_results: ['[data-test-id="no-results-query"]']
  - name: mojeek
    url: https://www.mojeek.com/search?q={query}
    weight: 0.2
    layouts: [{ result: li, title: { selector: a }, url: { selector: a, attribute: href } }]
`

function ownTable(t: TestContext, text: string) {
  const folder = mkdtempSync(join(tmpdir(), 'lyra-engines-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  writeFileSync(join(folder, 'engines.yaml'), text)
  return join(folder, 'engines.yaml')
}

test('REQ 3.1.1: an engine is added, or a shipped one replaced, by a file and nothing else', (t) => {
  const table = loadEngineTables(SHIPPED, ownTable(t, OWN))

  const shipped = loadEngineTable(SHIPPED).map(({ name, weight }) => [name, name === 'mojeek' ? 0.2 : weight])
  assert.deepEqual(
    table.map(({ name, weight }) => [name, weight]),
    [...shipped, ['bing', 0.3], ['ecosia', 0.5]],
  )
  assert.deepEqual(shipped.slice(0, 3), [
    ['duckduckgo', 1],
    ['mojeek', 0.2],
    ['brave', 0.6],
  ])
  assert.deepEqual(loadEngineTables(SHIPPED, '/nowhere/engines.yaml'), loadEngineTable(SHIPPED))
  assert.throws(
    () => loadEngineTables(SHIPPED, ownTable(t, 'engines: [{ name: X }]')),
    (error: unknown) => error instanceof LyraError && error.code === 'INVALID_CONFIG',
  )
})

test('REQ 3.1.4: the added engines read the real pages of those engines', { skip: without('serp') }, async (t) => {
  const table = loadEngineTables(SHIPPED, ownTable(t, OWN))
  const read = (name: string, file: string) => {
    const engine = table.find((entry) => entry.name === name)
    assert.ok(engine)
    const html = dataText(`serp/${name}/${file}`)
    return parseSerp(engine, { html, url: 'https://serp.example/', now: Date.parse('2026-05-10T00:00:00Z'), limit: 50 })
  }

  const bing = await read('bing', 'results.html.gz')
  const ecosia = await read('ecosia', 'results.html.gz')
  const none = await read('ecosia', 'no-results.html.gz')

  assert.deepEqual([bing.outcome, bing.items.length, bing.items[0]?.engine], ['ok', 10, 'bing'])
  assert.deepEqual(
    [bing.items[0]?.title, bing.items[0]?.date],
    ['How to read a local text file using JavaScript? - GeeksforGeeks', '2025-07-12'],
  )
  assert.deepEqual([ecosia.outcome, ecosia.items.length], ['ok', 10])
  assert.equal(ecosia.items[0]?.title, 'What is "tool use", exactly? : r/LocalLLaMA - Reddit')
  assert.equal(none.outcome, 'no_results')
})

/** Outcome and number of results of every recorded page, by the engine that sent it. */
const EVERY_PAGE: Readonly<Record<string, readonly [string, number]>> = {
  'bing/results.html.gz': ['ok', 10],
  'brave/results.html.gz': ['ok', 20],
  'duckduckgo/html-results.html.gz': ['ok', 9],
  'duckduckgo/js-results.html.gz': ['ok', 10],
  'duckduckgo/lite-bot-challenge.html': ['captcha', 0],
  'ecosia/no-results.html.gz': ['no_results', 0],
  'ecosia/results.html.gz': ['ok', 10],
  'google/no-results.html.gz': ['no_results', 0],
  'google/results.html.gz': ['ok', 8],
  'google/search_captcha.html': ['captcha', 0],
  'google/search_captcha_new.html': ['captcha', 0],
  'mojeek/results.html.gz': ['ok', 10],
  'qwant/service-unavailable.html.gz': ['blocked', 0],
}

test('REQ 3.1.4: every recorded result page is read for what it is, and none is a silent empty list', {
  skip: without('serp'),
}, async (t) => {
  const added = loadEngineTables(SHIPPED, ownTable(t, OWN)).filter(({ name }) => name === 'bing' || name === 'ecosia')
  const table = [...loadEngineTable(SHIPPED), ...added]
  const files = readdirSync(dataPath('serp'), { recursive: true, encoding: 'utf8' }).filter((name) =>
    /\.html/.test(name),
  )
  const read: Record<string, readonly [string, number]> = {}
  for (const file of files.sort()) {
    const engine = table.find(({ name }) => file.startsWith(`${name}/`))
    assert.ok(engine, file)
    const page = { html: dataText(`serp/${file}`), url: 'https://serp.example/', now: 0, limit: 50 }
    const { outcome, items } = await parseSerp(engine, page)
    read[file] = [outcome, items.length]
  }

  assert.deepEqual(read, EVERY_PAGE)
})
