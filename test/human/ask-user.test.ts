import assert from 'node:assert/strict'
import { PassThrough } from 'node:stream'
import { test } from 'node:test'
import { CALLED_AGAIN } from '../../src/api/wait-for-user.ts'
import { systemClock } from '../../src/domain/clock.ts'
import { LyraError } from '../../src/domain/errors.ts'
import { type WaitChannels, waitForUser } from '../../src/human/ask-user.ts'
import type { HumanDeps } from '../../src/human/human-deps.ts'
import { answerQuestion, openQuestions } from '../../src/human/questions.ts'
import { terminalAsk } from '../../src/human/terminal.ts'
import { handClock, openDeps } from './open-deps.ts'

const CHOICES = ['開く', '飛ばす']
const PAGE = ['http://127.0.0.1:8765']
const FIVE_MINUTES = { timeout_seconds: 300 }

/** A web page of this home is open, nothing else; waits to the end. */
function channels(changes: Partial<WaitChannels> = {}): WaitChannels {
  return {
    pages: PAGE,
    notify: async () => false,
    waiting: systemClock,
    sliceMs: null,
    asking: new Map(),
    ...changes,
  }
}

const open = (deps: HumanDeps, waiting = systemClock) => openQuestions({ ...deps, waiting })
const answer = (deps: HumanDeps, words: string, channel: string) =>
  answerQuestion({ ...deps, waiting: systemClock }, open(deps)[0]?.question_id ?? '', words, channel)

test('REQ 3.2.1 wait_for_user: the client is asked first and its answer names the choice', async (t) => {
  const { deps } = openDeps(t)
  const elicit: WaitChannels['elicit'] = async (prompt, choices) =>
    prompt === '認証ページを開きますか?' ? (choices[1] ?? null) : null

  const { question_id, ...got } = await waitForUser(
    deps,
    '認証ページを開きますか?',
    { ...FIVE_MINUTES, choices: CHOICES },
    channels({ elicit }),
  )

  assert.deepEqual(got, { ok: true, status: 'answered', response: '飛ばす', choice_index: 1, timed_out: false })
  assert.match(question_id, /^ask_/)
  assert.deepEqual(open(deps), [])
})

test('REQ 3.2.1 wait_for_user: an answer given elsewhere (web page, CLI) is picked up; a number means a choice', async (t) => {
  const { deps } = openDeps(t)

  const waiting = waitForUser(deps, '続けますか?', { ...FIVE_MINUTES, choices: CHOICES }, channels())
  const [question] = open(deps)
  const first = answer(deps, '1', 'dashboard')
  const id = question?.question_id ?? ''

  assert.throws(() => answerQuestion({ ...deps, waiting: systemClock }, id, '2', 'cli'), { code: 'NOT_FOUND' })
  const { response, choice_index, timed_out } = await waiting
  assert.deepEqual([first, response, choice_index, timed_out], ['開く', '開く', 0, false])
})

test('REQ 3.2.1 wait_for_user: nobody answers in time, and that is what is reported', async (t) => {
  const { deps } = openDeps(t)
  const waiting = handClock()

  const { status, timed_out } = await waitForUser(deps, 'anyone?', FIVE_MINUTES, channels({ waiting }))

  assert.deepEqual([status, timed_out], ['timed_out', true])
  assert.deepEqual(open(deps, waiting), [])
})

test('LYRA 3.4 wait_for_user: a call ends before its client gives up; made again, it goes on', async (t) => {
  const { deps } = openDeps(t)
  const waiting = handClock()
  const slice = channels({ waiting, sliceMs: 25_000 })

  const first = await waitForUser(deps, 'Which guideline?', FIVE_MINUTES, slice)
  const second = await waitForUser(deps, 'Which guideline?', FIVE_MINUTES, slice)
  answerQuestion({ ...deps, waiting }, first.question_id, 'the second', 'cli')
  const third = await waitForUser(deps, 'Which guideline?', FIVE_MINUTES, slice)
  const anew = await waitForUser(deps, 'Which guideline?', FIVE_MINUTES, slice)

  assert.deepEqual([first.status, first.timed_out, second.status], ['waiting', false, 'waiting'])
  assert.equal(first.hint, `Answer at ${PAGE[0]}/waiting or with: lyra auth answer ${first.question_id} <answer>`)
  assert.equal(second.question_id, first.question_id)
  assert.deepEqual([third.status, third.response, third.question_id], ['answered', 'the second', first.question_id])
  assert.notEqual(anew.question_id, first.question_id, 'what was delivered is over')
})

