import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { LABELS, readPairs } from '../../../bench/entities/labelled.ts'
import type { EntityKind } from '../../../src/domain/entity.ts'
import { compareNames } from '../../../src/sources/entities/same-name.ts'
import { reader } from './reader.ts'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))

function match(kind: EntityKind, first: string, second: string): string {
  const there = compareNames(kind, first, second, reader.reading)
  assert.equal(compareNames(kind, second, first, reader.reading), there, 'the order of the two says nothing')
  return there
}

test('REQ 3.1.2: legal forms before and after, kana width and old kanji are no difference', () => {
  assert.equal(match('organisation', '株式会社山田製作所', '山田製作所㈱'), 'same')
  assert.equal(match('organisation', 'ｿﾆｰ(株)', 'ソニー株式会社'), 'same')
  assert.equal(match('organisation', '國學院大學', '国学院大学'), 'same')
  assert.equal(match('organisation', 'Acme Widgets, Inc.', 'ACME WIDGETS INCORPORATED'), 'same')
})

test('another legal form, or a word more, is another firm', () => {
  assert.equal(match('organisation', '合同会社みどり', '株式会社みどり'), 'apart')
  assert.equal(match('organisation', 'Acme GmbH', 'Acme Inc.'), 'apart')
  assert.equal(match('organisation', 'Siemens Energy AG', 'Siemens AG'), 'apart')
})

test('an acronym and an initial are short forms, which decide nothing by themselves', () => {
  assert.equal(match('organisation', 'World Health Organization', 'WHO'), 'short')
  assert.equal(match('person', 'J. Smith', 'John Smith'), 'short')
})

test('REQ 3.1.2: order, honorifics, titles and readings of people', () => {
  assert.equal(match('person', 'Smith, John', 'Dr. John Smith, PhD'), 'same')
  assert.equal(match('person', 'TANAKA Taro', 'Taro Tanaka'), 'same')
  assert.equal(match('person', '髙橋一郎氏', '高橋 一郎'), 'same')
  assert.equal(match('person', '山田太郎', 'ヤマダ タロウ'), 'same')
  assert.equal(match('person', '山田太郎', 'Taro Yamada'), 'same')
  assert.equal(match('person', '伊藤誠', '伊東誠'), 'apart')
  assert.equal(match('person', 'John Smith Jr.', 'John Smith Sr.'), 'apart')
  assert.equal(match('person', 'Mr. Smith', 'Mrs. Smith'), 'apart')
})

test('REQ 3.1.2: addresses and places in several spellings', () => {
  assert.equal(match('place', '東京都千代田区丸の内一丁目１番１号', '〒100-0005 東京都千代田区丸の内1-1-1'), 'same')
  assert.equal(match('place', '東京都千代田区丸の内一丁目1番2号', '東京都千代田区丸の内1-1-1'), 'apart')
  assert.equal(match('place', '12 Main St., Springfield', '12 Main Street, Springfield'), 'same')
  assert.equal(match('place', 'U.S.', 'United States'), 'same')
  assert.equal(match('place', 'Kyoto City', 'Kyoto Prefecture'), 'apart')
})

test('the open pairs are decided as they are labelled', () => {
  const wrong = readPairs(ROOT, 'open').filter(
    ({ a, b, same, kind }) => (match(LABELS[kind], a, b) !== 'apart') !== same,
  )
  assert.deepEqual(wrong, [])
})
