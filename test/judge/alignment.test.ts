import assert from 'node:assert/strict'
import { test } from 'node:test'
import { alignStatement } from '../../src/judge/alignment/align-statement.ts'
import { prepareSource } from '../../src/judge/alignment/prepared-source.ts'
import { isSameFigure, statedFigures } from '../../src/judge/alignment/stated-figures.ts'

function align(statement: string, text: string, over: { year?: number; frame?: string } = {}) {
  const passages = [{ id: 'frag_1', text, heading: null }]
  const source = prepareSource({ passages, frame: over.frame ?? '', year: over.year ?? null, month: null })
  const counts = { texts: 10, count: (word: string) => (source.folded.includes(word) ? 1 : 0), isName: () => false }
  return alignStatement({ statement, source, similarities: source.sentences.map(() => 0.5), counts })
}

test('figures: words, digits and scales of both languages are one figure', () => {
  for (const [one, other] of [
    ['fifty-three stalls', '53 stalls'],
    ['£17.2 million', '£17.2m'],
    ['二億三千五百万円', '2億3,500万円'],
    ['三十一か所', '31か所'],
    ['2.4 billion yen', '24億円'],
  ] as const) {
    const [[a], [b]] = [statedFigures(one), statedFigures(other)]
    assert.ok(a !== undefined && b !== undefined && isSameFigure(a, b), `${one} / ${other}`)
  }
})

test('figures: the same digits in another unit are another figure', () => {
  for (const [one, other] of [
    ['317 tonnes', '317 kilograms'],
    ['400 square metres', '400 square feet'],
    ['3.7 GB', '3.7 MB'],
    ['3か月続いた', '3週間続いた'],
    ['£4.1 million', '€4.1 million'],
  ] as const) {
    const [[a], [b]] = [statedFigures(one), statedFigures(other)]
    assert.ok(a !== undefined && b !== undefined && !isSameFigure(a, b), `${one} / ${other}`)
  }
})

test('figures: what is in no sentence is missing, and a change told backwards is turned', () => {
  assert.deepEqual(align('It has 54 stalls.', 'There are 53 stalls.').figures.missing, ['54 stalls'])
  assert.deepEqual(align('It has 53 stalls.', 'There are fifty-three pitches.').figures.missing, [])
  assert.equal(align('It rose from 30 to 50 grams.', 'It went from 50 grams to 30.').figures.turned, true)
})

test('years: named, counted from the day of the page, or of another row', () => {
  assert.deepEqual(align('It was so in 2023.', 'Last year it was so.', { year: 2024 }).calendar.missing, [])
  assert.deepEqual(align('2023年度は増えた。', '昨年度は増えた。', { year: 2024 }).calendar.missing, [])
  assert.deepEqual(align('It was so in 2021.', 'Last year it was so.', { year: 2024 }).calendar.missing, ['2021'])
  const table = '2019 | 120,000 | turnstiles\n2023 | 155,000 | sensors'
  assert.deepEqual(align('In 2019 there were 155,000 visits.', table).calendar.far, ['2019'])
  assert.deepEqual(align('In 2023 there were 155,000 visits.', table).calendar.far, [])
})

test('wording: opposites, denials, doubts and plans that are left out', () => {
  const wording = (statement: string, text: string) => align(statement, text).wording
  assert.deepEqual(wording('Files are 17% larger.', 'Files are 17% smaller.').opposed, ['larger', 'smaller'])
  assert.equal(wording('Files are not smaller.', 'Files are smaller.').opposed !== null, true)
  assert.equal(wording('It pleaded not guilty.', 'It pleaded guilty.').denied, 'guilty')
  assert.equal(wording('毒素が検出された。', '毒素は検出されませんでした。').denied, '毒素')
  assert.equal(wording('It caused the fire.', 'It may have caused the fire.').doubtDropped, 'may')
  assert.equal(wording('It was moved in May.', 'In May 2020 it was moved.').doubtDropped, null)
  assert.equal(wording('The hall opened.', 'The hall will open.').planDropped, 'will')
  assert.equal(wording('It is certain that it closes.', 'They say that it closes.').certaintyAdded, 'certain')
})

test('names: one that stands nowhere, one in the place of another, and a speaker', () => {
  const text = 'Corran comes out at 410,000 users, according to Paula Drew.'
  assert.deepEqual(align('The round was led by Osprey Holdings.', text).names.unknown, ['Osprey Holdings'])
  assert.deepEqual(align('So Ashby comes out at 410,000 users.', `So ${text}`).names.swapped, ['Ashby', 'Corran'])
  assert.deepEqual(align('According to Ben Tarn, it comes out at 410,000.', text).speakers, ['Ben Tarn', 'Paula Drew'])
})

test('long texts without end are compared in time', () => {
  const started = performance.now()
  for (const piece of ['from 1 to 2 ', '「あ', '1,', 'May (', '一二三四', 'not '])
    align(piece.repeat(200), piece.repeat(2000))
  assert.ok(performance.now() - started < 8000)
})
