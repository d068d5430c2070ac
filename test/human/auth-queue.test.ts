import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { checkInput } from '../../src/api/check-input.ts'
import { getAuthQueue as queueContract } from '../../src/api/get-auth-queue.ts'
import { resolveAuth as resolveContract } from '../../src/api/resolve-auth.ts'
import {
  getAuthQueue as answerQueue,
  resolveAuth as answerResolve,
  authSummary,
  enqueueAuth,
} from '../../src/human/auth-queue.ts'
import type { HumanDeps } from '../../src/human/human-deps.ts'
import { addTask, openDeps } from './open-deps.ts'

/** As callers reach them: checked by the contract first. */
const getAuthQueue = (deps: HumanDeps, task_id?: string, options?: object) =>
  answerQueue(deps, checkInput(queueContract, { task_id, options }))
const resolveAuth = (
  deps: HumanDeps,
  target: 'item' | 'domain',
  data: object,
  unblock?: (searchIds: readonly string[]) => void,
) => answerResolve(deps, checkInput(resolveContract, { target, data }), unblock)

const PAGE = 'https://www.protected.go.jp/report/1'

function wait(deps: HumanDeps, url: string, changes: Partial<Parameters<typeof enqueueAuth>[1]> = {}): string {
  return (
    enqueueAuth(deps, {
      taskId: 'task_1',
      searchId: 's_1',
      url,
      challenge: 'cloudflare',
      priority: 'normal',
      causeId: 'cause_1',
      ...changes,
    })?.id ?? 'not queued'
  )
}

function withTasks(t: TestContext) {
  const opened = openDeps(t)
  addTask(opened.deps)
  addTask(opened.deps, 'task_2')
  return opened
}

test('REQ 3.6.1: a page waits once, keeps its place, and can wait again after it was settled', (t) => {
  const { deps, clock } = withTasks(t)

  const first = wait(deps, PAGE)
  clock.advance(60_000)
  const again = wait(deps, PAGE)
  resolveAuth(deps, 'item', { auth_id: first, status: 'failed' })
  const afterwards = wait(deps, PAGE)

  assert.equal(again, first)
  assert.equal(afterwards, first)
  const answer = getAuthQueue(deps) as { queue: readonly { queued_at: string }[]; total_pending: number }
  assert.equal(answer.total_pending, 1)
  assert.equal(answer.queue[0]?.queued_at, '2025-01-15T10:01:00.000Z')
})

test('REQ 3.6.1: the queue lists high priority first, then the oldest, with the searches it holds up', (t) => {
  const { deps, clock } = withTasks(t)
  const normal = wait(deps, PAGE)
  clock.advance(1000)
  wait(deps, PAGE, { searchId: 's_2' })
  clock.advance(1000)
  const high = wait(deps, 'https://login.example.org/a', { priority: 'high', challenge: 'login' })

  const answer = getAuthQueue(deps, 'task_1') as { queue: readonly object[]; total_pending: number }

  assert.equal(answer.total_pending, 3)
  assert.deepEqual(answer.queue.slice(0, 2), [
    {
      id: high,
      domain: 'login.example.org',
      url: 'https://login.example.org/a',
      type: 'login',
      priority: 'high',
      queued_at: '2025-01-15T10:00:02.000Z',
      blocking_searches: ['s_1'],
    },
    {
      id: normal,
      domain: 'protected.go.jp',
      url: PAGE,
      type: 'cloudflare',
      priority: 'normal',
      queued_at: '2025-01-15T10:00:00.000Z',
      blocking_searches: ['s_1', 's_2'],
    },
  ])
})

test('REQ 3.2.1 get_auth_queue: grouped by domain and by type, filtered by priority', (t) => {
  const { deps } = withTasks(t)
  wait(deps, PAGE, { priority: 'high' })
  wait(deps, 'https://protected.go.jp/report/2', { challenge: 'captcha', taskId: 'task_2' })
  wait(deps, 'https://login.example.org/a', { challenge: 'login' })

  assert.deepEqual(getAuthQueue(deps, undefined, { group_by: 'domain' }), {
    ok: true,
    total_domains: 2,
    total_pending: 3,
    domains: [
      {
        domain: 'protected.go.jp',
        pending_count: 2,
        high_priority_count: 1,
        affected_tasks: ['task_1', 'task_2'],
        auth_types: ['cloudflare', 'captcha'],
      },
      {
        domain: 'login.example.org',
        pending_count: 1,
        high_priority_count: 0,
        affected_tasks: ['task_1'],
        auth_types: ['login'],
      },
    ],
  })
  assert.deepEqual(getAuthQueue(deps, 'task_1', { group_by: 'type', priority_filter: 'high' }), {
    ok: true,
    total_pending: 1,
    types: [{ type: 'cloudflare', pending_count: 1, domains: ['protected.go.jp'] }],
  })
  assert.throws(() => getAuthQueue(deps, 'task_x'), { code: 'TASK_NOT_FOUND' })
})

