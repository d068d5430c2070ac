import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { type TestContext, test } from 'node:test'
import type { Clock } from '../../src/domain/clock.ts'
import { seededIds } from '../../src/domain/ids.ts'
import { openStore } from '../../src/store/open-store.ts'
import { isStale, leaseOf } from '../../src/work/lease.ts'
import { isAlive, ownerOfThisProcess } from '../../src/work/process-owner.ts'
import { AT, aTask } from '../research/rows.ts'
import { migratedFile } from '../store/migrated-copy.ts'

const NOW = Date.parse(AT)
const clock = (ms = NOW): Clock => ({ now: () => ms, sleep: async () => {} })
const UNTIL = new Date(NOW + 30_000).toISOString()
const rule = { owner: 'here/1/1', leaseMs: 30_000, clock: clock() }
const at = (ms: number) => ({ ...rule, clock: clock(NOW + ms) })

function openJobs(t: TestContext) {
  const store = openStore({
    path: migratedFile(),
    clock: clock(),
    ids: seededIds('jobs'),
    viewFolders: [],
    terms: null,
  })
  t.after(() => store.close())
  store.tasks.insert(aTask())
  return store.jobs
}

const job = (id: string, owner: string | null = 'here/1/1') => ({
  id,
  task_id: 'task_1',
  kind: 'search',
  priority: 100,
  slot: 'network_client' as const,
  payload: { search_id: id },
  lease_owner: owner,
  lease_until: owner === null ? null : UNTIL,
  created_at: AT,
  cause_id: 'cause_1',
})

test('LYRA 6.2: of two takers of one lease the second gets nothing', (t) => {
  const jobs = openJobs(t)
  jobs.add(job('job_1', null))

  assert.equal(jobs.take('job_1', { owner: 'a', until: UNTIL }, null), true)
  assert.equal(jobs.take('job_1', { owner: 'b', until: UNTIL }, null), false)
  assert.equal(jobs.get('job_1')?.lease_owner, 'a')
})

test('LYRA 6.2: searches of one task start one at a time, the oldest first', (t) => {
  const jobs = openJobs(t)
  jobs.add(job('job_1', 'a'))
  jobs.add(job('job_2', 'b'))

  assert.equal(jobs.start('job_2', 'b', AT), false)
  assert.equal(jobs.start('job_1', 'a', AT), true)
  assert.equal(jobs.finish('job_1', 'a', { state: 'done', error: null, at: AT }), true)
  assert.equal(jobs.start('job_2', 'b', AT), true)
})

test('LYRA 6.2: whoever does not hold the lease changes nothing', (t) => {
  const jobs = openJobs(t)
  jobs.add(job('job_1', 'a'))

  assert.equal(jobs.start('job_1', 'b', AT), false)
  assert.equal(jobs.savePayload('job_1', 'b', { search_id: 'x' }), false)
  assert.equal(jobs.finish('job_1', 'b', { state: 'done', error: null, at: AT }), false)
  assert.equal(jobs.release('job_1', 'b'), false)
  assert.deepEqual(jobs.get('job_1'), {
    ...job('job_1', 'a'),
    state: 'queued',
    stalled: 0,
    error: null,
    started_at: null,
    finished_at: null,
  })
})

test('LYRA 6.2: a heartbeat extends the leases of its owner only', (t) => {
  const jobs = openJobs(t)
  jobs.add(job('job_1', 'a'))
  jobs.add(job('job_2', 'b'))

  const held = jobs.beat({ owner: 'a', until: '2025-01-15T10:05:00.000Z' })

  assert.deepEqual(held, ['job_1'])
  assert.equal(jobs.get('job_1')?.lease_until, '2025-01-15T10:05:00.000Z')
  assert.equal(jobs.get('job_2')?.lease_until, UNTIL)
})

test('LYRA 6.2: the lease of an unknown machine holds to its end', () => {
  const lease = { lease_owner: 'elsewhere/7/7', lease_until: UNTIL }

  assert.equal(leaseOf(rule).until, UNTIL)
  assert.equal(isStale(lease, at(29_000)), false)
  assert.equal(isStale(lease, at(30_001)), true)
  assert.equal(isStale({ lease_owner: null, lease_until: null }, rule), true)
})

test('LYRA 6.2: a living process keeps its lease through a clock that jumps by minutes, not through real silence', () => {
  const lease = { lease_owner: ownerOfThisProcess(), lease_until: UNTIL }

  assert.equal(isStale(lease, at(4 * 60_000)), false)
  assert.equal(isStale(lease, at(24 * 3_600_000)), true)
  assert.equal(isStale(lease, at(-24 * 3_600_000)), false)
})

test('LYRA 6.2: a process that was killed loses its leases at once', async () => {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'])
  const machine = ownerOfThisProcess().split('/').slice(0, -2).join('/')
  const owner = `${machine}/${child.pid}/`
  assert.equal(isAlive(owner), true)
  child.kill('SIGKILL')
  await once(child, 'exit')

  assert.equal(isAlive(owner), false)
  assert.equal(isStale({ lease_owner: owner, lease_until: UNTIL }, rule), true)
})

test('LYRA 6.2: the number of a dead process, given to a new one, does not keep the lease', () => {
  const [start, pid, ...machine] = ownerOfThisProcess().split('/').reverse()
  assert.equal(isAlive([...machine.reverse(), pid, start].join('/')), true)
  assert.equal(isAlive([...machine, pid, '12345'].join('/')), process.platform !== 'linux')
  assert.equal(isAlive('elsewhere/1/1'), null)
})

test('REQ 8.3: whose lease it is, and to the millisecond until when', () => {
  const until = (ms: number) => new Date(NOW + ms).toISOString()
  const living = ownerOfThisProcess()

  assert.equal(isStale({ lease_owner: rule.owner, lease_until: until(-999_999_999) }, rule), false)
  assert.equal(isStale({ lease_owner: null, lease_until: until(1000) }, rule), true)
  assert.equal(isStale({ lease_owner: rule.owner, lease_until: null }, rule), true)
  assert.equal(isStale({ lease_owner: living, lease_until: until(-300_000) }, rule), false)
  assert.equal(isStale({ lease_owner: living, lease_until: until(-300_001) }, rule), true)
})
