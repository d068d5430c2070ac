import assert from 'node:assert/strict'
import { test } from 'node:test'
import { areOpposed, directionOf } from '../../src/judge/rules/direction.ts'

test('REQ 3.3.1 rules: a sentence speaks of more, of less, or of neither', () => {
  assert.equal(directionOf('Fares were raised in April.'), 'more')
  assert.equal(directionOf('The number of visitors fell by a third.'), 'less')
  assert.equal(directionOf('人口は前年より増えた。'), 'more')
  assert.equal(directionOf('水位は3センチ下がった。'), 'less')
  assert.equal(directionOf('Rents rose while wages fell.'), null)
  assert.equal(directionOf('The bridge is made of granite.'), null)
})

test('REQ 3.3.1 rules: two that deny opposite changes are opposed, in both languages', () => {
  assert.equal(areOpposed('The toll did not raise traffic.', 'The toll did not lower traffic.'), true)
  assert.equal(areOpposed('通行料で交通量は増えなかった。', 'The toll did not reduce traffic.'), true)
  assert.equal(areOpposed('The toll lowered traffic.', 'Traffic fell after the toll.'), false)
})
