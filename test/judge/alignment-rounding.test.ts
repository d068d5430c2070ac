import assert from 'node:assert/strict'
import { test } from 'node:test'
import { alarmFeatures } from '../../src/judge/alignment/alarm-features.ts'
import { alignStatement } from '../../src/judge/alignment/align-statement.ts'
import { calendarParts } from '../../src/judge/alignment/calendar-parts.ts'
import { judgeAlignment } from '../../src/judge/alignment/judge-alignment.ts'
import { prepareSource } from '../../src/judge/alignment/prepared-source.ts'

function align(statement: string, text: string, similarity = 0.7, nearerElsewhere = 0) {
  const source = prepareSource({
    ...{ passages: [{ id: 'frag_1', text, heading: null }], frame: '', year: null, month: null },
  })
  const counts = { texts: 10, count: (word: string) => (source.folded.includes(word) ? 1 : 0), isName: () => false }
  const similarities = source.sentences.map(() => similarity)
  return alignStatement({ statement, source, similarities, counts, nearerElsewhere })
}

test('a rough difference is what the exact one is rounded to', () => {
  const weights = 'The eels weighed 14.2 grams. The keepers ask for 18 grams.'
  assert.deepEqual(align('The eels weighed nearly 4 grams less than the keepers ask for.', weights).figures.missing, [])
  assert.notDeepEqual(align('The eels weighed nearly 6 grams less than asked for.', weights).figures.missing, [])
})

test('a decade is told by any of its years, and no other decade', () => {
  assert.deepEqual([...calendarParts('It closed in the mid-1980s.').years], [])
  assert.deepEqual(align('The mill closed in the 1980s.', 'The mill closed in 1984.').calendar.missing, [])
  assert.deepEqual(align('The mill closed in the 1970s.', 'The mill closed in 1984.').calendar.missing, ['1970s'])
  assert.deepEqual(align('1980年代に閉じた。', '昭和59年に閉じた。').calendar.missing, [])
})

test('two digits before 年 are a year in 22年度 and a span in 30年で', () => {
  assert.deepEqual([...calendarParts('22年度は増えた。').years], [2022])
  assert.deepEqual([...calendarParts('30年で半減した。').years], [])
})

test('over fifteen years stands for sixteen, whatever else there are fifteen of', () => {
  const text = 'We measured for 16 years. The flow fell by 15 percent.'
  assert.equal(align('Over 15 years the flow was measured.', text).figures.otherMeasure, null)
})

test('a row is read under the names of its columns', () => {
  const text = 'Year | Curlew | Teal\n2017 | 9 | 10\n2023 | 6 | 22'
  const { sentences } = prepareSource({
    ...{ passages: [{ id: 'frag_1', text, heading: null }], frame: '', year: null, month: null },
  })
  assert.equal(sentences.at(-1)?.said, 'Year 2023, Curlew 6, Teal 22')
})

test('what lies nearer in another source is farther from this one', () => {
  const nothing = { supports: 0.1, refutes: 0.1 }
  const readings = {
    ...{
      passages: nothing,
      sentences: nothing,
      beside: nothing,
      taken: null,
      exchanged: [],
      figureDiffers: 0,
      figureAgrees: 0,
    },
  }
  const distance = (elsewhere: number) =>
    judgeAlignment(align('The fair was held in a barn.', 'The inn is shut.', 0.3, elsewhere), readings).distance
  assert.ok(distance(0.4) >= distance(0))
  const { nearerElsewhere } = alarmFeatures(align('A fair.', 'The inn is shut.', 0.3, 0.4), readings)
  assert.equal(nearerElsewhere, 0.4)
})

test('a figure is the same in another measure of its kind, rounded as whoever converts rounds', () => {
  const missing = (statement: string, text: string) => {
    const { figures } = align(statement, text)
    return [...figures.missing, ...figures.absent]
  }
  assert.deepEqual(missing('It stopped about 200 feet from the inn.', 'It stopped 60 metres from the inn.'), [])
  assert.deepEqual(missing('漁場は1.4平方キロメートルある。', '漁場は140ヘクタールある。'), [])
  assert.notDeepEqual(missing('It stopped about 300 feet from the inn.', 'It stopped 60 metres from the inn.'), [])
})