test('REQ 3.6.1: get_status sees counts by type, the oldest, and alerts from three, five and two high', (t) => {
  const { deps, clock } = withTasks(t)
  const alertsAfter = (n: number, changes = {}) => {
    clock.advance(1000)
    wait(deps, `https://protected.go.jp/report/${n}`, changes)
    return authSummary(deps, 'task_1').warnings
  }

  assert.deepEqual(alertsAfter(1), [])
  assert.deepEqual(alertsAfter(2, { challenge: 'captcha' }), [])
  assert.deepEqual(alertsAfter(3), ['warning: auth queue: 3 pages wait for a person, 0 of high priority'])
  assert.deepEqual(alertsAfter(4, { priority: 'high' }), [
    'warning: auth queue: 4 pages wait for a person, 1 of high priority',
  ])
  assert.deepEqual(alertsAfter(5), ['critical: auth queue: 5 pages wait for a person, 1 of high priority'])
  assert.deepEqual(authSummary(deps, 'task_1').auth_queue, {
    pending_count: 5,
    high_priority_count: 1,
    domains: ['protected.go.jp'],
    oldest_queued_at: '2025-01-15T10:00:01.000Z',
    by_auth_type: { cloudflare: 4, captcha: 1 },
  })
})

test('REQ 3.6.1: two pages of high priority are critical by themselves', (t) => {
  const { deps } = withTasks(t)
  wait(deps, 'https://protected.go.jp/report/1', { priority: 'high' })
  wait(deps, 'https://protected.go.jp/report/2', { priority: 'high' })

  assert.deepEqual(authSummary(deps, 'task_1').warnings, [
    'critical: auth queue: 2 pages wait for a person, 2 of high priority',
  ])
})

test('REQ 3.2.1 resolve_auth item: one pass settles the page for every search that waits on it', (t) => {
  const { deps } = withTasks(t)
  const id = wait(deps, PAGE)
  wait(deps, PAGE, { searchId: 's_2' })
  wait(deps, 'https://protected.go.jp/report/2', { searchId: 's_3' })

  const answer = resolveAuth(deps, 'item', { auth_id: id, status: 'resolved' })

  assert.deepEqual(answer, { ok: true, auth_id: id, status: 'resolved', unblocked_searches: ['s_1', 's_2'] })
  assert.equal(authSummary(deps, 'task_1').auth_queue.pending_count, 1)
})

test('REQ 3.6.1 resolve_auth domain: all tasks go on, the session is kept and its cookies are never shown', (t) => {
  const { deps } = withTasks(t)
  wait(deps, PAGE)
  wait(deps, 'https://protected.go.jp/report/2', { taskId: 'task_2', searchId: 's_9' })

  const answer = resolveAuth(deps, 'domain', {
    domain: 'WWW.protected.go.jp',
    status: 'resolved',
    session_data: { cookies: 'cf_clearance=abc123; lang=ja', user_agent: 'Mozilla/5.0' },
  })

  assert.deepEqual(answer, {
    ok: true,
    domain: 'protected.go.jp',
    resolved_count: 2,
    affected_tasks: ['task_1', 'task_2'],
    session_stored: true,
  })
  assert.deepEqual(deps.store.people.sessions.get('protected.go.jp', '2025-01-15T11:00:00.000Z')?.cookies, [
    { name: 'cf_clearance', value: 'abc123' },
    { name: 'lang', value: 'ja' },
  ])
  assert.doesNotMatch(JSON.stringify([answer, getAuthQueue(deps), deps.store.events.ofTask('task_1', 100)]), /abc123/)
})

