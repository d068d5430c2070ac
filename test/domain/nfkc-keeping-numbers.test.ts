import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nfkcKeepingNumbers } from '../../src/domain/nfkc-keeping-numbers.ts'

test('REQ 3.3.1: NFKC makes no new figure of two', () => {
  for (const [text, expected] of [
    ['Transfer of 10⁵ cells', 'Transfer of 10^5 cells'],
    ['5×10⁻¹² g', '5×10^−12 g'],
    ['１０⁵', '10^5'],
    ['1½ cups', '1 1⁄2 cups'],
    ['in 2021¹ and 40%² of', 'in 2021^1 and 40%^2 of'],
    ['②100人、①②③', '2; 100人、1; 2; 3'],
    ['第10①', '第10; 1'],
    ['10㍘', '10; 0点'],
    ['5㎡10', '5m2; 10'],
  ] as const)
    assert.equal(nfkcKeepingNumbers(text), expected)
})

test('REQ 3.3.1: what is one number, a formula or a unit is folded as before', () => {
  for (const [text, expected] of [
    ['kg/m², 100㎡, 50㍑', 'kg/m2, 100m2, 50リットル'],
    ['CO₂, Ca²⁺, ¹³C, x¹²', 'CO2, Ca2+, 13C, x12'],
    ['½, ①, １２％', '1⁄2, 1, 12%'],
    ['ﾘｽｸ が', 'リスク が'],
  ] as const)
    assert.equal(nfkcKeepingNumbers(text), expected)
})
