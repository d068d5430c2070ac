import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import type { AuthItem } from '../../src/api/get-auth-queue.ts'
import type { OpenQuestion } from '../../src/api/list-questions.ts'
import type { WaitAnswer } from '../../src/api/wait-for-user.ts'
import { runCli } from '../../src/cli/run-cli.ts'
import { fakeWorld } from '../cli/fake-world.ts'

const item = (id: string, domain: string): AuthItem => ({
  id,
  domain,
  url: `https://${domain}/login`,
  type: 'login',
  priority: 'high',
  queued_at: '2025-01-15T10:00:00.000Z',
  blocking_searches: ['s_1'],
})
const QUEUE = [item('auth_1', 'library.example'), item('auth_2', 'library.example'), item('auth_3', 'portal.example')]

function world(choices: readonly (number | null)[] = [], questions: readonly OpenQuestion[] = []) {
  const answered: unknown[] = []
  const resolved: unknown[] = []
  const shown: string[] = []
  const left = [...choices]
  const fake = fakeWorld({
    getAuthQueue: () => ({ ok: true, queue: QUEUE, total_pending: QUEUE.length }),
    listQuestions: () => ({ ok: true, questions }),
    answerQuestion: ({ question_id, answer, channel }) => {
      answered.push([question_id, answer, channel])
      return { ok: true, question_id, answer }
    },
    resolveAuth: ({ target, data }) => {
      resolved.push([target, data])
      return { ok: true, auth_id: 'auth_1', status: data.status, unblocked_searches: [] }
    },
    showPage: ({ url }) => {
      shown.push(url)
      return { ok: true, opened: false, by: null, raised_by: null, skipped: ['no desktop'] }
    },
    waitForUser: (): WaitAnswer => ({
      ok: true,
      status: 'answered',
      question_id: 'ask_1',
      response: questions.length > 0 ? 'the second' : null,
      choice_index: left.shift() ?? null,
      timed_out: false,
    }),
  })
  return { fake, resolved, shown, answered }
}

test('REQ 3.6.1: `lyra auth` lists what waits', async () => {
  const { fake } = world()

  assert.equal(await runCli(['auth', 'list', '--json'], fake), 0)
  assert.equal(JSON.parse(fake.out()).total_pending, 3)
})

test('REQ 3.6.1: a session goes site by site: opened, done; then skipped', async () => {
  const { fake, resolved, shown } = world([0, 1, 2])

  assert.equal(await runCli(['auth', 'session'], fake), 0)

  assert.deepEqual(shown, ['https://library.example/login'])
  assert.deepEqual(resolved, [
    ['domain', { domain: 'library.example', status: 'resolved' }],
    ['domain', { domain: 'portal.example', status: 'skipped' }],
  ])
  assert.match(fake.err(), /open it yourself: https:\/\/library\.example\/login/)
})

test('REQ 3.6.1: no answer ends the session and settles nothing', async () => {
  const { fake, resolved } = world([null])

  assert.equal(await runCli(['auth', 'session'], fake), 0)
  assert.deepEqual(resolved, [])
})

test('REQ 3.6.1: cookies come from a file, as a browser exports them or as one header', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'lyra-auth-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  writeFileSync(join(folder, 'a.json'), '[{"name":"sid","value":"1"}]')
  writeFileSync(join(folder, 'b.txt'), 'Cookie: sid=2; lang=ja\n')
  const { fake, resolved } = world()

  await runCli(['auth', 'done', 'library.example', '--cookies', join(folder, 'a.json')], fake)
  await runCli(['auth', 'done', 'auth_3', '--cookies', join(folder, 'b.txt')], fake)

  assert.deepEqual(resolved, [
    [
      'domain',
      { domain: 'library.example', status: 'resolved', session_data: { cookies: [{ name: 'sid', value: '1' }] } },
    ],
    [
      'item',
      {
        auth_id: 'auth_3',
        status: 'resolved',
        session_data: {
          cookies: [
            { name: 'sid', value: '2' },
            { name: 'lang', value: 'ja' },
          ],
        },
      },
    ],
  ])
})

test('bad input of `lyra auth` is refused by name', async () => {
  const { fake } = world()

  assert.equal(await runCli(['auth', 'skipp', 'a.example'], fake), 2)
  assert.match(fake.err(), /Did you mean `lyra auth skip`\?/)
  assert.equal(await runCli(['auth', 'skip', 'a.example', '--cookies', 'x'], fake), 2)
  assert.equal(await runCli(['auth', 'done', 'a.example', '--cookies', '/nowhere/x'], fake), 3)
})

const QUESTION: OpenQuestion = {
  question_id: 'ask_1',
  prompt: 'Which guideline?',
  choices: [],
  asked_at: '2025-01-15T10:00:00.000Z',
  expires_at: '2025-01-15T10:05:00.000Z',
}

test('LYRA 3.4: a question is listed, comes first in a session, and `lyra auth answer` answers it', async () => {
  const { fake, answered } = world([1, 1], [QUESTION])

  assert.equal(await runCli(['auth', 'list'], fake), 0)
  assert.equal(await runCli(['auth', 'session'], fake), 0)
  assert.equal(await runCli(['auth', 'answer', 'ask_1', 'the', 'first'], fake), 0)
  assert.equal(await runCli(['auth', 'answer', 'ask_1'], fake), 2)

  assert.match(fake.out(), /ask_1 +Which guideline\?/)
  assert.deepEqual(answered, [
    ['ask_1', 'the second', 'cli'],
    ['ask_1', 'the first', 'cli'],
  ])
})
