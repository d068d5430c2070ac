import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { LABELS, readSentences } from '../../../bench/entities/labelled.ts'
import { precision, recall, scoreSentences } from '../../../bench/entities/score.ts'
import { namesIn, reader } from './reader.ts'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))

test('REQ 3.1.2: an English sentence names organisations, people, places, products, laws and identifiers', () => {
  assert.deepEqual(
    namesIn(
      'Ms. Ingrid Solberg of Halvorsen Shipping AS sued under Section 12 of the Clean Rivers Act 1998 in Trondheim, ' +
        'since the Orion X200 of trial NCT04561234 failed.',
    ),
    [
      'person Ingrid Solberg',
      'organisation Halvorsen Shipping AS',
      'law Section 12 of the Clean Rivers Act 1998',
      'place Trondheim',
      'product Orion X200',
      'identifier NCT04561234',
    ],
  )
})

test('REQ 3.1.2: a Japanese sentence does as well; honorifics are no part of a name', () => {
  assert.deepEqual(
    namesIn(
      '(株)白浜製作所の中島直樹社長は和歌山県田辺市で、会社法第423条に触れ、新型ロボット「ハコビー2」を発表した。',
    ),
    [
      'organisation (株)白浜製作所',
      'person 中島直樹',
      'place 和歌山県田辺市',
      'law 会社法第423条',
      'product ハコビー2',
    ],
  )
})

test('a word that only opens a sentence, a method and a people are no names', () => {
  assert.deepEqual(namesIn('Bakers complained. However, prices rose in April.'), [])
  assert.deepEqual(namesIn('この測定法は日本人の血圧を調べるために使われた。'), [])
})

test('a name stands where it says, and the same text gives the same names', () => {
  const text = 'Brightwater Energy bought Solvane GmbH. 経済産業省は日立製作所に補助金を交付した。'
  const names = reader.recognise(text)
  assert.equal(names.length, 4)
  for (const { start, end, text: name } of names) assert.equal(text.slice(start, end), name)
  assert.deepEqual(reader.recognise(text), names)
})

test('the open sentences are read as they were when the rules were written', () => {
  for (const language of ['en', 'ja'] as const) {
    const { exact } = scoreSentences(readSentences(ROOT, 'open', language), reader.recognise, () => undefined)
    assert.ok((precision(exact) ?? 0) >= 0.95, `${language} precision ${precision(exact)}`)
    assert.ok((recall(exact) ?? 0) >= 0.95, `${language} recall ${recall(exact)}`)
  }
})

test('there are at least 300 held-back sentences of each language, each label of a known kind', () => {
  for (const language of ['en', 'ja'] as const) {
    const sentences = readSentences(ROOT, 'held-back', language)
    assert.ok(sentences.length >= 300)
    assert.ok(sentences.some(({ entities }) => entities.some(({ kind }) => LABELS[kind] === 'law')))
  }
})

test('SECURITY: a hostile text is read in a time that grows with its length', () => {
  const texts = [
    '研究開発',
    'Japanese ',
    'President of ',
    'Bank of A and ',
    'A. ',
    '株式会社',
    '「',
    'アイ・',
    '法律の',
    'a.b.c.',
  ]
  for (const text of texts) {
    const before = process.cpuUsage()
    reader.recognise(text.repeat(Math.floor(20_000 / text.length)))
    const { user, system } = process.cpuUsage(before)
    assert.ok(user + system < 4_000_000, text)
  }
})
