import assert from 'node:assert/strict'
import { test } from 'node:test'
import { groupClaims, reachedFrom } from '../../../src/research/findings/group-claims.ts'

const ids = ['a', 'b', 'c', 'd']
const link = (first: string, second: string, strength = 0.9) => ({ first, second, strength })
const never = () => false

test('LYRA 2.7: links are passed on, and groups stand in the order of their first claim', () => {
  const groups = groupClaims({ claimIds: ids, links: [link('d', 'b'), link('c', 'd')], apart: never, corrections: [] })
  assert.deepEqual(groups, [['a'], ['b', 'c', 'd']])
})

test('LYRA 2.7: the order in which links come changes nothing', () => {
  const links = [link('a', 'b', 0.9), link('b', 'c', 0.9), link('c', 'd', 0.7)]
  const apart = (one: string, other: string) => [one, other].sort().join('') === 'ac'
  const made = (order: readonly number[]) =>
    groupClaims({ claimIds: ids, links: order.flatMap((n) => links[n] ?? []), apart, corrections: [] })
  assert.deepEqual(made([0, 1, 2]), [
    ['a', 'b'],
    ['c', 'd'],
  ])
  for (const order of [
    [2, 1, 0],
    [1, 0, 2],
    [1, 2, 0],
  ])
    assert.deepEqual(made(order), made([0, 1, 2]))
})

test('FEEDBACK 6.1: what a person joined stays joined and what they split stays split', () => {
  const apart = () => true
  const same = { first: 'a', second: 'd', decision: 'same' as const }
  assert.deepEqual(groupClaims({ claimIds: ids, links: [], apart, corrections: [same] }), [['a', 'd'], ['b'], ['c']])
  const split = { first: 'a', second: 'b', decision: 'apart' as const }
  assert.deepEqual(groupClaims({ claimIds: ids, links: [link('a', 'b', 1)], apart: never, corrections: [split] }), [
    ['a'],
    ['b'],
    ['c'],
    ['d'],
  ])
})

test('LYRA 2.7: only what links reach is looked at again', () => {
  assert.deepEqual([...reachedFrom(new Set(['a']), [link('a', 'b'), link('b', 'c'), link('d', 'e')])], ['a', 'b', 'c'])
})
