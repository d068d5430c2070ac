import assert from 'node:assert/strict'
import { test } from 'node:test'
import { alignStatement } from '../../src/judge/alignment/align-statement.ts'
import { prepareSource } from '../../src/judge/alignment/prepared-source.ts'

function align(statement: string, text: string, over: { year?: number; frame?: string } = {}) {
  const passages = [{ id: 'frag_1', text, heading: null }]
  const source = prepareSource({ passages, frame: over.frame ?? '', year: over.year ?? null, month: null })
  const counts = { texts: 10, count: (word: string) => (source.folded.includes(word) ? 1 : 0), isName: () => false }
  return alignStatement({ statement, source, similarities: source.sentences.map(() => 0.5), counts })
}

test('a figure that is not there is an alarm only beside another one of its measure', () => {
  const missing = (statement: string, text: string) => align(statement, text).figures.missing
  assert.deepEqual(missing('The bridge is 90 metres long.', 'The bridge is 70 metres long.'), ['90 metres'])
  assert.deepEqual(missing('The bridge cost about 9 percent of it.', 'The bridge is 70 metres long.'), [])
  assert.deepEqual(missing('The bridge is 70 feet long.', 'The bridge is 70 metres long.'), ['70 feet'])
  assert.deepEqual(missing('The lift reaches up to 3 billion metres.', 'The lift reaches up to 3 million metres.'), [
    '3 billion metres',
  ])
  assert.deepEqual(missing('The mill uses version 2.7 for 31 looms.', 'The older program runs 31 looms.'), [])
})

test('a length of time is counted from two dates, and half a year is no half', () => {
  const missing = (statement: string, text: string) => align(statement, text).figures.missing
  const ferry = 'The ferry was sold in 2016. In 2021 it came back after 9 years of talks.'
  assert.deepEqual(missing('The ferry came back within five years.', ferry), [])
  assert.deepEqual(missing('The ferry came back after seven years.', ferry), ['7 years'])
  assert.deepEqual(missing('橋は3か月間閉じられた。', '橋は5月から7月まで閉じられた。'), [])
  assert.deepEqual(missing('It was put off by half a year.', 'It was put off from 31 March to 30 September.'), [])
})

test('a figure belongs to the line of the list that has it, and two lines compare as their figures do', () => {
  const line = (statement: string, text: string) => align(statement, text).misplaced
  const trees = 'Oak: 40 metres - Elm: 25 metres - Ash: 31 metres'
  assert.deepEqual(line('The elm reaches 40 metres.', trees), ['Elm: 25 metres', 'Oak: 40 metres'])
  assert.equal(line('The elm reaches 25 metres and the oak 40.', trees), null)
  assert.equal(line('It is 40 metres for the oak and 25 for the elm.', trees), null)
  assert.notEqual(line('The elm is higher than the oak.', trees), null)
  assert.equal(line('The oak is higher than the elm.', trees), null)
  const rides = '年度 | 乗客\n令和4年度 | 63万人\n令和5年度 | 71万人'
  assert.notEqual(line('2023年度の乗客は2022年度を下回った。', rides), null)
  assert.equal(line('2023年度の乗客は2022年度を上回った。', rides), null)
})

test('an opposite word counts where the same matter stands beside it, whatever else the sentences share', () => {
  const opposed = (statement: string, text: string) => align(statement, text).wording.opposed
  assert.notEqual(opposed('More boats use the canal now.', 'Far fewer boats were seen on the canal.'), null)
  assert.equal(opposed('More than 300 boats use the canal.', 'Far fewer boats were seen on the canal.'), null)
  assert.equal(opposed('Digging began in the market in June.', 'The market closed in June.'), null)
  assert.notEqual(opposed('ニジマスの水揚げは増えている。', 'ニジマスは、漁師の話では年ごとに減っている。'), null)
})

test('what a text calls wrong it denies, and a question may be answered with no', () => {
  const denied = (statement: string, text: string) => align(statement, text).wording.denied
  assert.equal(
    denied('The mayor called the closure of the pool untrue.', 'The pool will not close, the mayor said.'),
    null,
  )
  assert.notEqual(
    denied('The toll applies to old cars.', 'Does the toll apply to old cars? No. It is for lorries.'),
    null,
  )
  assert.equal(denied('The toll does not apply to old cars.', 'Does the toll apply to old cars? No.'), null)
  assert.equal(denied('財団には職員が少ない。', '財団の職員は少ないほうだ。'), null)
})

test('surer than the source is a certainty that is not denied, or a fact made of a plan', () => {
  const wording = (statement: string, text: string) => align(statement, text).wording
  const fire = 'The cause of the fire is thought to be a cable.'
  assert.equal(wording('The cause of the fire was proven: a cable.', fire).certaintyAdded, 'proven')
  assert.equal(wording('The cause of the fire is not certain.', fire).certaintyAdded, null)
  assert.equal(wording('The drawings proved useful.', 'The drawings were useful.').certaintyAdded, null)
  assert.equal(wording('The firm announced the opening of a shop.', 'The firm will open a shop.').planDropped, null)
  assert.equal(wording('The shop sold less.', 'The shop sold less than hoped.').planDropped, null)
})

test('a body of a kind of which the source has another, a side of the compass, and a speaker that it does not know', () => {
  const names = (statement: string, text: string, frame = '') => align(statement, text, { frame }).names
  const study = 'The study counted 31 owls on the north shore.'
  assert.deepEqual(names('Harrow University counted 31 owls.', study, 'Owls | Lowick University').sourceSlot, [
    'harrow (university)',
    'lowick',
  ])
  assert.equal(names('Lowick University counted 31 owls.', study, 'Owls | Lowick University').sourceSlot, null)
  assert.notEqual(names('The study counted 31 owls on the east shore.', study).inSlot, null)
  assert.equal(names('The roof is slate, not Spanish tile as one paper wrote.', 'The roof is slate.').missing.length, 0)
  const said = (statement: string) => align(statement, study, { frame: 'Owls | Lowick University' }).speakers
  assert.notEqual(said('According to the Harbour Guild, 31 owls were counted.'), null)
  assert.equal(said('According to Lowick University, 31 owls were counted.'), null)
  const quote = '同社の山口社長は式で「橋はこのまま残す」と述べた。'
  assert.notEqual(align('「橋はこのまま残す」と市長は式で述べた。', quote).speakers, null)
  assert.equal(align('「橋はこのまま残す」と山口社長は述べた。', quote).speakers, null)
})
