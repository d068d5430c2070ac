import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { type Clock, DAY_MS } from '../../src/domain/clock.ts'
import { seededIds } from '../../src/domain/ids.ts'
import { silentLogger } from '../../src/domain/log.ts'
import { seededRandom } from '../../src/domain/random.ts'
import { defaultSettings } from '../../src/domain/settings.ts'
import { afterAttempt, freshHealth, openFor } from '../../src/engines/circuit-breaker.ts'
import { engineWaitMs } from '../../src/engines/request-spacing.ts'
import { createCooldowns } from '../../src/net/cooldown.ts'
import { createDnsCache } from '../../src/net/dns-cache.ts'
import { createRateLimiter } from '../../src/net/rate-limiter.ts'
import { createTor } from '../../src/net/tor.ts'
import { openStore } from '../../src/store/open-store.ts'
import { isStale } from '../../src/work/lease.ts'
import { migratedFile } from '../store/migrated-copy.ts'

const START = Date.parse('2026-05-15T12:00:00.000Z')
const HOUR = 3_600_000
const YEARS = 10 * 365 * DAY_MS

/** A clock that a person or a time server sets, and a real database. */
function world(t: TestContext) {
  let now = START
  const slept: number[] = []
  const clock: Clock = { now: () => now, sleep: async (ms) => void slept.push(ms) }
  const store = openStore({ path: migratedFile(), clock, ids: seededIds('clock'), viewFolders: [], terms: null })
  t.after(() => store.close())
  const jump = (ms: number) => {
    now += ms
  }
  return { clock, store, slept, jump }
}

test('LYRA 6.1: a cool-down ends when its time is over, holds through an hour back, and does not outlive a clock that was years ahead', (t) => {
  const { clock, store, jump } = world(t)
  const cooldowns = createCooldowns({
    store: store.domains,
    events: store.events,
    clock,
    baseMinutes: 30,
    maxMinutes: 120,
  })
  cooldowns.refused('kenshin.example', 'cause_1')
  const until = '2026-05-15T12:30:00.000Z'
  const seen = [0, -HOUR, HOUR + HOUR / 2].map((ms) => {
    jump(ms)
    return cooldowns.until('kenshin.example')
  })

  jump(YEARS)
  cooldowns.refused('ahead.example', 'cause_1')
  jump(-YEARS)

  assert.deepEqual(seen, [until, until, null])
  assert.equal(cooldowns.until('ahead.example'), null)
})

test('REQ 3.1.4: a circuit that a clock years ahead has opened is not open for years', () => {
  const settings = { open_failures: 1, open_minutes: 30, open_max_minutes: 120 }
  const opened = (at: number) =>
    afterAttempt(freshHealth('alpha', 1), { outcome: 'blocked', elapsedMs: 10, at }, 1, settings)

  assert.equal(openFor(opened(START), START), HOUR / 2)
  assert.equal(openFor(opened(START), START - HOUR), HOUR + HOUR / 2)
  assert.equal(openFor(opened(START), START + HOUR), 0)
  assert.equal(openFor(opened(START + YEARS), START), 0)
})

test('REQ 4.3: after a jump back the next request to a domain or an engine waits its interval, not the jump', async (t) => {
  const { clock, store, slept, jump } = world(t)
  const lanes = store.lanes({ me: 'one', isAlive: () => true, leaseMs: 180_000 })
  const pace = createRateLimiter({ concurrency: 2, clock, random: seededRandom(1), lanes: null })
  const spacing = { minMs: 1000, jitterMs: [0, 0] as const }
  lanes.take('b.example', clock.now())
  lanes.leave('b.example', clock.now())
  await pace.run('a.example', spacing, async () => null)
  jump(-HOUR)
  await pace.run('a.example', spacing, async () => null)

  assert.deepEqual(slept, [1000])
  assert.ok(engineWaitMs(new Date(START).toISOString(), 10, 0, clock.now()) <= 10_000)
})

test('REQ 3.2.2: a lane and a job whose holder cannot be asked are free when their lease is over, or lies beyond any lease', (t) => {
  const { clock, store, jump } = world(t)
  const rule = { owner: 'here/1/1', leaseMs: 30_000, clock }
  const book = (me: string) => store.lanes({ me, isAlive: () => null, leaseMs: 30_000 })
  const leased = () => ({ lease_owner: 'elsewhere/7/7', lease_until: new Date(clock.now() + 30_000).toISOString() })
  const takes = (lane: string) => book('two').take(lane, clock.now()) !== null

  book('one').take('a.example', clock.now())
  const job = leased()
  const held = [takes('a.example'), isStale(job, rule)]
  jump(-60_000)
  const aMinuteBack = [takes('a.example'), isStale(job, rule)]
  jump(YEARS)
  book('one').take('b.example', clock.now())
  const ahead = leased()
  jump(-YEARS)
  const corrected = [takes('b.example'), isStale(ahead, rule)]

  assert.deepEqual(
    [held, aMinuteBack, corrected],
    [
      [false, false],
      [false, false],
      [true, true],
    ],
  )
})

test('REQ 4.3: a name that was looked up, and a Tor that was asked, are asked again after a jump back', async (t) => {
  const { clock, jump } = world(t)
  const dns = createDnsCache(async () => [{ address: '203.0.113.7', family: 4 }], 60, clock)
  const tor = createTor({
    settings: { ...defaultSettings.net, tor_proxy: 'socks5h://127.0.0.1:1' },
    clock,
    log: silentLogger,
  })
  await dns.resolve('a.example')
  await dns.resolve('a.example')
  const first = tor.circuitOf('a.example').password
  jump(-HOUR)
  await dns.resolve('a.example')

  assert.deepEqual(dns.counts(), { lookups: 2, hits: 1, failed: 0 })
  assert.notEqual(tor.circuitOf('a.example').password, first)
})
