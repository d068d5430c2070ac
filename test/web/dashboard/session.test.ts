import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createSessions } from '../../../src/web/dashboard/session.ts'
import { pathOfHere } from '../../../src/web/dashboard/sign-in.ts'
import { dashboard, seededWorld, TASK, TOKEN } from './seeded-home.ts'

test('LYRA 3.5: the first link is good once and for 15 minutes, the token always; the cookie is neither', () => {
  let now = 0
  const sessions = createSessions({ token: TOKEN, now: () => now })
  const late = createSessions({ token: TOKEN, now: () => now })

  const first = sessions.signIn(sessions.linkToken)
  const second = sessions.signIn(sessions.linkToken)
  now = 15 * 60_000
  const tooLate = late.signIn(late.linkToken)

  assert.ok(first !== null && sessions.isSession(first))
  assert.deepEqual([second, tooLate, sessions.signIn('guessed')], [null, null, null])
  assert.equal(sessions.signIn(TOKEN), first, 'a restart with the same token keeps the session')
  assert.ok(![TOKEN, sessions.linkToken].includes(first))
  assert.notEqual(createSessions({ token: `${TOKEN}2`, now: () => 0 }).signIn(`${TOKEN}2`), first)
})

test('the link leaves a cookie that scripts and other sites do not get, and goes on to the page without the token', async (t) => {
  const { app, sessions } = dashboard(t, seededWorld())

  const answer = await app.request(`/tasks/${TASK}?token=${sessions.linkToken}&status=contested`)
  const page = await answer.text()
  const again = await app.request(`/tasks?token=${sessions.linkToken}`)

  assert.equal(answer.status, 200)
  assert.match(
    answer.headers.get('set-cookie') ?? '',
    /^lyra_\w+=[\w-]+; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Strict$/,
  )
  assert.match(page, new RegExp(`http-equiv="refresh" content="0; url=/tasks/${TASK}\\?status=contested"`))
  assert.ok(!page.includes(sessions.linkToken))
  assert.equal(again.status, 401)
  assert.match(await again.text(), /This link was used already/)
})

test('without a session every page and every change is the sign-in page, and assets alone are given', async (t) => {
  const { app, sessions } = dashboard(t, seededWorld())
  const paths = ['/', '/tasks', `/tasks/${TASK}`, '/waiting', '/query', '/settings', '/events', '/no/such/page']

  const answers = await Promise.all(paths.map((path) => app.request(path)))
  const texts = await Promise.all(answers.map((answer) => answer.text()))
  const change = await app.request('/waiting/settle', {
    method: 'POST',
    body: new URLSearchParams({ form_token: sessions.formToken, domain: 'closed.example', status: 'skipped' }),
  })
  const style = /href="(\/assets\/dashboard\.\w+\.css)"/.exec(texts[0] ?? '')?.[1] ?? ''
  const asset = await app.request(style)

  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([401]))
  assert.ok(texts.every((text) => !text.includes('mmHg') && text.includes('name="token"')))
  assert.equal(change.status, 401)
  assert.deepEqual([asset.status, asset.headers.get('content-type')], [200, 'text/css; charset=utf-8'])
  assert.match(asset.headers.get('cache-control') ?? '', /immutable/)
  assert.equal((await app.request('/assets/dashboard.0000000000.css')).status, 404)
})

test('a link from another site, which brings no cookie, is bounced by a page of ours; what then still has none signs in', async (t) => {
  const { app } = dashboard(t, seededWorld())

  const crossSite = await app.request(`/tasks/${TASK}?words=tea`, { headers: { 'sec-fetch-site': 'cross-site' } })
  const bounced = await app.request(`/tasks/${TASK}?words=tea`, { headers: { 'sec-fetch-site': 'same-origin' } })

  assert.equal(crossSite.status, 200)
  assert.match(await crossSite.text(), /http-equiv="refresh" content="0; url=\/tasks\/task_1\?words=tea"/)
  assert.equal(bounced.status, 401)
})

test('signing in leads to a path of this server only', () => {
  assert.equal(pathOfHere('/tasks/x?from=2'), '/tasks/x?from=2')
  for (const elsewhere of ['//evil.example', '/\\evil.example', 'https://evil.example', 'javascript:alert(1)', ''])
    assert.equal(pathOfHere(elsewhere), '/tasks')
})

test('CSRF: a change without the token of the form, or with a wrong one, changes nothing; a program needs none', async (t) => {
  const world = seededWorld()
  const { app, post } = dashboard(t, world)
  const pending = () => world.store.people.auth.pending({}).length
  const fields = { domain: 'closed.example', status: 'skipped' }

  const wrong = await post('/waiting/settle', { ...fields, form_token: 'guessed' })
  const afterWrong = pending()
  const right = await app.request('/waiting/settle', {
    method: 'POST',
    body: new URLSearchParams(fields),
    headers: { authorization: `Bearer ${TOKEN}` },
  })

  assert.deepEqual([wrong.status, afterWrong], [400, 1])
  assert.deepEqual([right.status, right.headers.get('location'), pending()], [303, '/waiting', 0])
})