test('LYRA 3.4 wait_for_user: the time of a question is that of all its calls together', async (t) => {
  const { deps } = openDeps(t)
  const slice = channels({ waiting: handClock(), sliceMs: 25_000 })
  const statuses: string[] = []

  for (let call = 0; call < 4; call += 1)
    statuses.push((await waitForUser(deps, 'anyone?', { timeout_seconds: 60 }, slice)).status)

  assert.deepEqual(statuses, ['waiting', 'waiting', 'timed_out', 'waiting'])
})

test('LYRA 3.4 wait_for_user: a client is asked once, and an answer between two calls is kept', async (t) => {
  const { deps } = openDeps(t)
  const { promise, resolve } = Promise.withResolvers<string>()
  const slice = channels({ elicit: () => promise, pages: [], sliceMs: 1 })

  const first = await waitForUser(deps, 'open?', FIVE_MINUTES, slice)
  resolve('yes')
  await promise
  const second = await waitForUser(deps, 'open?', FIVE_MINUTES, { ...slice, elicit: undefined })

  assert.equal(first.status, 'waiting')
  assert.deepEqual([second.status, second.response], ['answered', 'yes'])
})

test('LYRA 3.4 wait_for_user: who can reach nobody says so at once; asked again, it waits', async (t) => {
  const { deps } = openDeps(t)
  const waiting = handClock()
  const alone = channels({ waiting, pages: [], sliceMs: 25_000 })
  const began = waiting.now()

  const first = await waitForUser(deps, 'open?', FIVE_MINUTES, alone)
  const at = waiting.now()
  const second = await waitForUser(deps, 'open?', FIVE_MINUTES, alone)

  assert.deepEqual([first.status, first.timed_out, at - began], ['nobody', false, 0])
  assert.equal(first.hint, `Answer with: lyra auth answer ${first.question_id} <answer>`)
  assert.deepEqual([second.status, waiting.now() - began], ['waiting', 25_000])
})

test('LYRA 3.4 wait_for_user: a client that fails reaches nobody; a notice on the desktop does', async (t) => {
  const { deps } = openDeps(t)
  const elicit = () => Promise.reject(new Error('method not found'))
  const notices: string[] = []
  const notify = async (message: string) => notices.push(message) > 0

  const failed = await waitForUser(deps, 'one?', FIVE_MINUTES, channels({ elicit, pages: [] }))
  const shown = await waitForUser(deps, 'two?', FIVE_MINUTES, channels({ pages: [], sliceMs: 1, notify }))

  assert.equal(failed.status, 'nobody')
  assert.equal(shown.status, 'waiting')
  assert.deepEqual(notices, [`two?\nAnswer with: lyra auth answer ${shown.question_id} <answer>`])
})

test('REQ 3.2.1 wait_for_user: a client that fails or cannot ask does not end the wait', async (t) => {
  const { deps } = openDeps(t)
  const elicit = () => Promise.reject(new Error('method not found'))

  const waiting = waitForUser(deps, 'which one?', FIVE_MINUTES, channels({ elicit, terminal: async () => null }))
  answer(deps, 'the second guideline', 'dashboard')

  const { response, choice_index } = await waiting
  assert.deepEqual([response, choice_index], ['the second guideline', null])
})

