import assert from 'node:assert/strict'
import { test } from 'node:test'
import { alignStatement } from '../../src/judge/alignment/align-statement.ts'
import { prepareSource } from '../../src/judge/alignment/prepared-source.ts'
import { statedFigures } from '../../src/judge/alignment/stated-figures.ts'

function align(statement: string, text: string, frame = '') {
  const passages = [{ id: 'frag_1', text, heading: null }]
  const source = prepareSource({ passages, frame, year: null, month: null })
  const counts = { texts: 10, count: (word: string) => (source.folded.includes(word) ? 1 : 0), isName: () => false }
  return alignStatement({ statement, source, similarities: source.sentences.map(() => 0.6), counts })
}

const values = (text: string) => statedFigures(text).map(({ value, measure }) => [value, measure])

test('figures: shares in words are the percentage they are about, and no share is made of a third time', () => {
  assert.deepEqual(values('Upkeep is two fifths cheaper.'), [[40, '%']])
  assert.deepEqual(values('Not even one rider in ten wore one.'), [[10, '%']])
  assert.deepEqual(values('Nine out of ten agreed.'), [[90, '%']])
  assert.deepEqual(values('三分の二が賛成した。'), [[66.7, '%']])
  assert.deepEqual(values('It failed a third time.'), [])
  assert.deepEqual(values('Three ships in ten years.'), [
    [3, null],
    [10, 'year'],
  ])
})

test('figures: what follows a year is no end of a span of years', () => {
  assert.deepEqual(values('Pairs rose from 9 in 2018 to 34 in 2023.'), [
    [9, null],
    [34, null],
  ])
})

test('figures: a part of a whole, a drop in points and seven to one follow from what the source has', () => {
  const parts = 'The works cost £2.7 million, of which the fund paid two thirds.'
  assert.deepEqual(align('The fund paid about £1.8 million.', parts).figures.missing, [])
  const shares = 'The share was 86 percent, against 92 percent in the plan.'
  assert.deepEqual(align('The share was 6 percentage points below the plan.', shares).figures.missing, [])
  const ratio = 'It treated 412 cyclists and 57 riders.'
  assert.deepEqual(align('Cyclists outnumbered riders about seven to one.', ratio).figures.missing, [])
})

test('figures: in the very place of another one a figure does not pass for derived', () => {
  const { figures } = align('Pairs rose from 9 in 2018 to 43 in 2023.', 'Pairs rose from 9 in 2018 to 34 in 2023.')
  assert.deepEqual([figures.missing, figures.derivable], [['43 in'], []])
})

test('figures: another measure, another counter and another period are told', () => {
  assert.deepEqual(align('The ship is 98.4 feet long.', 'The ship is 98.4 metres long.').figures.otherMeasure, [
    '98.4 feet',
    '98.4 metres',
  ])
  assert.equal(align('The ship is 98.4 m long.', 'The ship is 98.4 metres long.').figures.otherMeasure, null)
  assert.notEqual(align('貸出は2万8千人だった。', '貸出は2万8千冊だった。').figures.otherMeasure, null)
  assert.equal(align('貸出は2万8千冊だった。', '貸出は2万8千冊だった。').figures.otherMeasure, null)
  assert.deepEqual(align('It costs £40 a month.', 'It costs £40 a year.').figures.otherPeriod, ['month', 'year'])
  assert.deepEqual(align('毎月1回開く。', '会は毎年開く。').figures.otherPeriod, ['month', 'year'])
  assert.equal(align('It costs £40 annually.', 'It costs £40 a year.').figures.otherPeriod, null)
})

test('years: told of the same year as the sentence before', () => {
  const text = 'The path was closed in 2008. The same year 23 farmers founded the club, which has met since 2012.'
  assert.deepEqual(align('The club was founded by 23 farmers in 2008.', text).calendar.far, [])
})

test('speakers: by what they are called elsewhere, and nobody where something was measured', () => {
  const text = 'Managing director Paula Reiter opened the hall. No order was lost, according to Reiter.'
  assert.equal(align('The director says that no order was lost.', text).speakers, null)
  assert.equal(align('The study leaves it open.', 'Methane was not measured, so it is left open.').speakers, null)
})

test('wording: what is not ruled out is not denied', () => {
  const text = 'The owner does not rule out selling the hall.'
  assert.equal(align('A sale of the hall is possible.', text).wording.opposed, null)
})

test('names: what stands in the place of another is put there, whatever tells that it is a name', () => {
  const exchanges = (statement: string, text: string) =>
    align(statement, text).exchanges.flatMap((one) => (one.kind === 'name' ? [one.text] : []))
  assert.ok(
    exchanges('館長の杉本隆は案を示した。', '館長の森下恵は案を示した。').includes('館長の森下恵は案を示した。'),
  )
  assert.ok(exchanges('The cup went to Ashby.', 'The cup went to Corran.').includes('The cup went to Corran.'))
  const { names } = align('In Tessel injuries fell by 6 percent.', 'Over in Ostmark injuries fell by 6 percent.')
  assert.deepEqual(names.beside, ['Tessel', 'Ostmark'])
})