test('REQ 3.6.1: a session ends with its longest-lived cookie', (t) => {
  const { deps } = withTasks(t)
  const expires = Date.parse('2025-01-16T00:00:00Z') / 1000
  resolveAuth(deps, 'domain', {
    domain: 'protected.go.jp',
    status: 'resolved',
    session_data: { cookies: [{ name: 'sid', value: 'x', expires }] },
  })

  assert.equal(deps.store.people.sessions.get('protected.go.jp', '2025-01-15T23:59:59.000Z')?.cookies.length, 1)
  assert.equal(deps.store.people.sessions.get('protected.go.jp', '2025-01-16T00:00:01.000Z'), null)
})

test('REQ 3.6.1: a domain can be skipped as a whole; nothing is unblocked and no session is kept', (t) => {
  const { deps } = withTasks(t)
  wait(deps, PAGE)

  const answer = resolveAuth(deps, 'domain', {
    domain: 'protected.go.jp',
    status: 'skipped',
    session_data: { cookies: 'a=b' },
  })

  assert.equal('session_stored' in answer && answer.session_stored, false)
  assert.equal(authSummary(deps, 'task_1').auth_queue.pending_count, 0)
  assert.equal(deps.store.people.sessions.get('protected.go.jp', '2025-01-15T10:00:00.000Z'), null)
})

const REFUSED: readonly (readonly [string, 'item' | 'domain', object, string])[] = [
  ['an unknown item', 'item', { auth_id: 'auth_x', status: 'resolved' }, 'NOT_FOUND'],
  ['an item without id', 'item', { status: 'resolved' }, 'INVALID_PARAMS'],
  ['a domain without name', 'domain', { status: 'resolved' }, 'INVALID_PARAMS'],
  ['a domain nothing waits for', 'domain', { domain: 'example.org', status: 'skipped' }, 'NOT_FOUND'],
  [
    'cookies that are none',
    'domain',
    { domain: 'protected.go.jp', status: 'resolved', session_data: { cookies: 'nonsense' } },
    'INVALID_PARAMS',
  ],
  [
    'a header with a cookie longer than any browser keeps',
    'domain',
    { domain: 'protected.go.jp', status: 'resolved', session_data: { cookies: `a=${'x'.repeat(8193)}` } },
    'INVALID_PARAMS',
  ],
  [
    'session data of an unknown shape',
    'domain',
    { domain: 'protected.go.jp', status: 'resolved', session_data: { token: 'x' } },
    'INVALID_PARAMS',
  ],
]

for (const [what, target, data, code] of REFUSED)
  test(`REQ 3.2.1 resolve_auth: ${what} is refused with ${code} and the queue stays`, (t) => {
    const { deps } = withTasks(t)
    wait(deps, PAGE)

    assert.throws(() => resolveAuth(deps, target, data), { code })

    assert.equal(authSummary(deps, 'task_1').auth_queue.pending_count, 1)
  })

test('REQ 3.2.1 resolve_auth: an item that is settled cannot be settled again', (t) => {
  const { deps } = withTasks(t)
  const id = wait(deps, PAGE)
  resolveAuth(deps, 'item', { auth_id: id, status: 'skipped' })

  assert.throws(() => resolveAuth(deps, 'item', { auth_id: id, status: 'resolved' }), {
    code: 'INVALID_PARAMS',
    message: `Item ${id} is already skipped`,
  })
})

test('REQ 3.6.1: the searches that waited are told of when a person passed, and only then', (t) => {
  const { deps } = openDeps(t)
  addTask(deps)
  wait(deps, 'https://library.example/a', { searchId: 's_1' })
  wait(deps, 'https://library.example/b', { searchId: 's_2' })
  wait(deps, 'https://portal.example/c', { searchId: 's_3' })
  const told: string[] = []

  resolveAuth(deps, 'domain', { domain: 'portal.example', status: 'skipped' }, (ids) => told.push(...ids))
  resolveAuth(deps, 'domain', { domain: 'library.example', status: 'resolved' }, (ids) => told.push(...ids))

  assert.deepEqual(told, ['s_1', 's_2'])
})

test('REQ 3.6.1: the first waiting page is told, the third is a warning, the fifth critical; those between are silent', (t) => {
  const { deps } = openDeps(t)
  addTask(deps)

  const alerts = [1, 2, 3, 4, 5, 6].map(
    (page) =>
      enqueueAuth(deps, {
        taskId: 'task_1',
        searchId: 's_1',
        url: `https://library.example/${page}`,
        challenge: 'cloudflare',
        priority: 'normal',
        causeId: 'cause_1',
      })?.newAlert,
  )

  assert.deepEqual(alerts, [
    'auth queue: a page waits for a person (cloudflare): https://library.example/1',
    null,
    'warning: auth queue: 3 pages wait for a person, 0 of high priority',
    null,
    'critical: auth queue: 5 pages wait for a person, 0 of high priority',
    null,
  ])
})

