import assert from 'node:assert/strict'
import { test } from 'node:test'
import { getStatus } from '../../src/api/get-status.ts'
import { createLyra } from '../../src/app/create-lyra.ts'
import { LyraError } from '../../src/domain/errors.ts'
import { fakeLyra, TASK_ID } from '../mcp/fake-lyra.ts'

function counted(open: (attempt: number) => ReturnType<typeof fakeLyra>) {
  let attempts = 0
  const lyra = createLyra(async () => open(++attempts))
  return { lyra, attempts: () => attempts }
}

test('the first call opens the application, for all calls; closing closes it', async () => {
  let closed = 0
  const { lyra, attempts } = counted(() => fakeLyra({ close: async () => void closed++ }))

  assert.equal(lyra.opened(), null)
  await Promise.all([lyra.call(getStatus, { task_id: TASK_ID }), lyra.call(getStatus, { task_id: TASK_ID })])
  await lyra.close()

  assert.deepEqual([attempts(), closed, lyra.opened()?.home], [1, 1, 'lyra-home'])
})

test('REQ 3.2.1: wrong input is refused before anything is opened, and closing opens nothing', async () => {
  const { lyra, attempts } = counted(() => fakeLyra())

  await assert.rejects(lyra.call(getStatus, { task_id: '' }), { code: 'INVALID_PARAMS' })
  await lyra.close()

  assert.equal(attempts(), 0)
})

test('a failed opening is told, and the next call tries again', async () => {
  const { lyra, attempts } = counted((attempt) => {
    if (attempt === 1) throw new LyraError('STORE_UNAVAILABLE', 'The disk is full')
    return fakeLyra()
  })

  await assert.rejects(lyra.call(getStatus, { task_id: TASK_ID }), { code: 'STORE_UNAVAILABLE' })
  assert.equal((await lyra.call(getStatus, { task_id: TASK_ID })).ok, true)
  assert.equal(attempts(), 2)
})
