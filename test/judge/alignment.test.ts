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

test('figures: about, over and under so much are borne out by what is near enough', () => {
  for (const [statement, text] of [
    ['About 4,000 people came.', 'An average of 4,100 people came.'],
    ['Over 500,000 came.', 'It had 512,000 visits.'],
    ['Almost 14 million was spent.', 'They spent £13.9m.'],
    ['およそ50人が働く。', '職員は47人だ。'],
  ] as const)
    assert.deepEqual(align(statement, text).figures.missing, [], statement)
  assert.notDeepEqual(align('About 4,000 people came.', 'Some 4,900 people came.').figures.missing, [])
  assert.notDeepEqual(align('Over 500,000 came.', 'It had 480,000 visits.').figures.missing, [])
})

test('figures: a difference, a sum, a share and a multiple follow from two figures that stand together', () => {
  const hall = 'There are now 62 stalls. Before the works there had been 84.'
  assert.deepEqual(align('There are 62 stalls, 22 fewer than before.', hall).figures.missing, [])
  assert.deepEqual(align('Nearly a fifth of the jobs went.', 'The firm cut 19 of its 103 jobs.').figures.missing, [])
  assert.deepEqual(align('The two cost 70 euros together.', 'One cost 30 euros, the other 40.').figures.missing, [])
  assert.deepEqual(align('There are 62 stalls, 24 fewer than before.', hall).figures.missing, ['24 fewer'])
  assert.deepEqual(align('There are 22 stalls.', hall).figures.missing, ['22 stalls'])
})

test('figures: what measures one end of a change measures the other, and each leans its way', () => {
  const went = 'The build went from 14 minutes to 11.'
  assert.equal(align('The build went from 14 to 11 seconds.', went).figures.missing.length, 2)
  assert.deepEqual(align('The build went from 14 to 11 minutes.', went).figures.missing, [])
  assert.equal(align('輸送人員は4.9％減った。', '輸送人員 | 171万人 | 4.9％増').figures.turned, true)
  assert.equal(align('輸送人員は4.9％増えた。', '輸送人員 | 171万人 | 4.9％増').figures.turned, false)
  const stalls = 'There are now 62 stalls. Before the works there had been 84.'
  assert.equal(align('The stalls went from 62 to 84.', stalls).figures.turned, true)
  assert.equal(align('The stalls went from 84 to 62.', stalls).figures.turned, false)
})

test('clauses: each part of a statement is laid beside the part of the source that speaks of it', () => {
  const wording = (statement: string, text: string) => align(statement, text).wording
  const aid = '補助は形の残るものを対象とし、人件費や広告費は対象としていません。'
  assert.notEqual(wording('補助は人件費も対象としている。', aid).denied, null)
  assert.equal(wording('補助は人件費を対象としていない。', aid).denied, null)
  assert.equal(
    wording('Swimming was encouraged in May.', 'Swimming was discouraged in May.').opposed?.[1],
    'discouraged',
  )
  const fish = 'Smelt are plentiful; eels have become rare.'
  assert.notEqual(wording('Smelt have become rare while eels are plentiful.', fish).opposed, null)
  assert.equal(wording('Eels have become rare, while smelt are plentiful.', fish).opposed, null)
  const licence = 'The licence forbids publishing benchmarks without consent.'
  assert.equal(wording('The licence does not allow publishing benchmarks.', licence).denied, null)
  assert.equal(
    wording('The deposit will be kept.', 'It was asked whether the deposit could be kept.').doubtDropped,
    'could',
  )
  const shut = 'The hall closed so that its roof could be replaced.'
  assert.equal(wording('The hall closed and its roof was replaced.', shut).doubtDropped, null)
})

test('names: another one of the kind that a word beside it tells stands in the place', () => {
  const slot = (statement: string, text: string) => align(statement, text).names.inSlot
  assert.deepEqual(slot('Councillor Osei voted against it.', 'Councillor Treen voted against it.'), [
    'osei (councillor)',
    'treen',
  ])
  assert.deepEqual(slot('The office is on Mill Street.', 'The office is on Quay Street.'), ['mill (street)', 'quay'])
  assert.deepEqual(slot('事故は霧沢市杉窪町で起きた。', '事故は霧沢市坂下町で起きた。'), ['杉窪 (町)', '坂下'])
  assert.deepEqual(slot('Tuesday is the busiest day.', 'Saturday is the busiest day.'), [
    'tues (day of the week)',
    'satur',
  ])
  assert.equal(slot('The office is on Quay Street.', 'The office is on Quay Street.'), null)
  assert.equal(align('It yields 150 MWh.', 'It yields 150 megawatt-hours.').names.unknown.length, 0)
})

test('speakers: one that stands behind the quotation', () => {
  const text = '"Nobody works from a cold cache," said its chief engineer, Piet Larsson.'
  assert.notEqual(align('"Nobody works from a cold cache," said the director of the lab.', text).speakers, null)
  assert.equal(align('"Nobody works from a cold cache," said Piet Larsson.', text).speakers, null)
})

test('long texts without end are compared in time', () => {
  const started = process.cpuUsage()
  for (const piece of [
    'from 1 to 2 ',
    '「あ',
    '1,',
    'May (',
    '一二三四',
    'not ',
    'red fish, blue birds, ',
    '赤い魚、青い鳥、',
  ])
    align(piece.repeat(200), piece.repeat(2000))
  // Of the processor, not of the clock: others may be using the machine.
  assert.ok(process.cpuUsage(started).user < 8_000_000)
})
