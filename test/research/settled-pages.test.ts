import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { createTask } from '../../src/research/tasks.ts'
import { openSmallWeb } from './small-web.ts'

const QUERY = 'silverleaf tea'
const WALL = 'https://journal.example/silverleaf-tea'

/** A first search meets a wall at one page; the engine and the wall then do as the test says. */
async function searchedOnce(t: TestContext) {
  const state: { wall: boolean; engine: 'ok' | 'captcha' } = { wall: true, engine: 'ok' }
  const web = openSmallWeb({
    pageOutcome: (url) => (url === WALL && state.wall ? 'captcha' : 'ok'),
    get engineOutcome() {
      return state.engine
    },
  })
  t.after(async () => {
    await web.conductor.close()
    web.store.close()
  })
  const { task_id: taskId } = createTask(web.parts, { query: QUERY })
  const { search_id: searchId } = await web.conductor.search(taskId, QUERY, {}, {})
  const settle = (status: 'resolved' | 'failed') => {
    const row = { id: 'auth_1', task_id: taskId, search_id: searchId, domain: 'journal.example', url: WALL }
    const more = { auth_type: 'captcha', priority: 'normal' } as const
    const id = web.store.people.auth.enqueue({ ...row, ...more, queued_at: '2026-01-01T00:00:00Z', cause_id: 'c' })
    web.store.people.auth.settle([id], status, '2026-01-01T00:01:00Z', true)
  }
  const again = async () => {
    const before = web.asked.length
    await web.conductor.search(taskId, QUERY, { fresh: true }, {})
    return web.asked.slice(before)
  }
  return { state, settle, again }
}

test('REQ 3.6.1: what a person passed is read by the repeated search though its engines refuse', async (t) => {
  const { state, settle, again } = await searchedOnce(t)
  settle('resolved')
  Object.assign(state, { wall: false, engine: 'captcha' })

  assert.deepEqual(await again(), [`page ${WALL}`, `engine ${QUERY}`])
  assert.deepEqual(await again(), [`engine ${QUERY}`], 'once it is read it is not asked for again')
})

test('REQ 3.6.1: a page that a person passed is asked for once, also when the engine lists it again', async (t) => {
  const { state, settle, again } = await searchedOnce(t)
  settle('resolved')
  state.wall = false

  assert.deepEqual(await again(), [`page ${WALL}`, `engine ${QUERY}`])
})

test('REQ 3.6.1: a page that nobody passed is left to the engines', async (t) => {
  const { state, settle, again } = await searchedOnce(t)
  settle('failed')
  Object.assign(state, { engine: 'captcha' })

  assert.deepEqual(await again(), [`engine ${QUERY}`])
})
