import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isAcademicQuery } from '../../src/sources/academic-query.ts'

const ACADEMIC = [
  'green tea blood pressure meta-analysis',
  'Does semaglutide reduce mortality? randomised controlled trial',
  'systematic reviews of vitamin D',
  'studies on sleep and caffeine',
  'in vitro cytotoxicity of catechin',
  'arXiv transformer scaling laws',
  '10.1056/NEJMoa2034577',
  'PMID: 33301246',
  '緑茶 血圧 論文',
  '認知症予防の臨床試験 結果',
  'マスク 感染予防 メタ分析',
  'ワクチンの有効性',
  'ＤＯＩ 検索',
]

const ORDINARY = [
  'best ramen in Sapporo',
  'weather tomorrow Osaka',
  'how to fetch in javascript',
  'netflix free trial cancel',
  'paper bags wholesale',
  'study abroad visa cost',
  'Wall Street Journal subscription',
  '札幌 ラーメン おすすめ',
  '東京駅 終電 時刻表',
  '理化学研究所の採用',
  'iPhone 17 価格',
  'fix docile dog behaviour',
]

test('TRUST phase 2: queries for papers are academic, in English and Japanese', () => {
  assert.deepEqual(
    ACADEMIC.filter((query) => !isAcademicQuery(query)),
    [],
  )
})

test('TRUST phase 2: everyday queries are not, even with a word that papers use', () => {
  assert.deepEqual(
    ORDINARY.filter((query) => isAcademicQuery(query)),
    [],
  )
})
