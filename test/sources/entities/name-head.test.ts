import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { openWordTable } from '../../../src/models/word-table.ts'
import { createNameHead } from '../../../src/sources/entities/name-head.ts'
import { readHeadWeights } from '../../../src/sources/entities/name-head-weights.ts'
import { recogniseNames } from '../../../src/sources/entities/recognise.ts'
import { namesIn } from './reader.ts'

const root = join(import.meta.dirname, '../../..')
const commonWords = new Set(readFileSync(join(root, 'config/lexicons/english-words.txt'), 'utf8').split(/\s+/u))
const weights = readHeadWeights(readFileSync(join(root, 'models/lyra-names-mini/weights.json'), 'utf8'))
const head = createNameHead(weights, await openWordTable())
const isCommon = (word: string) => commonWords.has(word)

/** English text alone: the rules by themselves, without the dictionary. */
function rulesIn(text: string) {
  return recogniseNames({ commonWords, tagged: () => [] }, text)
}

test('REQ 3.1.2: firms without a suffix are found that the rules leave, and a measure of science is no firm', () => {
  const found = (text: string) => rulesIn(text).map(({ kind, text: name }) => `${kind} ${name}`)
  const firm = 'Investors in Poland expect Zorvane to cut 300 jobs.'
  assert.deepEqual(found(firm), ['place Poland'])
  assert.deepEqual(namesIn(firm), ['place Poland', 'organisation Zorvane'])
  const measure = 'The mean CRP was 4 and fell after treatment.'
  assert.deepEqual(found(measure), ['organisation CRP'])
  assert.deepEqual(namesIn(measure), [])
})

test('REQ 3.1.2: laws and identifiers stay as the rules read them, and every name stands where it says', () => {
  const text =
    'Under the Data Protection Act 2018, Ostrel Systems Ltd registered ostrel.example.com and CVE-2023-44487.'
  const found = rulesIn(text)
  const named = head({ text, found, isCommon, words: [] })
  const fixed = (names: typeof named) =>
    names.flatMap(({ kind, start, end }) => (kind === 'law' || kind === 'identifier' ? [[kind, start, end]] : []))
  assert.ok(fixed(found).length >= 2)
  assert.deepEqual(fixed(named), fixed(found))
  for (const { start, end, text: name } of named) assert.equal(text.slice(start, end), name)
  for (const [at, { end }] of named.entries()) assert.ok(end <= (named[at + 1]?.start ?? Number.POSITIVE_INFINITY))
})

test('the same text is read the same, alone or twice in one passage', () => {
  const sentence = 'Kelvara bought a stake in Portline from Maria Oduya.'
  const once = namesIn(sentence)
  assert.deepEqual(namesIn(sentence), once)
  assert.deepEqual(namesIn(`${sentence} The price was not told.`), once)
})

test('a long text is read in portions, and every name stands where it says', () => {
  const sentence = 'Kelvara bought a stake in Portline from Maria Oduya. '
  const text = sentence.repeat(100)
  const named = head({ text, found: rulesIn(text), isCommon, words: [] })
  for (const { start, end, text: name } of named) assert.equal(text.slice(start, end), name)
  assert.equal(named.filter(({ text: name }) => name === 'Maria Oduya').length, 100)
})

test('weights that are no weights are refused', () => {
  assert.throws(() => readHeadWeights('{"hidden": 32}'))
})
