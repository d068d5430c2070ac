import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isUnitSymbol } from '../../../src/sources/entities/unit-symbols.ts'
import { namesIn as named } from './reader.ts'

test('REQ 3.1.2: a unit is no organisation, whatever its prefix', () => {
  for (const unit of ['mmHg', 'kWh', 'TWh', 'GHz', 'kPa', 'mEq', 'MBq', 'dBA', 'mOsm', 'mg/dL', 'GtCO2e', 'MeV'])
    for (const sentence of [`It rose to 42 ${unit} in June.`, `The values are given in ${unit}, as before.`])
      assert.deepEqual(named(sentence), [], sentence)
  assert.deepEqual(named('収縮期血圧は130 mmHgから118 mmHgへ下がった。'), [])
})

test('letters that are a unit beside a figure are a name where there is none', () => {
  assert.deepEqual(
    [isUnitSymbol('GB', '16', 'of'), isUnitSymbol('GB', 'from', 'to'), isUnitSymbol('USD', 'of', '300')],
    [true, false, true],
  )
  assert.deepEqual(named('The NHS bought 300 beds for 4 million GBP.'), ['organisation NHS'])
})

test('an office that is named by a role keeps its whole name', () => {
  assert.deepEqual(named('The Ministry of Justice declined to comment.'), ['organisation Ministry of Justice'])
})
