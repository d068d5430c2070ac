import assert from 'node:assert/strict'
import { test } from 'node:test'
import { remembered } from '../../src/domain/remembered.ts'

test('a text is read once as long as it is remembered, also where the answer is no', () => {
  const asked: string[] = []
  const isLong = remembered((text) => {
    asked.push(text)
    return text.length > 1
  }, 2)

  assert.deepEqual(['a', 'bb', 'a', 'bb', 'c', 'a'].map(isLong), [false, true, false, true, false, false])
  assert.deepEqual(asked, ['a', 'bb', 'c', 'a'])
})

test('a very long text is read whenever it is asked for', () => {
  let asked = 0
  const count = remembered(() => {
    asked += 1
    return asked
  }, 2)

  assert.deepEqual([count('x'.repeat(2001)), count('x'.repeat(2001))], [1, 2])
})
