import assert from 'node:assert/strict'
import { test } from 'node:test'
import { freshHealth } from '../../src/engines/circuit-breaker.ts'
import { parseEngineTable } from '../../src/engines/engine-table.ts'
import { createEngineTuning } from '../../src/engines/engine-tuning.ts'
import { placeProblem, serpUrl, unmetParts } from '../../src/engines/serp-place.ts'
import type { EventInput } from '../../src/store/types.ts'
import { CHANGED, page, RESULTS, world } from './web-search-world.ts'

function dialsAt() {
  let time = Date.parse('2026-05-10T00:00:00Z')
  const events: EventInput[] = []
  const dials = createEngineTuning({
    settings: { hold_seconds: 300 },
    clock: { now: () => time, sleep: async () => {} },
    events: {
      append: (event) => {
        events.push(event)
        return 'event'
      },
    },
  })
  const pass = (seconds: number) => {
    time += seconds * 1000
  }
  return { dials, events, pass }
}

const cause = { taskId: 'task_1', causeId: 'cause_1' }
const health = (success: number, weight = 1) => ({ ...freshHealth('alpha', weight), success_rate_1h: success })

test('REQ 4.6: a failing engine is asked less often, and again more often only after five minutes', () => {
  const { dials, events, pass } = dialsAt()
  dials.settle(health(0.4), cause)
  const slowed = dials.intervalFactor('alpha')
  dials.settle(health(1), cause)
  const held = dials.intervalFactor('alpha')
  pass(301)
  dials.settle(health(1), cause)

  assert.deepEqual([slowed, held, dials.intervalFactor('alpha')], [2, 2, 1])
  assert.deepEqual(
    events.map(({ kind, subjectId, data }) => [kind, subjectId, data?.from, data?.to]),
    [
      ['engine.pace', 'alpha', 1, 2],
      ['engine.pace', 'alpha', 2, 1],
    ],
  )
})

test('REQ 4.6: a weight has bounds and does not turn around within five minutes', () => {
  const { dials, pass } = dialsAt()
  const step = (before: number, after: number) => dials.weight(health(1, before), health(1, after), 1)

  assert.equal(step(0.8, 0.72), 0.72)
  assert.equal(step(0.72, 0.65), 0.65)
  assert.equal(step(0.65, 0.7), 0.65)
  pass(301)
  assert.equal(step(0.65, 0.7), 0.7)
  pass(301)
  assert.equal(step(0.7, 0.001), 0.05)
  pass(301)
  assert.equal(step(0.7, 3), 1)
})

test('REQ 3.1.4: a changed page is an event that says where its bytes lie', async () => {
  const archive = { file: 'task_1/x.warc.gz', recordId: '<urn:uuid:1>' }
  const { ask, events } = world({ alpha: [{ ...page(CHANGED), archive }] })

  const [report] = await ask('高血圧', ['alpha'])

  assert.equal(report?.outcome, 'parser_broken')
  assert.deepEqual(report?.page, archive)
  const broken = events.find(({ kind }) => kind === 'engine.parser_broken')
  assert.equal(broken?.data?.warc_record_id, '<urn:uuid:1>')
  assert.match(String(broken?.data?.reason), /nothing matches article/)
})

test('REQ 3.1.1: the daily limit goes with the request, so that the gateway can hold it across processes', async () => {
  const { ask, requests } = world({ scarce: [page(RESULTS)], alpha: [page(RESULTS)] })

  await ask('高血圧', ['scarce', 'alpha'])

  assert.deepEqual(
    requests.map(({ url, dayLimit }) => [new URL(url).pathname, dayLimit]),
    [
      ['/alpha', undefined],
      ['/scarce', 2],
    ],
  )
})

test("REQ 3.1.4: time ranges and further pages take the engine's own parameters; what it lacks is said", () => {
  const [engine, plain] = parseEngineTable(
    `engines:
  - name: full
    url: https://full.example/?q={query}
    periods: { week: tf=pw }
    paging: { parameter: start, first: 0, step: 10 }
    layouts: [{ result: li, title: { selector: a }, url: { selector: a, attribute: href } }]
  - name: plain
    url: https://plain.example/?q={query}
    layouts: [{ result: li, title: { selector: a }, url: { selector: a, attribute: href } }]`,
    'a test table',
  )
  assert.ok(engine !== undefined && plain !== undefined)

  const lastDays = (after: string) => ({ after, asked_on: '2026-03-20' })
  assert.equal(
    serpUrl(engine, '癌', { period: lastDays('2026-03-16'), page: 3 }),
    'https://full.example/?q=%E7%99%8C&tf=pw&start=20',
  )
  assert.equal(serpUrl(engine, '癌', { page: 1 }), 'https://full.example/?q=%E7%99%8C')
  assert.deepEqual(unmetParts(engine, '癌', { period: lastDays('2025-01-01') }), [
    'engine full cannot limit results to a period',
  ])
  assert.equal(placeProblem(plain, { page: 2 }), 'plain has one result page only')
  assert.equal(placeProblem(engine, { page: 2 }), null)
})
