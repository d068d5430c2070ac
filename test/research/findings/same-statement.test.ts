import assert from 'node:assert/strict'
import { test } from 'node:test'
import { areApart, type Stances, sameness } from '../../../src/research/findings/same-statement.ts'
import type { Statement } from '../../../src/research/findings/statement.ts'
import { BOTH_SUPPORT, ONE_REFUTES, ONE_SUPPORTS, SILENT, said } from './statements.ts'

function areOne(one: Statement, other: Statement, stances: Stances): boolean {
  const there = sameness(one, other, stances) !== null && !areApart(one, other, stances)
  const turned = { there: stances.back, back: stances.there }
  assert.equal(sameness(other, one, turned) !== null && !areApart(other, one, turned), there, 'both ways')
  return there
}

test('LYRA 2.7: the same specific figure of a near statement needs no judge', () => {
  assert.equal(
    areOne(said('The dam holds 48,300 tonnes.'), said('It can take 48,300 tonnes of water.', { angle: 40 }), SILENT),
    true,
  )
})

test('LYRA 2.7: a shared figure far away is chance', () => {
  assert.equal(
    areOne(said('The dam holds 48,300 tonnes.'), said('The fleet caught 48,300 tonnes.', { angle: 80 }), SILENT),
    false,
  )
})

for (const [what, first, second] of [
  ['figure', 'The dam holds 48,300 tonnes.', 'The dam holds 51,900 tonnes.'],
  ['direction', 'The toll did not raise traffic.', 'The toll did not lower traffic.'],
  ['year', 'The dam held 48,300 tonnes in 2019.', 'The dam held 48,300 tonnes in 2020.'],
  ['place', 'The mill in Arnside closed its doors.', 'The mill in Kirkby closed its doors.'],
  ['product', 'The default level of Brio 4 is high.', 'The default level of Brio 5 is high.'],
  ['version', 'The parser of release 4.0.1 leaks memory.', 'The parser of release 4.0.2 leaks memory.'],
  ['direction', 'The tax lowers rents.', 'The tax does not lower rents.'],
  ['time', 'The firm will open a shop there.', 'The firm opened a shop there.'],
] as const)
  test(`LYRA 2.7: statements that differ in ${what} stay two, however near and supported`, () => {
    assert.equal(areOne(said(first), said(second), BOTH_SUPPORT), false)
  })

test('LYRA 2.7: a page about another lake says something else with the same words', () => {
  const one = said('最低水位はマイナス38センチだった。', { title: '白鳥湖の一年', language: 'ja' })
  const other = said('最低水位はマイナス38センチでした。', { title: '青葉湖の水位', language: 'ja' })
  assert.equal(areOne(one, other, BOTH_SUPPORT), false)
})

test('LYRA 2.7: without figures it takes a judge and nearness, and a refutation keeps them apart', () => {
  const [one, other] = [said('The council closed the mill.'), said('The mill was closed by the council last year.')]
  assert.equal(areOne(one, other, BOTH_SUPPORT), true)
  assert.equal(areOne(one, other, SILENT), false)
  assert.equal(areOne(one, other, ONE_REFUTES), false)
})

test('LYRA 2.7: a translation with the same figure is one with what it translates', () => {
  const one = said('Construction cost 2.4 billion yen.')
  const other = said('建設費は24億円でした。', { angle: 60, language: 'ja' })
  assert.equal(areOne(one, other, ONE_SUPPORTS), true)
})

test('LYRA 2.7: two sentences of one page are two findings, unless they repeat each other', () => {
  const on = { page: 'p' }
  assert.equal(areOne(said('The mill closed.', on), said('The miller left the town.', on), BOTH_SUPPORT), false)
  assert.equal(areOne(said('The old mill has closed.', on), said('The old mill has closed!', on), SILENT), true)
})
