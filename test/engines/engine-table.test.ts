import assert from 'node:assert/strict'
import { test } from 'node:test'
import { LyraError } from '../../src/domain/errors.ts'
import { loadEngineTable, parseEngineTable } from '../../src/engines/engine-table.ts'
import { normaliseQuery, queryKey } from '../../src/engines/normalise-query.ts'
import { isRefutingQuery, refutationQueries } from '../../src/engines/refutation-queries.ts'
import { serpUrl } from '../../src/engines/serp-place.ts'
import { repoFile } from './data-folder.ts'

const table = loadEngineTable(repoFile('config/engines.yaml'))
const engine = (name: string) => {
  const found = table.find((entry) => entry.name === name)
  assert.ok(found)
  return found
}

test('LYRA 4.3: the table holds the seven engines in order', () => {
  assert.deepEqual(
    table.map((entry) => entry.name),
    ['duckduckgo', 'mojeek', 'brave', 'qwant', 'google', 'marginalia', 'wikipedia'],
  )
})

test('REQ 3.1.1: last-mile engines have a daily limit and the smallest weight is Google', () => {
  assert.deepEqual(
    table.filter((entry) => entry.daily_limit !== undefined).map((entry) => [entry.name, entry.daily_limit]),
    [
      ['brave', 60],
      ['google', 20],
    ],
  )
  assert.equal([...table].sort((a, b) => a.weight - b.weight)[0]?.name, 'google')
})

test('REQ 3.1.4: result page addresses, in an encoding a URL parser leaves alone', () => {
  const query = "caffeine's effect (sleep)"
  const urls = table.map((entry) => serpUrl(entry, query))
  assert.deepEqual(urls, [
    'https://html.duckduckgo.com/html/?q=caffeine%27s+effect+%28sleep%29',
    'https://www.mojeek.com/search?q=caffeine%27s+effect+%28sleep%29',
    'https://search.brave.com/search?q=caffeine%27s+effect+%28sleep%29&source=web',
    'https://www.qwant.com/?q=caffeine%27s+effect+%28sleep%29&t=web',
    'https://www.google.com/search?q=caffeine%27s+effect+%28sleep%29&num=10',
    'https://marginalia-search.com/search?query=caffeine%27s+effect+%28sleep%29',
    'https://en.wikipedia.org/w/index.php?title=Special:Search&search=caffeine%27s+effect+%28sleep%29&ns0=1&fulltext=1',
  ])
  assert.deepEqual(
    urls.map((url) => new URL(url).href),
    urls,
  )
})

test('REQ 3.1.1: a Japanese query asks the Japanese Wikipedia, kanji alone included', () => {
  assert.equal(
    serpUrl(engine('wikipedia'), '緑茶'),
    'https://ja.wikipedia.org/w/index.php?title=Special:Search&search=%E7%B7%91%E8%8C%B6&ns0=1&fulltext=1',
  )
})

test('REQ 3.1.4: operators take the spelling of the engine, those it lacks are dropped by name', () => {
  const query = '"green tea" 血圧　site:go.jp filetype:pdf -広告 after:2020-01-31'
  assert.deepEqual(normaliseQuery(engine('google').operators, query), {
    query: '"green tea" 血圧 site:go.jp filetype:pdf -広告 after:2020-01-31',
    dropped: [],
  })
  assert.deepEqual(normaliseQuery(engine('mojeek').operators, query), {
    query: '"green tea" 血圧 site:go.jp -広告 since:20200131',
    dropped: ['filetype:pdf'],
  })
  assert.deepEqual(normaliseQuery(engine('wikipedia').operators, query), {
    query: '"green tea" 血圧 -広告',
    dropped: ['site:go.jp', 'filetype:pdf', 'after:2020-01-31'],
  })
})

test('REQ 3.1.4: without operators phrases and required words stay as plain words', () => {
  assert.deepEqual(normaliseQuery({}, '+aspirin "heart attack" -site:example.com -ads COVID-19 C++'), {
    query: 'aspirin heart attack COVID-19 C++',
    dropped: ['+aspirin', '"heart attack"', '-site:example.com', '-ads'],
  })
})

test('REQ 3.1.4: an excluded site and an excluded phrase keep their minus', () => {
  assert.equal(
    normaliseQuery(engine('brave').operators, '-site:example.com -"side effects" ext:pdf').query,
    '-site:example.com -"side effects" filetype:pdf',
  )
})

test('REQ 5.1.2: the cache sees one query in spellings of width, case and spacing', () => {
  assert.equal(queryKey('  ＣＯＶＩＤ－１９　 Vaccine '), queryKey('covid-19 vaccine'))
})

test('REQ 3.1.7.5: refutation suffixes are fixed, all of those of the language of the query', () => {
  assert.deepEqual(refutationQueries('緑茶 血圧', 'ja'), [
    '緑茶 血圧 課題',
    '緑茶 血圧 批判',
    '緑茶 血圧 問題点',
    '緑茶 血圧 limitations',
    '緑茶 血圧 反論',
    '緑茶 血圧 誤り',
  ])
  assert.deepEqual(refutationQueries('green tea blood pressure', 'en'), [
    'green tea blood pressure limitations',
    'green tea blood pressure criticism',
    'green tea blood pressure refuted',
  ])
  assert.deepEqual(refutationQueries('生成AI 批判'), [
    '生成AI 批判 課題',
    '生成AI 批判 問題点',
    '生成AI 批判 limitations',
    '生成AI 批判 反論',
    '生成AI 批判 誤り',
  ])
  assert.deepEqual(refutationQueries('   '), [])
  assert.deepEqual(
    ['緑茶 血圧 limitations', '生成AI 批判', 'Green tea Limitations', '緑茶 血圧', 'green tea'].map(isRefutingQuery),
    [true, true, true, false, false],
  )
})

test('REQ 3.1.4: a table with an unknown key, a missing {query} or a doubled name is INVALID_CONFIG', () => {
  const entry = (extra: string) =>
    `  - name: x\n    url: https://x.example/?q={query}\n    layouts:\n      - result: a\n        title: { selector: b }\n        url: { selector: c }\n${extra}`
  const bad: readonly [string, RegExp][] = [
    [`engines:\n${entry('    colour: red\n')}`, /engines\.0.*colour/],
    [`engines:\n${entry('').replace('{query}', '')}`, /engines\.0\.url: needs \{query\}/],
    [`engines:\n${entry('')}${entry('')}`, /two engines share a name/],
    ['engines: [', /is not valid YAML/],
  ]
  for (const [text, message] of bad) {
    assert.throws(
      () => parseEngineTable(text, 'engines.yaml'),
      (error: unknown) => error instanceof LyraError && error.code === 'INVALID_CONFIG' && message.test(error.message),
    )
  }
  assert.throws(
    () => loadEngineTable(repoFile('config/no-such-table.yaml')),
    (error: unknown) => error instanceof LyraError && error.code === 'INVALID_CONFIG',
  )
})
