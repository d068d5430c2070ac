import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { chooseLanguage, DICTIONARIES, sayIn } from '../../../src/web/dashboard/words/say.ts'
import { sourceFiles } from '../../architecture/source-files.ts'

const { en, ja } = DICTIONARIES
const placesIn = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(([place]) => place).sort()

test('the dashboard says the same in English and Japanese: the same keys, in the same order, with the same places', () => {
  assert.deepEqual(Object.keys(ja), Object.keys(en))
  const different = Object.entries(en).filter(
    ([key, text]) => placesIn(text).join() !== placesIn(ja[key as keyof typeof ja]).join(),
  )
  assert.deepEqual(different, [])
})

test('every word is used by a page, or names a value of Lyra', () => {
  const source = sourceFiles('src/web/**/*.ts')
    .filter(({ path }) => !path.includes('/words/'))
    .map(({ path }) => readFileSync(path, 'utf8'))
    .join('\n')
  const groups = new Set(
    [...source.matchAll(/(?:say\.value|tally|reasons)\((?:say, )?'(\w+)'/g)].map(([, group]) => group),
  )
  const prefixes = [...source.matchAll(/say\(`([\w.]+)\$\{/g)].map(([, prefix = '']) => prefix)
  const unused = Object.keys(en).filter(
    (key) =>
      !source.includes(`'${key}'`) &&
      !groups.has(key.slice(0, key.indexOf('.'))) &&
      !prefixes.some((prefix) => key.startsWith(prefix)),
  )

  assert.deepEqual(unused, [])
})

test('figures and times are written as the language writes them; what is nearly certain is not told as certain', () => {
  const [say, iu] = [sayIn('en'), sayIn('ja')]

  assert.equal(say('pager.shown', { first: 1, last: 25, total: 1200 }), '1–25 of 1,200')
  assert.equal(iu('pager.shown', { first: 1, last: 25, total: 1200 }), '1,200件中 1–25件')
  assert.deepEqual([say.share(1), say.share(0.998), say.share(0.42), say.share(0.001)], ['100%', '>99%', '42%', '<1%'])
  assert.equal(say.value('outcome', 'robots_denied'), 'forbidden by robots.txt')
  assert.equal(say.value('outcome', 'a_new_one'), 'a_new_one')
  assert.equal(iu.date('2025-01-15T10:00:00.000Z'), '2025/01/15')
})

test('the reader’s choice of language comes before what the browser asks for; anything else is English', () => {
  assert.equal(chooseLanguage('ja', 'en-GB,en'), 'ja')
  assert.equal(chooseLanguage(undefined, 'fr-FR, ja;q=0.8, en;q=0.5'), 'ja')
  assert.equal(chooseLanguage('tlh', 'fr-FR'), 'en')
})
