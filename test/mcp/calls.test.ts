import assert from 'node:assert/strict'
import { test } from 'node:test'
import { LyraError } from '../../src/domain/errors.ts'
import { connect } from './connect.ts'
import { fakeLyra, SEARCH_ANSWER, TASK_ID } from './fake-lyra.ts'

test('LYRA 3.2: every progress step of a search arrives, in order, before the result', async (t) => {
  const lyra = fakeLyra({
    search: (_input, hooks) => {
      hooks.onProgress?.({ done: 1, total: 3, message: 'search engines asked' })
      hooks.onProgress?.({ done: 2, total: 3, message: 'pages fetched' })
      hooks.onProgress?.({ done: 3, total: 3, message: 'claims judged' })
      return SEARCH_ANSWER
    },
  })
  const { client } = await connect(t, async () => lyra)
  const seen: string[] = []

  await client.callTool(
    { name: 'search', arguments: { task_id: TASK_ID, query: '内視鏡 鎮静' } },
    { onprogress: ({ progress, total, message }) => seen.push(`${progress}/${total} ${message}`) },
  )
  seen.push('result')

  assert.deepEqual(seen, ['1/3 search engines asked', '2/3 pages fetched', '3/3 claims judged', 'result'])
})

test('REQ 3.2.1: a cancelled call reaches the work as an aborted signal', async (t) => {
  const aborted = Promise.withResolvers<string>()
  const lyra = fakeLyra({
    search: (_input, hooks) =>
      new Promise((_resolve, reject) => {
        hooks.signal?.addEventListener('abort', () => {
          aborted.resolve('aborted')
          reject(new LyraError('CANCELLED', 'stopped'))
        })
      }),
  })
  const { client } = await connect(t, async () => lyra)
  const cancel = new AbortController()

  const call = client.callTool(
    { name: 'search', arguments: { task_id: TASK_ID, query: '内視鏡' } },
    { signal: cancel.signal },
  )
  setTimeout(() => cancel.abort(), 20)

  await assert.rejects(call)
  assert.equal(await aborted.promise, 'aborted')
})

const asking = () =>
  fakeLyra({
    waitForUser: async ({ prompt, options }, hooks) => {
      const { signal } = new AbortController()
      const answer = (await hooks.elicit?.(prompt, options?.choices ?? [], 5000, signal)) ?? null
      const index = options?.choices?.indexOf(answer ?? '') ?? -1
      return {
        ok: true,
        status: answer === null ? 'timed_out' : 'answered',
        question_id: 'ask_1',
        response: answer,
        choice_index: index === -1 ? null : index,
        timed_out: answer === null,
      }
    },
  })
const QUESTION = {
  name: 'wait_for_user',
  arguments: { prompt: 'protected.go.jp を開きますか?', options: { choices: ['開く', '飛ばす'] } },
}

test('LYRA 3.4: wait_for_user asks through MCP elicitation where the client has it', async (t) => {
  const { client } = await connect(t, async () => asking(), { capabilities: { elicitation: { form: {} } } })
  const asked: string[] = []
  client.setRequestHandler('elicitation/create', (request) => {
    asked.push(request.params.message)
    return { action: 'accept', content: { answer: '飛ばす' } }
  })

  const result = await client.callTool(QUESTION)

  assert.deepEqual(asked, ['protected.go.jp を開きますか?'])
  const { response, choice_index, timed_out } = result.structuredContent as Record<string, unknown>
  assert.deepEqual({ response, choice_index, timed_out }, { response: '飛ばす', choice_index: 1, timed_out: false })
})

test('LYRA 3.4: a user who declines is reported as CANCELLED, not as an answer', async (t) => {
  const { client } = await connect(t, async () => asking(), { capabilities: { elicitation: { form: {} } } })
  client.setRequestHandler('elicitation/create', () => ({ action: 'decline' }))

  const result = await client.callTool(QUESTION)

  const answer = result.structuredContent as { error: { code: string; message: string } }
  assert.equal(answer.error.code, 'CANCELLED')
  assert.equal(answer.error.message, 'The user declined to answer')
})

test('LYRA 3.4: a client without elicitation is not asked; the other channels decide', async (t) => {
  const { client } = await connect(t, async () => asking())

  const result = await client.callTool(QUESTION)

  assert.equal((result.structuredContent as Record<string, unknown>).timed_out, true)
})
