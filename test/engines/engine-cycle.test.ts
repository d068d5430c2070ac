import assert from 'node:assert/strict'
import { mock, test } from 'node:test'
import { startPeriodicTuning } from '../../src/app/periodic-tuning.ts'
import { silentLogger } from '../../src/domain/log.ts'
import { settingsSchema } from '../../src/domain/settings.ts'
import { freshHealth } from '../../src/engines/circuit-breaker.ts'
import { CAPTCHA, CHANGED, page, RESULTS, world } from './web-search-world.ts'

const MINUTE = 60_000
type World = ReturnType<typeof world>

const told = (here: World, kind: string) =>
  here.events
    .filter((event) => event.kind === kind)
    .map(({ subjectId, data, causeId }) => [subjectId, data?.from, data?.to, causeId])

test('REQ 3.1.4: a changed page lowers the weight of its engine, and the change is in the event log', async () => {
  const here = world({ alpha: [page(CHANGED), page(CHANGED)], beta: [page(CHANGED)] }, { open_failures: 5 })
  await here.ask('one')
  await here.ask('two', ['alpha'])

  assert.deepEqual(told(here, 'engine.weight'), [
    ['alpha', 1, 0.9, 'cause_1'],
    ['beta', 0.5, 0.45, 'cause_1'],
    ['alpha', 0.9, 0.81, 'cause_1'],
  ])
  const reason = here.events.find(({ kind }) => kind === 'engine.weight')?.data?.reason
  assert.equal(reason, 'the result page of alpha has changed: nothing matches article')
})

test('REQ 4.6: the 60 s cycle opens a rested circuit for a probe, without a request', async () => {
  const here = world({ alpha: [page(CAPTCHA), page(CAPTCHA)] })
  await here.ask('one', ['alpha'])
  await here.ask('two', ['alpha'])
  here.pass(29 * MINUTE)
  here.cycle()
  const resting = here.rows.get('alpha')?.state
  here.pass(2 * MINUTE)
  here.cycle()

  assert.deepEqual([resting, here.rows.get('alpha')?.state, here.requests.length], ['open', 'half-open', 2])
  assert.deepEqual(told(here, 'engine.circuit').at(-1), ['alpha', 'open', 'half-open', 'cycle'])
})

test('REQ 4.6: a weight that may not turn around yet is made up for by the cycle, after five minutes and not before', async () => {
  const here = world({ alpha: [page(CHANGED), page(RESULTS)] })
  await here.ask('one', ['alpha'])
  await here.ask('two', ['alpha'])
  const held = here.rows.get('alpha')?.weight
  here.pass(2 * MINUTE)
  here.cycle()
  const stillHeld = here.rows.get('alpha')?.weight
  here.pass(4 * MINUTE)
  here.cycle()

  assert.deepEqual([held, stillHeld], [0.9, 0.9])
  assert.equal(here.rows.get('alpha')?.weight?.toFixed(6), '0.910000')
  assert.deepEqual(told(here, 'engine.weight').at(-1), ['alpha', 0.9, 0.91, 'cycle'])
})

test('REQ 4.6: a new process asks an engine that failed as slowly as the last one did', async () => {
  const here = world({ alpha: [page(RESULTS)] })
  here.rows.set('alpha', {
    ...freshHealth('alpha', 1),
    success_rate_1h: 0.3,
    last_used_at: new Date(Date.parse('2026-05-10T00:00:00Z')).toISOString(),
  })
  await here.ask('one', ['alpha'])

  assert.deepEqual(here.sleeps, [8000])
  assert.deepEqual(told(here, 'engine.pace'), [['alpha', 1, 2, 'cycle']])
})

test('REQ 3.1.1: an engine that lost half of its weight is still asked, and the heaviest other stands in', async () => {
  const here = world({ alpha: [page(RESULTS)], beta: [page(RESULTS)], gamma: [page(RESULTS)] })
  here.rows.set('alpha', { ...freshHealth('alpha', 1), success_rate_24h: 0.45, weight: 0.45 })
  const reports = await here.ask('one')

  assert.deepEqual(
    reports.map(({ engine, outcome }) => [engine, outcome]),
    [
      ['alpha', 'ok'],
      ['beta', 'ok'],
      ['gamma', 'ok'],
    ],
  )
})

test('REQ 4.6: engines and domains are settled every 60 seconds until the process closes; a failure does not end it', (t) => {
  mock.timers.enable({ apis: ['setInterval'] })
  t.after(() => mock.timers.reset())
  let [engines, domains] = [0, 0]
  const settings = settingsSchema.parse({})
  const policy = {
    cycle: () => {
      domains += 1
      throw new Error('database is locked')
    },
  }
  const stop = startPeriodicTuning(
    settings,
    {
      cycle: () => {
        engines += 1
      },
    },
    { policy } as unknown as Parameters<typeof startPeriodicTuning>[2],
    silentLogger,
  )
  mock.timers.tick(59_000)
  const early = [engines, domains]
  mock.timers.tick(121_000)
  stop()
  mock.timers.tick(600_000)

  assert.deepEqual(
    [early, [engines, domains]],
    [
      [0, 0],
      [3, 3],
    ],
  )
})
