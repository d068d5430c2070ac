import assert from 'node:assert/strict'
import { test } from 'node:test'
import { loadEngineTable, parseEngineTable } from '../../src/engines/engine-table.ts'
import { parseSerp } from '../../src/engines/parse-serp.ts'
import { serpDate } from '../../src/engines/serp-date.ts'
import { repoFile } from './data-folder.ts'

const table = loadEngineTable(repoFile('config/engines.yaml'))

function read(name: string, html: string, url = 'https://serp.example/search', limit = 10) {
  const engine = table.find((entry) => entry.name === name)
  assert.ok(engine)
  return parseSerp(engine, { html, url, now: Date.parse('2026-05-10T12:00:00Z'), limit })
}

const duckResult = (title: string, target: string) => `
  <div class="result web-result"><h2><a class="result__a" href="//duckduckgo.com/l/?uddg=${encodeURIComponent(target)}&rut=x">${title}</a></h2>
  <div class="result__extras__url"><span class="result__icon"></span><span> 2024-03-05T00:00:00</span></div>
  <a class="result__snippet">緑茶に含まれる<b>カテキン</b>の作用。</a></div>`

test('REQ 3.1.4: results come in one schema, Japanese text intact, redirect unwrapped', async () => {
  const html = `<div id="links">${duckResult('緑茶と血圧', 'https://www.example.ac.jp/茶?x=1')}</div>`
  const page = await read('duckduckgo', html)
  assert.deepEqual(page, {
    outcome: 'ok',
    reason: null,
    items: [
      {
        title: '緑茶と血圧',
        url: 'https://www.example.ac.jp/%E8%8C%B6?x=1',
        snippet: '緑茶に含まれるカテキンの作用。',
        date: '2024-03-05',
        engine: 'duckduckgo',
        rank: 1,
        source_tag: 'web',
      },
    ],
  })
})

test('REQ 3.1.4: the limit cuts the list and ranks count from one', async () => {
  const html = `<div id="links">${['a', 'b', 'c'].map((x) => duckResult(x, `https://${x}.example/`)).join('')}</div>`
  const page = await read('duckduckgo', html, 'https://html.duckduckgo.com/html/', 2)
  assert.deepEqual(
    page.items.map((item) => [item.rank, item.url]),
    [
      [1, 'https://a.example/'],
      [2, 'https://b.example/'],
    ],
  )
})

test('REQ 3.1.4: a required field that is gone is parser_broken and names its selector', async () => {
  const html = '<ul class="results-standard"><li><h3><a href="https://a.example/">A</a></h3></li></ul>'
  const page = await read('mojeek', html)
  assert.equal(page.outcome, 'parser_broken')
  assert.equal(
    page.reason,
    'the result page of mojeek has changed: required title (h2 a.title) is missing in ul.results-standard > li',
  )
})

test('REQ 3.1.4: results whose links are no web addresses are parser_broken', async () => {
  const html = '<ul class="results-standard"><li><h2><a class="title" href="javascript:void(0)">A</a></h2></li></ul>'
  const page = await read('mojeek', html)
  assert.equal(page.outcome, 'parser_broken')
  assert.match(page.reason ?? '', /no result under ul\.results-standard > li has a usable link/)
})

test('REQ 3.1.4: a page of zero bytes is parser_broken', async () => {
  const page = await read('brave', '')
  assert.deepEqual(page, { outcome: 'parser_broken', reason: 'brave sent an empty page', items: [] })
})

test('REQ 3.1.4: words inside a script do not count as a marker', async () => {
  const page = await read('mojeek', '<body><script>const t = "No pages found matching"</script><p>hello</p></body>')
  assert.equal(page.outcome, 'parser_broken')
})

test('REQ 3.1.4: the no-results words are no_results', async () => {
  const page = await read('mojeek', '<body><p>No pages found matching: xyzzy</p></body>')
  assert.deepEqual(page, { outcome: 'no_results', reason: 'mojeek found nothing', items: [] })
})

test('REQ 3.1.1: Wikipedia results have absolute links on the wiki that was asked', async () => {
  const html = `<ul class="mw-search-results"><li class="mw-search-result"><div class="mw-search-result-heading">
    <a href="/wiki/%E7%B7%91%E8%8C%B6">緑茶</a></div><div class="searchresult">緑茶は、<span>チャノキ</span>の葉から。</div></li></ul>`
  const page = await read('wikipedia', html, 'https://ja.wikipedia.org/w/index.php?search=x')
  assert.equal(page.items[0]?.url, 'https://ja.wikipedia.org/wiki/%E7%B7%91%E8%8C%B6')
  assert.equal(page.items[0]?.snippet, '緑茶は、チャノキの葉から。')
  assert.equal(page.items[0]?.source_tag, 'encyclopedia')
})

test('REQ 3.1.1: a Marginalia result is found by structure, links to its own pages are not', async () => {
  const html = `<main><div><div><div><h2><a href="https://plan9.example/">Plan 9</a></h2><a href="/site/plan9.example">i</a>
    <p>An operating system.</p></div></div></div></main>`
  const page = await read('marginalia', html, 'https://marginalia-search.com/search?query=plan+9')
  assert.deepEqual(
    page.items.map(({ title, url, snippet }) => ({ title, url, snippet })),
    [{ title: 'Plan 9', url: 'https://plan9.example/', snippet: 'An operating system.' }],
  )
})

test('REQ 3.1.4: an engine added to the table alone is parsed without code', async () => {
  const [engine] = parseEngineTable(
    `engines:
  - name: local
    url: http://127.0.0.1/find?q={query}
    unwrap: [{ match: '/out?', parameter: to }]
    layouts:
      - result: article
        title: { selector: h1, required: true }
        url: { selector: a, attribute: href, required: true }
`,
    'a test table',
  )
  assert.ok(engine)
  const html = '<article><h1>Report</h1><a href="/out?to=https%3A%2F%2Forg.example%2Fr">go</a></article>'
  const page = await parseSerp(engine, { html, url: 'http://127.0.0.1/find', now: 0, limit: 5 })
  assert.deepEqual(page.items, [
    {
      title: 'Report',
      url: 'https://org.example/r',
      snippet: '',
      date: null,
      engine: 'local',
      rank: 1,
      source_tag: 'web',
    },
  ])
})

test('REQ 3.1.4: dates of result pages become YYYY-MM-DD, others null', () => {
  const now = Date.parse('2026-05-10T12:00:00Z')
  const cases: readonly [string, string | null][] = [
    ['December 13, 2024 -', '2024-12-13'],
    ['Aug 20, 2025', '2025-08-20'],
    ['5 March 2023', '2023-03-05'],
    ['20.08.2025', '2025-08-20'],
    ['2024年3月5日', '2024-03-05'],
    ['２０２４/３/５', '2024-03-05'],
    ['3 days ago', '2026-05-07'],
    ['2週間前', '2026-04-26'],
    ['2024-13-40', null],
    ['Mozilla', null],
  ]
  assert.deepEqual(
    cases.map(([text]) => serpDate(text, now)),
    cases.map(([, date]) => date),
  )
})