test('REQ 3.2.1 wait_for_user: declined is CANCELLED, also between two calls', async (t) => {
  const { deps } = openDeps(t)
  const { promise, reject } = Promise.withResolvers<string>()
  const decline = new LyraError('CANCELLED', 'The user declined to answer')

  const now = waitForUser(deps, 'open?', FIVE_MINUTES, channels({ elicit: () => Promise.reject(decline) }))
  await assert.rejects(now, { code: 'CANCELLED', message: 'The user declined to answer' })
  const first = await waitForUser(deps, 'later?', FIVE_MINUTES, channels({ elicit: () => promise, sliceMs: 1 }))
  reject(decline)
  await promise.catch(() => {})
  const second = waitForUser(deps, 'later?', FIVE_MINUTES, channels())

  assert.equal(first.status, 'waiting')
  await assert.rejects(second, { code: 'CANCELLED', message: 'The user declined to answer' })
  assert.deepEqual(open(deps), [])
})

test('REQ 3.2.1 wait_for_user: a cancelled call withdraws the question', async (t) => {
  const { deps } = openDeps(t)
  const cancel = new AbortController()

  const waiting = waitForUser(deps, 'open?', FIVE_MINUTES, channels({ signal: cancel.signal }))
  cancel.abort()

  await assert.rejects(waiting, { code: 'CANCELLED' })
  assert.deepEqual(open(deps), [])
})

test('LYRA 3.4 wait_for_user: a client that is asked between two calls leaves the question open for everyone', async (t) => {
  const { deps } = openDeps(t)
  const leave = new AbortController()
  const never: WaitChannels['elicit'] = () => new Promise(() => {})
  const given: WaitChannels['elicit'] = async () => 'from the client'

  const first = waitForUser(deps, 'Which?', FIVE_MINUTES, channels({ elicit: never, signal: leave.signal }))
  leave.abort(CALLED_AGAIN)
  await assert.rejects(first, { code: 'CANCELLED' })
  const [between] = open(deps)
  const second = await waitForUser(deps, 'Which?', FIVE_MINUTES, channels({ elicit: given }))

  assert.equal(between?.prompt, 'Which?')
  assert.deepEqual([second.status, second.response], ['answered', 'from the client'])
  assert.equal(second.question_id, between?.question_id)
})

test('LYRA 3.4 wait_for_user: what was answered between two calls is not asked again', async (t) => {
  const { deps } = openDeps(t)
  const leave = new AbortController()
  const asked: string[] = []
  const elicit: WaitChannels['elicit'] = (prompt) => {
    asked.push(prompt)
    return new Promise(() => {})
  }

  const first = waitForUser(deps, 'Which?', FIVE_MINUTES, channels({ elicit, signal: leave.signal }))
  leave.abort(CALLED_AGAIN)
  await assert.rejects(first, { code: 'CANCELLED' })
  answer(deps, 'from the page', 'dashboard')
  const second = await waitForUser(deps, 'Which?', FIVE_MINUTES, channels({ elicit }))

  assert.deepEqual([second.status, second.response], ['answered', 'from the page'])
  assert.deepEqual(asked, ['Which?'])
})

test('REQ 3.2.1 wait_for_user: the terminal asks on the given stream and reads one line', async () => {
  const input = Object.assign(new PassThrough(), { isTTY: true }) as unknown as NodeJS.ReadStream
  const output = new PassThrough()
  const ask = terminalAsk(input, output)

  const answered = ask?.('開きますか?', CHOICES, 1000, new AbortController().signal)
  setTimeout(() => (input as unknown as PassThrough).write('2\n'), 20)

  assert.equal(await answered, '2')
  assert.match(String(output.read()), /開きますか\?\n {2}1\. 開く\n {2}2\. 飛ばす\n> /)
  assert.equal(
    terminalAsk(Object.assign(new PassThrough(), { isTTY: false }) as unknown as NodeJS.ReadStream),
    undefined,
  )
})

test('answering a question that does not exist is NOT_FOUND', (t) => {
  const { deps } = openDeps(t)

  assert.throws(() => answerQuestion({ ...deps, waiting: systemClock }, 'ask_x', 'yes', 'cli'), { code: 'NOT_FOUND' })
})
