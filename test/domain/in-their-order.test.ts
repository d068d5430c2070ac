import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inTheirOrder } from '../../src/domain/in-their-order.ts'

/** Work that ends when the test says so. */
function steps() {
  const begun: number[] = []
  const ends = new Map<number, () => void>()
  const work = (item: number) =>
    new Promise<number>((resolve, reject) => {
      begun.push(item)
      ends.set(item, () => (item < 0 ? reject(new Error(`no ${item}`)) : resolve(item)))
    })
  const end = async (item: number) => {
    ends.get(item)?.()
    await new Promise((resolve) => setImmediate(resolve))
  }
  return { begun, work, end }
}

test('REQ 4.6: what is ready first is handed over in the order of the items, and no more is under way than allowed', async () => {
  const { begun, work, end } = steps()
  const taken: number[] = []
  const all = inTheirOrder([1, 2, 3, 4], 2, work, (one) => taken.push(one))

  assert.deepEqual(begun, [1, 2])
  await end(2)
  assert.deepEqual([begun, taken], [[1, 2], []])
  await end(1)
  assert.deepEqual(
    [begun, taken],
    [
      [1, 2, 3, 4],
      [1, 2],
    ],
  )
  await end(4)
  await end(3)
  await all

  assert.deepEqual(taken, [1, 2, 3, 4])
})

test('REQ 4.6: a failure ends it at its turn, and what came after is not handed over', async () => {
  const { work, end } = steps()
  const taken: number[] = []
  const failed = assert.rejects(
    inTheirOrder([1, -2, 3], 3, work, (one) => taken.push(one)),
    /no -2/,
  )

  await Promise.all([end(3), end(-2)])
  await end(1)

  await failed
  assert.deepEqual(taken, [1])
})

test('nothing to work on is no work', async () => {
  await inTheirOrder(
    [],
    2,
    () => Promise.reject(new Error('asked')),
    () => assert.fail('taken'),
  )
})
