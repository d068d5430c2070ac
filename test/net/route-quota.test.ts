import assert from 'node:assert/strict'
import { test } from 'node:test'
import { allowedPages, createRouteQuota } from '../../src/net/route-quota.ts'
import type { Route } from '../../src/net/types.ts'
import { ask } from './loopback.ts'

const route = (name: Route['name'], share?: number): Route => ({
  name,
  unavailable: () => null,
  fetch: () => Promise.reject(new Error('not asked')),
  ...(share === undefined ? {} : { share }),
})
const page = (n: number, site = 'a') => ask(`https://www.${site}.example/${n}`)

test('REQ 3.1.6: one page is always allowed, then a share of those there are', () => {
  assert.deepEqual(
    [0, 1, 13, 14, 20].map((pages) => allowedPages(pages, 0.15)),
    [1, 1, 1, 2, 3],
  )
})

test('REQ 3.1.6: a route with a share is refused when it is used up, in the task or in one domain of it', () => {
  const quota = createRouteQuota(0)
  const wayback = route('wayback', 0.5)
  for (let n = 0; n < 4; n += 1) quota.countPage(page(n, n < 2 ? 'a' : 'b'))
  quota.countUse(wayback, page(0))

  const refusals = [quota.refusal(wayback, page(1)), quota.refusal(wayback, page(2, 'b'))]

  assert.deepEqual(refusals, ['its 50 % of the pages are used up', null])
  assert.equal(quota.refusal(route('http'), page(1)), null)
  assert.equal(quota.refusal(wayback, { ...page(1), taskId: 'task_2' }), null)
})

test('REQ 3.1.6: what is left of a share is the smaller of task and domain, and never less than nothing', () => {
  const quota = createRouteQuota(0)
  const wayback = route('wayback', 0.2)
  for (let n = 0; n < 20; n += 1) quota.countPage(page(n))
  assert.equal(quota.left(wayback, page(0)), 4)
  quota.countUse(wayback, page(0), 3)
  assert.deepEqual([quota.left(wayback, page(0)), quota.left(wayback, page(0, 'b'))], [1, 1])
  quota.countUse(wayback, page(0), 3)
  assert.equal(quota.left(wayback, page(0)), 0)
})

test('REQ 7: first visits under way count against the share of the browser until they are over', () => {
  const quota = createRouteQuota(0.15)
  for (let n = 0; n < 14; n += 1) quota.countPage(page(n, `s${n}`))
  const begun = [1, 2, 3].map((n) => quota.beginFirstVisit(page(n, `s${n}`)))
  quota.endFirstVisit(page(1, 's1'))
  assert.deepEqual([...begun, quota.beginFirstVisit(page(4, 's4'))], [true, true, false, true])
})
