import assert from 'node:assert/strict'
import { test } from 'node:test'
import { alignStatement } from '../../src/judge/alignment/align-statement.ts'
import { prepareSource } from '../../src/judge/alignment/prepared-source.ts'
import { isSameFigure, statedFigures } from '../../src/judge/alignment/stated-figures.ts'

const CLEAR = 0.1

function align(statement: string, text: string) {
  const passages = [{ id: 'frag_1', text, heading: null }]
  const source = prepareSource({ passages, frame: '', year: null, month: null })
  const counts = {
    texts: 10,
    count: (word: string) => (source.folded.includes(word) ? 1 : 0),
    isName: (word: string) => source.names.has(word),
  }
  return alignStatement({ statement, source, similarities: source.sentences.map(() => 0.5), counts })
}

test('places: two persons of one sentence have exchanged what is said of them', () => {
  const text =
    'Chair Ada Brandt, who runs the harbour fund, voted yes; the clerk, Otto Lind, kept the minutes of the board.'
  const { name } = align('Otto Lind, who runs the harbour fund, voted yes.', text).places
  assert.deepEqual([name?.own, name?.other], ['Otto Lind', 'Chair Ada Brandt'])
  assert.ok((name?.margin ?? 0) > CLEAR)
  const right = align('Ada Brandt, who runs the harbour fund, voted yes.', text).places.name
  assert.ok((right?.margin ?? -1) < 0)
})

test('places: another figure has the place of the one in the statement, in prose and in a table', () => {
  const prose = 'The mill ground 310 sacks in May. The bakery sold 75 loaves a day.'
  const { figure } = align('The mill ground 75 sacks in May.', prose).places
  assert.deepEqual([figure?.own, figure?.other], ['75 sacks', '310 sacks'])
  const table = 'Village | Wells | Families\nOrm | 14 | 230\nTarn | 31 | 480'
  const swapped = align('In Orm there are 31 wells.', table).places.figure
  assert.ok((swapped?.margin ?? 0) > CLEAR)
  assert.ok((align('In Orm there are 14 wells.', table).places.figure?.margin ?? -1) < 0)
})

test('places: another year, and a month that the source has of another year', () => {
  const text = 'The quarry opened in March 1961. It closed in June 1994.'
  const { year } = align('The quarry opened in 1994.', text).places
  assert.deepEqual([year?.own, year?.other], ['1994', '1961'])
  assert.deepEqual(align('The quarry opened in March 1994.', text).calendar.far, ['1994'])
  assert.deepEqual(align('The quarry opened in March 1961.', text).calendar.far, [])
})

test('places: Japanese words of one ending, and a person without a title', () => {
  const terms = align('利用が多いのは50代だった。', '利用が多いのは30代だった。参加は50代が2人。').places.term
  assert.deepEqual([terms?.own, terms?.other], ['50代', '30代'])
  const text = '園長の岡部春香さんは増築の案を示した。反対したのは議員の水谷亮さんだった。'
  const { name } = align('園長の水谷亮は増築の案を示した。', text).places
  assert.deepEqual([name?.own, name?.other], ['水谷亮', '岡部春香'])
})

test('trends: the figures of a table go the other way', () => {
  const table = 'Year | Visitors | Guides\n2021 | 1,200 | 9\n2022 | 1,900 | 7'
  assert.equal(align('The number of visitors fell in 2022.', table).trend?.isOpposed, true)
  assert.equal(align('The number of visitors rose in 2022.', table).trend?.isOpposed, false)
  const columns = '項目 | 2021年 | 2022年\n来館者数 | 1,200人 | 1,900人'
  assert.equal(align('来館者数は減った。', columns).trend?.isOpposed, true)
  assert.equal(align('The bridge was painted.', table).trend, null)
})

test('figures: rounded, rough by what stands behind the counter, spelled by places, over decades and weeks', () => {
  for (const [one, other] of [
    ['36 hectares', '35.7 hectares'],
    ['14 metres deep', '14.3 m deep'],
    ['2万枚弱', '1万9,400枚'],
    ['70軒前後', '71軒'],
    ['予算三十五億円', '35億円'],
    ['three decades', '30 years'],
    ['two months', 'eight weeks'],
  ] as const) {
    const [[a], [b]] = [statedFigures(one), statedFigures(other)]
    assert.ok(a !== undefined && b !== undefined && isSameFigure(a, b), `${one} / ${other}`)
  }
  const values = (text: string) => statedFigures(text).map(({ value }) => value)
  assert.deepEqual(values('The match ended 31-27.'), [31, 27])
  assert.deepEqual(values('See B7-25.'), [])
  assert.deepEqual(values('3. The gate stuck'), [])
})

test('figures: weeks between two days follow; a share of shares does not, unless it is a fraction', () => {
  const days = 'The first parcel was lost on 3 March 2021 and the last on 9 April.'
  assert.deepEqual(align('It went on for more than five weeks.', days).figures.missing, [])
  const shares = 'The new tyres are 14% lighter than before, not 22%.'
  assert.deepEqual(align('The new tyres are 18% lighter than before.', shares).figures.missing, ['18%'])
})

test('figures: per litre and per millilitre are two rates', () => {
  const text = 'The broth has 3,100 spores per litre.'
  assert.notEqual(align('The broth has 3,100 spores per millilitre.', text).figures.otherPeriod, null)
  assert.equal(align('The broth has 3,100 spores per litre.', text).figures.otherPeriod, null)
})