test('REQ 3.6.1: a session of a host inside the site serves the site; the newest wins; an expired one does not', (t) => {
  const { deps } = openDeps(t)
  const save = (domain: string, value: string, stored_at: string, expires_at: string | null = null) =>
    deps.store.people.sessions.save(
      { domain, cookies: [{ name: 'sid', value }], user_agent: null, stored_at, expires_at },
      'cause_1',
    )
  save('login.library.example', 'old', '2025-01-01T00:00:00.000Z')
  save('library.example', 'new', '2025-01-02T00:00:00.000Z')
  save('my.library.example', 'over', '2025-01-03T00:00:00.000Z', '2025-01-04T00:00:00.000Z')
  save('notlibrary.example', 'other', '2025-01-05T00:00:00.000Z')

  const found = deps.store.people.sessions.forSite('library.example', '2025-01-10T00:00:00.000Z')

  assert.equal(found?.cookies[0]?.value, 'new')
  assert.equal(deps.store.people.sessions.forSite('brary.example', '2025-01-10T00:00:00.000Z'), null)
})

test('REQ 3.6.1: a challenge that a person passed ends the cool-down its refusal began, a failed one does not', (t) => {
  const { deps } = withTasks(t)
  const until = '2025-01-15T11:00:00.000Z'
  const cool = () => deps.store.domains.setCooldown('protected.go.jp', until, 1, '2025-01-15T10:00:00.000Z', 'cause_1')
  cool()
  resolveAuth(deps, 'item', { auth_id: wait(deps, PAGE), status: 'failed' })
  const afterFailure = deps.store.domains.cooldownUntil('protected.go.jp')
  resolveAuth(deps, 'item', { auth_id: wait(deps, PAGE), status: 'resolved' })

  assert.deepEqual([afterFailure, deps.store.domains.cooldownUntil('protected.go.jp')], [until, null])
})

test('REQ 3.6.1: a skipped page is not asked for again in its task; another page and another task are', (t) => {
  const { deps } = openDeps(t)
  addTask(deps)
  addTask(deps, 'task_2')
  const id = wait(deps, PAGE)
  resolveAuth(deps, 'item', { auth_id: id, status: 'skipped' })

  const again = wait(deps, PAGE, { searchId: 's_2' })
  const other = wait(deps, 'https://www.protected.go.jp/report/2', { searchId: 's_2' })
  const elsewhere = wait(deps, PAGE, { taskId: 'task_2', searchId: 's_9' })

  assert.equal(again, 'not queued')
  assert.deepEqual([other, elsewhere].includes('not queued'), false)
})

test('REQ 3.6.1: a skipped site stays out of the tasks it waited for, until it is passed after all', (t) => {
  const { deps } = openDeps(t)
  addTask(deps)
  addTask(deps, 'task_2')
  wait(deps, PAGE)
  resolveAuth(deps, 'domain', { domain: 'protected.go.jp', status: 'skipped' })

  const inTask = wait(deps, 'https://protected.go.jp/report/2', { searchId: 's_2' })
  const inOther = wait(deps, 'https://protected.go.jp/report/2', { taskId: 'task_2', searchId: 's_9' })
  resolveAuth(deps, 'domain', { domain: 'protected.go.jp', status: 'resolved' })
  const passed = wait(deps, 'https://protected.go.jp/report/3', { searchId: 's_3' })

  assert.equal(inTask, 'not queued')
  assert.notEqual(inOther, 'not queued')
  assert.notEqual(passed, 'not queued')
})

test('REQ 3.6.1: a page that waits becomes more urgent when the assistant says so, never less', (t) => {
  const { deps } = openDeps(t)
  addTask(deps)
  const priorities = () => deps.store.people.auth.pending({}).map(({ priority }) => priority)

  wait(deps, PAGE, { priority: 'low' })
  wait(deps, PAGE, { priority: 'high' })
  wait(deps, PAGE, { priority: 'normal' })

  assert.deepEqual(priorities(), ['high'])
})
