import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fitSigned, weigh } from '../../bench/check/fit-signed.ts'
import { ALARM_FEATURES, alarmFeatures, signOf } from '../../src/judge/alignment/alarm-features.ts'
import { ALARM_KINDS, ALARM_WEIGHTS } from '../../src/judge/alignment/alarm-weights.ts'
import { alignStatement } from '../../src/judge/alignment/align-statement.ts'
import type { Exchange } from '../../src/judge/alignment/exchange.ts'
import { judgeAlignment } from '../../src/judge/alignment/judge-alignment.ts'
import { prepareSource } from '../../src/judge/alignment/prepared-source.ts'
import type { HeardStance, StatementReadings } from '../../src/judge/alignment/statement-readings.ts'
import { turnedStatements } from '../../src/judge/alignment/turned-statements.ts'

function align(statement: string, text: string) {
  const passages = [{ id: 'frag_1', text, heading: null }]
  const source = prepareSource({ passages, frame: '', year: null, month: null })
  const counts = { texts: 10, count: (word: string) => (source.folded.includes(word) ? 1 : 0), isName: () => false }
  return alignStatement({ statement, source, similarities: source.sentences.map(() => 0.7), counts })
}

const heard = (supports: number, refutes: number): HeardStance => ({ supports, refutes })

function readings(
  one: HeardStance,
  heardOf: readonly HeardStance[] = [],
  kind: Exchange['kind'] = 'name',
): StatementReadings {
  const exchanged = heardOf.map((stance) => ({ ...stance, exchange: { kind, text: '', own: 'this', other: 'that' } }))
  return { passages: one, sentences: one, beside: one, taken: null, exchanged, figureDiffers: 0, figureAgrees: 0 }
}

test('a weight never speaks against its sign', () => {
  for (const kind of ALARM_KINDS)
    for (const name of ALARM_FEATURES)
      assert.ok((ALARM_WEIGHTS[kind][name] ?? 0) * signOf(name) >= 0, `${kind} ${name}`)
})

test('an opposite word is an alarm where the reader hears no support, and none where it surely does', () => {
  const alignment = align('More boats use the canal now.', 'Fewer boats use the canal now.')
  assert.equal(judgeAlignment(alignment, readings(heard(0.05, 0.9))).verdict, 'contradicted')
  const { opposed } = alarmFeatures(alignment, readings(heard(0.05, 0.9)))
  assert.equal(opposed, 1)
  assert.equal(
    judgeAlignment(align('Boats use the canal.', 'Boats use the canal.'), readings(heard(0.99, 0))).verdict,
    'supported',
  )
})

test('a figure that follows from others of its passage weighs less than one from nowhere', () => {
  const fleet = 'The firm cut its fleet from 3,000 boats to 1,900 boats.'
  const { figures } = align('The firm has 1,100 boats less.', fleet)
  assert.deepEqual(figures.missing, [])
  const inns = 'Of the 28 inns that were asked 9 were for the plan and 13 against it.'
  assert.deepEqual(align('Of the inns 6 have not made up their mind.', inns).figures.derivable, ['6 have'])
  const { figures: wrong } = align('Of the inns 17 have not made up their mind.', inns)
  assert.deepEqual([wrong.missing, wrong.derivable], [['17 have'], []])
})

test('cells under a head that counts in thousands are as large as it says', () => {
  const table = 'Item | Sum (thousand)\nBoats | 320\nNets | 410'
  assert.deepEqual(align('The nets took 410,000.', table).figures.missing, [])
  assert.deepEqual(align('網には410万円を使った。', '項目 | 金額(万円)\n舟 | 320\n網 | 410').figures.missing, [])
})

test('a name is exchanged for another one of the nearest sentence, and the gain of it is measured', () => {
  const { exchanges } = align('The cup was won by Edda Marlow in 2019.', 'In 2019 the cup was won by Toma Rill.')
  assert.ok(
    exchanges.some(({ text }) => text.includes('Toma Rill')),
    JSON.stringify(exchanges),
  )
  const alignment = align('The cup was won by Edda Marlow.', 'The cup was won by Toma Rill.')
  const { exchangeGain } = alarmFeatures(alignment, readings(heard(0.2, 0.1), [heard(0.9, 0.1)]))
  assert.ok(exchangeGain > 1)
  const worse = alarmFeatures(alignment, readings(heard(0.9, 0.1), [heard(0.2, 0.1)]))
  assert.equal(worse.exchangeGain, 0)
})

test('a statement is read with its direction turned, alone and with the others, and the gain of it is measured', () => {
  const turned = (statement: string) => turnedStatements(statement).map(({ text }) => text)
  assert.deepEqual(turned('Sales rose.'), ['Sales fell.'])
  assert.deepEqual(turned('売り上げは前年より増えた。'), ['売り上げは前年より減った。'])
  assert.deepEqual(turned('The new ship is faster and cheaper.'), [
    'The new ship is slower and cheaper.',
    'The new ship is faster and dearer.',
    'The new ship is slower and dearer.',
  ])
  assert.deepEqual(turned('The ship is blue.'), [])
  const alignment = align('Sales rose.', 'Sales went down.')
  const { turnGain } = alarmFeatures(alignment, readings(heard(0.3, 0.6), [heard(0.9, 0.05)], 'direction'))
  assert.ok(turnGain > 1)
  const judged = judgeAlignment(alignment, readings(heard(0.05, 0.9), [heard(0.95, 0.02)], 'direction'))
  assert.equal(judged.verdict, 'contradicted')
  assert.match(judged.reasons[0]?.problem ?? '', /rather bear out "that"|the source says/)
})

test('a figure that the source lacks is exchanged for one that stands there', () => {
  const { exchanges } = align('Nine stalls are let.', 'Of the stalls 12 are let.')
  assert.deepEqual(
    exchanges.filter(({ kind }) => kind === 'figure').map(({ text }) => text),
    ['12 stalls are let.'],
  )
})

test('the fit keeps a weight at nothing that would take the other sign, and is the same every time', () => {
  const samples = Array.from({ length: 60 }, (_, at) => ({ x: [at % 2, (at + 1) % 2], y: at % 2 === 1, weight: 1 }))
  const weights = fitSigned(samples, [1, 1], 1)
  assert.ok((weights[0] ?? 0) > 1)
  assert.equal(weights[1], 0)
  assert.deepEqual(fitSigned(samples, [1, 1], 1), weights)
  assert.ok(weigh(weights, [1, 0]) > 0 && weigh(weights, [0, 1]) < 0)
})
