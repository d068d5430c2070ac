import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { AuthItem } from '../../src/api/get-auth-queue.ts'
import { createLyra } from '../../src/app/create-lyra.ts'
import { LyraError } from '../../src/domain/errors.ts'
import { silentLogger } from '../../src/domain/log.ts'
import { defaultSettings } from '../../src/domain/settings.ts'
import { startHttpServer } from '../../src/web/serve.ts'
import { type FakeChanges, fakeLyra } from '../mcp/fake-lyra.ts'

const ITEM: AuthItem = {
  id: 'auth_1',
  domain: 'library.example',
  url: 'https://library.example/a?"><script>alert(1)</script>',
  type: 'login',
  priority: 'high',
  queued_at: '2025-01-15T10:00:00.000Z',
  blocking_searches: ['s_1'],
}

const TOKEN = 'a-token-of-28-characters-xyz'
/** As a program sends it; what a browser sends is in dashboard/session.test.ts. */
const SIGNED_IN = { authorization: `Bearer ${TOKEN}` }

async function serve(t: TestContext, changes: FakeChanges) {
  const lyra = fakeLyra({
    getAuthQueue: () => ({ ok: true, queue: [ITEM], total_pending: 1 }),
    listQuestions: () => ({ ok: true, questions: [] }),
    ...changes,
  })
  const settings = { ...defaultSettings.server, port: 0, token: TOKEN }
  const server = await startHttpServer(
    createLyra(async () => lyra),
    settings,
    { version: '0.0.0-test', log: silentLogger },
  )
  t.after(() => server.close())
  return server
}

const post = (url: string, form: Record<string, string>, headers: Record<string, string> = {}) =>
  fetch(`${url}/waiting/settle`, {
    method: 'POST',
    body: new URLSearchParams(form),
    headers: { ...SIGNED_IN, ...headers },
    redirect: 'manual',
  })

test('REQ 3.6.1: the page lists what waits, and a hostile address stays text', async (t) => {
  const { url } = await serve(t, {})

  const answer = await fetch(`${url}/waiting`, { headers: SIGNED_IN })
  const html = await answer.text()

  assert.match(html, /<h2>library\.example<\/h2>/)
  assert.equal(html.includes('<script>'), false)
  assert.match((await fetch(`${url}/auth`, { headers: SIGNED_IN })).url, /\/waiting$/, 'as hints have named it so far')
  assert.match(answer.headers.get('content-security-policy') ?? '', /^default-src 'none';/)
})

test('LYRA 3.5: a browser without the token is asked for it, and sees nothing of the list', async (t) => {
  const { url } = await serve(t, {})

  const answer = await fetch(`${url}/waiting`)

  assert.equal(answer.status, 401)
  assert.equal(answer.headers.get('www-authenticate'), null, 'no window of the browser asks for a password')
  assert.equal((await answer.text()).includes('library.example'), false)
})

test('REQ 3.6.1: an answer settles the whole site and leads back to the list', async (t) => {
  const resolved: unknown[] = []
  const { url } = await serve(t, {
    resolveAuth: ({ target, data }) => {
      resolved.push([target, data])
      return { ok: true, domain: 'library.example', resolved_count: 1, affected_tasks: [], session_stored: false }
    },
  })

  const answer = await post(url, { domain: 'library.example', status: 'resolved' })

  assert.equal(answer.status, 303)
  assert.equal(answer.headers.get('location'), '/waiting')
  assert.deepEqual(resolved, [['domain', { domain: 'library.example', status: 'resolved' }]])
})

test('REQ 3.6.1: another site cannot answer for the person; nonsense is refused; a settled site is no error', async (t) => {
  const { url } = await serve(t, {
    resolveAuth: () => {
      throw new LyraError('NOT_FOUND', 'Nothing waits')
    },
  })
  const form = { domain: 'library.example', status: 'resolved' }

  assert.equal((await post(url, form, { origin: 'https://evil.example' })).status, 403)
  assert.equal((await post(url, { domain: 'library.example', status: 'deleted' })).status, 400)
  assert.equal((await post(url, form)).status, 303)
})

test('REQ 3.6.1: a form the contract refuses is answered 400, what is unknown 404, a fault 500', async (t) => {
  const { url } = await serve(t, {
    getAuthQueue: () => {
      throw new LyraError('TASK_NOT_FOUND', 'No task has this id')
    },
    resolveAuth: () => {
      throw new Error('disk')
    },
  })

  const long = await post(url, { domain: `${'a'.repeat(251)}.jp`, status: 'resolved' })
  const bare = await post(url, { status: 'resolved' })
  const broken = await post(url, { domain: 'library.example', status: 'resolved' })

  assert.equal(long.status, 400)
  assert.match(await long.text(), /role="alert">data\.domain: must be at most 253 characters long</)
  assert.equal(bare.status, 400)
  assert.equal((await fetch(`${url}/waiting`, { headers: SIGNED_IN })).status, 404)
  assert.equal(broken.status, 500)
})

test('LYRA 3.4: the page asks the questions of assistants; a hostile one stays text', async (t) => {
  const answered: unknown[] = []
  const times = { asked_at: '2025-01-15T10:00:00.000Z', expires_at: '2025-01-15T10:05:00.000Z' }
  const questions = [
    { question_id: 'ask_1', prompt: '<img src=x> どちら?', choices: ['開く', '飛ばす'], ...times },
    { question_id: 'ask_2', prompt: 'Which guideline?', choices: [], ...times },
  ]
  const { url } = await serve(t, {
    listQuestions: () => ({ ok: true, questions }),
    answerQuestion: ({ question_id, answer, channel }) => {
      answered.push([question_id, answer, channel])
      return { ok: true, question_id, answer }
    },
  })

  const html = await (await fetch(`${url}/waiting`, { headers: SIGNED_IN })).text()
  const body = new URLSearchParams({ question_id: 'ask_1', answer: '飛ばす' })
  const sent = await fetch(`${url}/waiting/answer`, { method: 'POST', body, redirect: 'manual', headers: SIGNED_IN })

  assert.equal(html.includes('<img'), false)
  assert.match(html, /<button name="answer" value="飛ばす">飛ばす<\/button>/)
  assert.match(html, /Which guideline\?<\/p>\n<form[\s\S]{1,400}<input name="answer" required/)
  assert.deepEqual([sent.status, sent.headers.get('location')], [303, '/waiting'])
  assert.deepEqual(answered, [['ask_1', '飛ばす', 'dashboard']])
})
