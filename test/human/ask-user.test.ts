import assert from 'node:assert/strict'
import { PassThrough } from 'node:stream'
import { test } from 'node:test'
import { systemClock } from '../../src/domain/clock.ts'
import { LyraError } from '../../src/domain/errors.ts'
import { answerQuestion, waitForUser } from '../../src/human/ask-user.ts'
import { terminalAsk } from '../../src/human/terminal.ts'
import { handClock, openDeps } from './open-deps.ts'

const CHOICES = ['開く', '飛ばす']

test('REQ 3.2.1 wait_for_user: the client is asked first and its answer names the choice', async (t) => {
  const { deps } = openDeps(t)

  const answer = await waitForUser(
    deps,
    '認証ページを開きますか?',
    { timeout_seconds: 300, choices: CHOICES },
    {
      elicit: async (prompt, choices) => (prompt === '認証ページを開きますか?' ? (choices[1] ?? null) : null),
      waiting: systemClock,
    },
  )

  assert.deepEqual(answer, { ok: true, response: '飛ばす', choice_index: 1, timed_out: false })
  assert.deepEqual(deps.store.people.questions.open(), [])
})

test('REQ 3.2.1 wait_for_user: an answer given elsewhere (dashboard, CLI) is picked up; a number means a choice', async (t) => {
  const { deps } = openDeps(t)

  const waiting = waitForUser(deps, '続けますか?', { timeout_seconds: 300, choices: CHOICES }, { waiting: systemClock })
  const [question] = deps.store.people.questions.open()
  const first = answerQuestion(deps, question?.id ?? '', '1', 'dashboard')
  const second = answerQuestion(deps, question?.id ?? '', '2', 'cli')

  assert.deepEqual(await waiting, { ok: true, response: '開く', choice_index: 0, timed_out: false })
  assert.deepEqual([first, second], [true, false])
})

test('REQ 3.2.1 wait_for_user: nobody answers, and that is what is reported', async (t) => {
  const { deps } = openDeps(t)

  const answer = await waitForUser(deps, 'anyone?', { timeout_seconds: 300 }, { waiting: handClock() })

  assert.deepEqual(answer, { ok: true, response: null, choice_index: null, timed_out: true })
  assert.deepEqual(deps.store.people.questions.open(), [])
})

test('REQ 3.2.1 wait_for_user: a client that fails or cannot ask does not end the wait', async (t) => {
  const { deps } = openDeps(t)

  const waiting = waitForUser(
    deps,
    'which one?',
    { timeout_seconds: 300 },
    {
      elicit: async () => {
        throw new Error('method not found')
      },
      terminal: async () => null,
      waiting: systemClock,
    },
  )
  answerQuestion(deps, deps.store.people.questions.open()[0]?.id ?? '', 'the second guideline', 'dashboard')

  assert.deepEqual(await waiting, {
    ok: true,
    response: 'the second guideline',
    choice_index: null,
    timed_out: false,
  })
})

test('REQ 3.2.1 wait_for_user: a person who declines ends the wait with CANCELLED', async (t) => {
  const { deps } = openDeps(t)

  const waiting = waitForUser(
    deps,
    'open?',
    { timeout_seconds: 300 },
    {
      elicit: async () => {
        throw new LyraError('CANCELLED', 'The user declined to answer')
      },
      waiting: systemClock,
    },
  )

  await assert.rejects(waiting, { code: 'CANCELLED', message: 'The user declined to answer' })
  assert.deepEqual(deps.store.people.questions.open(), [])
})

test('REQ 3.2.1 wait_for_user: a cancelled call withdraws the question', async (t) => {
  const { deps } = openDeps(t)
  const cancel = new AbortController()

  const waiting = waitForUser(deps, 'open?', { timeout_seconds: 300 }, { signal: cancel.signal, waiting: systemClock })
  cancel.abort()

  await assert.rejects(waiting, { code: 'CANCELLED' })
  assert.deepEqual(deps.store.people.questions.open(), [])
})

test('REQ 3.2.1 wait_for_user: the terminal asks on the given stream and reads one line', async () => {
  const input = Object.assign(new PassThrough(), { isTTY: true }) as unknown as NodeJS.ReadStream
  const output = new PassThrough()
  const ask = terminalAsk(input, output)

  const answer = ask?.('開きますか?', CHOICES, 1000, new AbortController().signal)
  setTimeout(() => (input as unknown as PassThrough).write('2\n'), 20)

  assert.equal(await answer, '2')
  assert.match(String(output.read()), /開きますか\?\n {2}1\. 開く\n {2}2\. 飛ばす\n> /)
  assert.equal(
    terminalAsk(Object.assign(new PassThrough(), { isTTY: false }) as unknown as NodeJS.ReadStream),
    undefined,
  )
})

test('answering a question that does not exist is NOT_FOUND', (t) => {
  const { deps } = openDeps(t)

  assert.throws(() => answerQuestion(deps, 'ask_x', 'yes', 'cli'), { code: 'NOT_FOUND' })
})
