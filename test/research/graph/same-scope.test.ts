import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sameScope } from '../../../src/research/graph/same-scope.ts'

const said = (text: string, ...context: readonly string[]) => ({ text, context })

const APART: readonly (readonly [string, string])[] = [
  ['The hall produced 318 tonnes of waste in 2019.', 'In 2023 the hall produced 214 tonnes of waste.'],
  ['令和4年度の利用回数は7万1000回だった。', '2023年度の利用回数は9万1000回だった。'],
  ['The default of Ferrol 3.2 is level 1.', 'In Ferrol 4.0 the default is level 2.'],
]

for (const [first, second] of APART)
  test(`LYRA 2.9: no dispute: ${first} / ${second}`, () => {
    assert.equal(sameScope(said(first), said(second)), false)
    assert.equal(sameScope(said(second), said(first)), false)
  })

const TOGETHER: readonly (readonly [string, string])[] = [
  // the year is what is stated
  ['The museum opened in 2017.', 'The museum opened on 3 October 2018.'],
  ['線路は大正5年に開業した。', '線路は1920年に開業した。'],
  ['In 2023 the hall produced 214 tonnes of waste.', 'The hall produced 230 tonnes of waste in 2023.'],
  // what one leaves open is taken to be the same
  ['The hall produces 214 tonnes of waste a year.', 'In 2023 the hall produced 230 tonnes of waste.'],
  ['Ferrol 4.0 needs 1.9 GB.', 'Ferrol 4.0.4 needs 2.4 GB.'],
  ['The build takes 4.1 seconds.', 'The build takes 5.7 seconds.'],
]

for (const [first, second] of TOGETHER)
  test(`LYRA 2.9: may be in dispute: ${first} / ${second}`, () => {
    assert.equal(sameScope(said(first), said(second)), true)
  })

test('LYRA 2.9: a version may stand in the title or heading alone', () => {
  const old = said('The default level is 1.', 'Optimisation', 'Ferrol 3.2 manual')

  assert.equal(sameScope(old, said('The default level is 2.', 'Ferrol 4.0 manual')), false)
  assert.equal(sameScope(old, said('The default level is 2.', 'Ferrol manual')), true)
})
