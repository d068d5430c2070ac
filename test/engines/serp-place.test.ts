import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { chooseEngines } from '../../src/engines/choose-engines.ts'
import { type Engine, loadEngineTable } from '../../src/engines/engine-table.ts'
import { serpUrl, unmetParts } from '../../src/engines/serp-place.ts'

const table = loadEngineTable(fileURLToPath(new URL('../../config/engines.yaml', import.meta.url)))
const engine = (name: string): Engine => {
  const found = table.find((one) => one.name === name)
  if (found === undefined) throw new Error(`no engine is called ${name}`)
  return found
}
const SINCE = { after: '2024-03-01', asked_on: '2026-11-16' }
const BETWEEN = { after: '2024-03-01', before: '2025-01-01', asked_on: '2026-11-16' }

test('REQ 3.1.4: a period is told to each engine in its own way', () => {
  assert.equal(
    serpUrl(engine('duckduckgo'), 'tea', { period: SINCE }),
    'https://html.duckduckgo.com/html/?q=tea&df=2024-03-01..2026-11-16',
  )
  assert.equal(
    serpUrl(engine('mojeek'), 'tea', { period: BETWEEN }),
    'https://www.mojeek.com/search?q=tea+since%3A20240301+before%3A20250101',
  )
  assert.equal(
    serpUrl(engine('brave'), 'tea', { period: { before: '2025-01-01' } }),
    'https://search.brave.com/search?q=tea&source=web&tf=1970-01-01to2025-01-01',
  )
  assert.equal(
    serpUrl(engine('google'), 'tea', { period: BETWEEN, page: 2 }),
    'https://www.google.com/search?q=tea+after%3A2024-03-01+before%3A2025-01-01&num=10&start=10',
  )
})

test('REQ 3.1.4: an engine that cannot limit results to a period says so', () => {
  assert.deepEqual(unmetParts(engine('wikipedia'), 'tea', { period: SINCE }), [
    'engine wikipedia cannot limit results to a period',
  ])
  assert.deepEqual(unmetParts(engine('duckduckgo'), 'tea filetype:pdf', { period: SINCE }), [])
})

test('REQ 3.1.1: the language of the task is told to an engine when the query is in it', () => {
  assert.match(serpUrl(engine('duckduckgo'), '緑茶', { language: 'ja' }), /&kl=jp-jp$/)
  assert.match(serpUrl(engine('google'), 'Grüner Tee', { language: 'de' }), /&lr=lang_de$/)
  assert.match(serpUrl(engine('wikipedia'), 'Grüner Tee', { language: 'de' }), /^https:\/\/de\.wikipedia\.org\//)
  assert.match(serpUrl(engine('wikipedia'), '绿茶', { language: 'zh' }), /^https:\/\/zh\.wikipedia\.org\//)
  assert.equal(
    serpUrl(engine('duckduckgo'), 'green tea', { language: 'ja' }),
    'https://html.duckduckgo.com/html/?q=green+tea',
  )
  assert.equal(serpUrl(engine('mojeek'), '緑茶', { language: 'en' }), serpUrl(engine('mojeek'), '緑茶'))
})

test('REQ 3.1.1: a category takes every engine that is for it; where there is none the usual ones are asked', () => {
  const choose = (category: 'encyclopedia' | 'technical' | 'general' | 'news', named?: readonly string[]) => {
    const chosen = chooseEngines(table, { named, category, defaults: ['mojeek'], health: () => null, now: 0 })
    return [chosen.engines.map(({ name }) => name), chosen.withoutCategory]
  }
  assert.deepEqual(choose('encyclopedia'), [['wikipedia'], false])
  assert.deepEqual(choose('technical'), [['marginalia'], false])
  assert.deepEqual(choose('general'), [['mojeek'], false])
  assert.deepEqual(choose('news'), [['mojeek'], true])
  assert.deepEqual(choose('news', ['brave']), [['brave'], false])
})
