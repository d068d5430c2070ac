import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createLyra } from '../../src/app/create-lyra.ts'
import { searchToEnd } from '../../src/cli/search-to-end.ts'
import { bareLyra, SEARCH_ANSWER, TASK_ID } from '../mcp/fake-lyra.ts'

const INPUT = { task_id: TASK_ID, query: '銀葉茶 血圧', options: { refute: true } }

/** Answers `running` as often as told; each call takes `seconds` of the clock. */
function slowSearch(running: number, seconds: number) {
  let now = 0
  const asked: unknown[] = []
  const lyra = createLyra(async () =>
    bareLyra({
      search: ({ query, options }) => {
        asked.push([query, options])
        now += seconds * 1000
        return { ...SEARCH_ANSWER, status: asked.length > running ? 'satisfied' : 'running' }
      },
    }),
  )
  const clock = { now: () => now, sleep: async () => {} }
  return { asked, end: () => searchToEnd(lyra, INPUT, {}, clock) }
}

test('CLI: a search that takes longer than one call may wait is asked for again, unchanged, until it ends', async () => {
  const { asked, end } = slowSearch(2, 600)

  const answer = await end()

  assert.equal(answer.status, 'satisfied')
  assert.deepEqual(asked, Array(3).fill(['銀葉茶 血圧', { refute: true, wait_seconds: 600 }]))
})

test('CLI: a search that was left before the wait was over is not asked for again', async () => {
  const { asked, end } = slowSearch(2, 3)

  const answer = await end()

  assert.equal(answer.status, 'running')
  assert.equal(asked.length, 1)
})
