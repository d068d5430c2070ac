import assert from 'node:assert/strict'
import { test } from 'node:test'
import { atOnce } from '../../../src/domain/in-turns.ts'
import { citationMarks } from '../../../src/report/check/citation-marks.ts'
import { readingStatements } from '../../../src/report/check/draft-statements.ts'
import { markText } from '../../../src/report/check/mark-text.ts'

const marks = (text: string) => citationMarks(text).map(({ mark }) => markText(mark))

test('marks: numbers in brackets, lists and ranges of them', () => {
  assert.deepEqual(marks('It rose [3].'), ['[3]'])
  assert.deepEqual(marks('It rose [1, 4–6].'), ['[1]', '[4]', '[5]', '[6]'])
  assert.deepEqual(marks('It rose.¹²'), ['[12]'])
  assert.deepEqual(marks('An area of 38 km² and 5⁴ others'), [])
})

test('marks: links, bare addresses and those in angle brackets', () => {
  assert.deepEqual(marks('It rose [1](https://a.example/x_(y)).'), ['https://a.example/x_(y)'])
  assert.deepEqual(marks('It rose (https://a.example/x).'), ['https://a.example/x'])
  assert.deepEqual(marks('See https://a.example/x. Then'), ['https://a.example/x'])
  assert.deepEqual(marks('See <https://a.example/x>'), ['https://a.example/x'])
})

test('marks: a bracket that holds nothing but links is a citation, and its words are no part of the sentence', () => {
  assert.deepEqual(marks('It rose. ([Smith, 2020](https://a.example/x))'), ['https://a.example/x'])
  assert.deepEqual(marks('It rose ([Smith, 2020](https://a.example/x); [Lee](https://b.example)).'), [
    'https://a.example/x',
    'https://b.example',
  ])
  assert.deepEqual(marks('増えた（([樋口、2023](https://a.example/x))）。'), ['https://a.example/x'])
  const [sentence, ...more] = atOnce(
    readingStatements([{ text: 'The bridge was closed. ([Smith, 2020](https://a.example/x))', line: 1, starts: [0] }]),
  )
  assert.deepEqual([sentence?.text, sentence?.marks.length, more], ['The bridge was closed.', 1, []])
  const words = '(as [Smith](https://a.example/x) tells)'
  assert.equal(citationMarks(words)[0]?.start, words.indexOf(']'))
})

test('marks: a DOI, bare, named or as an address, is one DOI', () => {
  for (const text of ['doi:10.1000/ABC.1.', '10.1000/abc.1', '[10.1000/abc.1]', 'https://doi.org/10.1000/abc.1'])
    assert.deepEqual(marks(text), ['doi:10.1000/abc.1'], text)
})

test('marks: footnotes and keys of Pandoc', () => {
  assert.deepEqual(marks('It rose.[^n1] It fell [@smith2020; @lee].'), ['[^n1]', '@smith2020', '@lee'])
})

test('marks: authors and years, one or several, English and Japanese', () => {
  assert.deepEqual(marks('It rose (Smith, 2020; Lee & Park 2019a).'), ['Smith, 2020', 'Lee & Park, 2019'])
  assert.deepEqual(marks('It rose (Smith et al., 2020, p. 4).'), ['Smith et al., 2020'])
  assert.deepEqual(marks('増えた（田村・木下, 2022）。'), ['田村・木下, 2022'])
  assert.deepEqual(marks('増えた（樋口、2023）。'), ['樋口, 2023'])
})

test('marks: a year in brackets without a name, and a date, cite nothing', () => {
  assert.deepEqual(marks('It opened (in June 2023) after a year (2022).'), [])
  assert.deepEqual(marks('開業した（大正3年）。令和5年（2023年）に'), [])
})

test('marks: Japanese brackets and notes', () => {
  assert.deepEqual(marks('増えた【1】。減った［２］。注3) 同じ〔4〕'), ['[1]', '[2]', '[^3]', '[4]'])
})

test('marks: brackets without end are read in time that grows with the text', () => {
  const started = performance.now()
  assert.deepEqual(marks('['.repeat(200_000)), [])
  assert.deepEqual(marks('(Smith '.repeat(60_000)), [])
  assert.deepEqual(marks('([a](https://b) '.repeat(30_000)).length > 0, true)
  assert.deepEqual(marks('https://'.repeat(40_000)).length > 0, true)
  assert.ok(performance.now() - started < 8000)
})
