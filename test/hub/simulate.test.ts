import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DAY, type Load, quantiles, simulateHub } from '../../bench/team/simulate.ts'

const MINUTE = 60_000
const LOAD: Load = {
  workers: 4,
  tasksPerDay: 100,
  searchesPerTask: 2,
  workMs: [MINUTE],
  mergeMs: [1000],
  pagesPerSearch: 0,
  spacingMs: 0,
  requestMs: 0,
  sites: 1,
  skew: 1,
  lost: 0,
  leaseMs: MINUTE,
  days: 2,
  seed: 1,
}

test('the simulation: a load that the workers bear is done, and busy is what was worked', () => {
  const { asked, done, workersBusy, mergeBusy } = simulateHub(LOAD)

  assert.equal(asked, 400)
  // Of those asked for in the last minutes some are under way.
  assert.ok(done > 395)
  assert.ok(Math.abs(mergeBusy - (done * 1000) / (2 * DAY)) < 1e-4)
  // A minute of work, a second of merging, and what it waits for another's merge
  assert.ok(Math.abs(workersBusy - (done * 61_000) / (2 * DAY * 4)) < 1e-3)
})

test('the simulation: the same load and seed give the same numbers, another seed others', () => {
  assert.deepEqual(simulateHub(LOAD), simulateHub(LOAD))
  assert.notDeepEqual(simulateHub(LOAD), simulateHub({ ...LOAD, seed: 2 }))
})

test('the simulation: more than the workers bear stays in the queue, and merges bound what any number can do', () => {
  const one = simulateHub({ ...LOAD, workers: 1, tasksPerDay: 2000 })
  assert.ok(one.workersBusy > 0.6 && one.perDay < DAY / 61_000 + 1 && one.open > 4000)

  const many = simulateHub({ ...LOAD, workers: 1000, tasksPerDay: 2000, mergeMs: [40_000] })
  assert.ok(many.perDay <= DAY / 40_000)
  assert.ok(many.mergeWaitMs.p95 > 10 * MINUTE)
  assert.ok(many.workersBusy < 1)
})

test('the simulation: a site that all ask is asked by one at a time, with its pause', () => {
  const { busiestSite, siteShare, perDay } = simulateHub({
    ...{ ...LOAD, workers: 50, tasksPerDay: 10_000, searchesPerTask: 1, workMs: [1], mergeMs: [1] },
    ...{ pagesPerSearch: 1, requestMs: 1000, spacingMs: 9000, sites: 1 },
  })

  assert.ok(perDay <= DAY / 10_000)
  assert.ok(busiestSite > 0.7 && siteShare > 0.99)
})

test('the simulation: the more the sites share the asking, the less anybody waits for one', () => {
  const load = { ...LOAD, tasksPerDay: 500, pagesPerSearch: 10, requestMs: 1000, spacingMs: 9000, sites: 1000 }
  const [few, many] = [simulateHub({ ...load, skew: 1 }), simulateHub({ ...load, skew: 0 })]

  assert.ok(few.busiestSite > 10 * many.busiestSite)
  assert.ok(few.siteShare > many.siteShare)
})

test('the simulation: a search whose worker is lost is done after the lease, by another', () => {
  const { done, asked, endMs } = simulateHub({ ...LOAD, lost: 0.5, leaseMs: 10 * MINUTE })

  assert.ok(asked - done < 20)
  assert.ok(endMs.p95 > 20 * MINUTE)
})

test('the simulation: quantiles are of what was seen', () => {
  assert.deepEqual(quantiles(Array.from({ length: 100 }, (_, n) => 100 - n)), { p50: 51, p95: 96 })
  assert.deepEqual(quantiles([]), { p50: 0, p95: 0 })
})
