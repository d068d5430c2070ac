import assert from 'node:assert/strict'
import { test } from 'node:test'
import { LyraError } from '../../src/domain/errors.ts'
import { CAPTCHA, CHANGED, failure, NOTHING, page, RESULTS, world } from './web-search-world.ts'

const MINUTE = 60_000
const outcomes = (reports: readonly { engine: string; outcome: string }[]) =>
  reports.map((report) => [report.engine, report.outcome])

test('REQ 3.1.1: engines run each for itself; a refusal of one does not take the other away', async () => {
  const here = world({ alpha: [failure('timeout', 'no answer in 30 s')], beta: [page(RESULTS)] })
  const reports = await here.ask('高血圧 治療')
  assert.deepEqual(outcomes(reports), [
    ['alpha', 'timeout'],
    ['beta', 'ok'],
  ])
  assert.equal(reports[0]?.reason, 'no answer in 30 s')
  assert.equal(reports[1]?.items[0]?.title, '高血圧治療ガイドライン')
  assert.equal(reports[1]?.url, 'http://127.0.0.1/beta?q=%E9%AB%98%E8%A1%80%E5%9C%A7+%E6%B2%BB%E7%99%82')
  assert.deepEqual(
    here.requests.map(({ purpose, timeoutMs, taskId, causeId }) => ({ purpose, timeoutMs, taskId, causeId })),
    Array(2).fill({ purpose: 'serp', timeoutMs: 30_000, taskId: 'task_1', causeId: 'cause_1' }),
  )
})

test('LYRA 4.6: an engine is not judged, counted or paced by what the own machine did not send', async () => {
  const lost = failure('offline', 'This machine is not connected to the internet')
  const here = world({ scarce: [lost, lost, lost, page(RESULTS), page(NOTHING)] })

  const asked = []
  for (const query of ['one', 'two', 'three', 'four', 'five']) asked.push(...(await here.ask(query, ['scarce'])))

  assert.deepEqual(
    asked.map(({ outcome }) => outcome),
    ['offline', 'offline', 'offline', 'ok', 'no_results'],
  )
  assert.equal(here.sleeps.length, 1, 'only between the two that were sent')
})

test('REQ 3.1.4: an unknown engine is an outcome, and named engines come in the order of the table', async () => {
  const here = world({ alpha: [page(RESULTS)], gamma: [page(NOTHING)] })
  const reports = await here.ask('heat pumps', ['gamma', 'yahoo', ' Alpha '])
  assert.deepEqual(outcomes(reports), [
    ['alpha', 'ok'],
    ['gamma', 'no_results'],
    ['yahoo', 'unknown_engine'],
  ])
  assert.equal(reports[2]?.reason, 'no engine is called yahoo; known: alpha, beta, gamma, scarce')
})

test('REQ 5.1.2: a result page is reused until it expires, whatever the width and case of the query', async () => {
  const here = world({ alpha: [page(RESULTS), page(NOTHING)] }, { cache_hours: 24 })
  await here.ask('COVID-19 vaccine', ['alpha'])
  const [again] = await here.ask('ｃｏｖｉｄ-19　Vaccine', ['alpha'])
  assert.equal(again?.cached, true)
  assert.equal(again?.items[0]?.url, 'https://www.jpnsh.example/guide')
  assert.equal(here.requests.length, 1)
  here.pass(24 * 60 * MINUTE + 1)
  const [later] = await here.ask('COVID-19 vaccine', ['alpha'])
  assert.equal(later?.outcome, 'no_results')
  assert.equal(later?.cached, false)
})

test('REQ 5.1.2: a failure is never cached', async () => {
  const here = world({ alpha: [page(CHANGED), page(RESULTS)] })
  await here.ask('q', ['alpha'])
  const [second] = await here.ask('q', ['alpha'])
  assert.equal(second?.outcome, 'ok')
})

test('REQ 3.1.4: two failures open the circuit for 30 minutes, failed probes double it to 120, one success closes it', async () => {
  const here = world({
    alpha: [page(CAPTCHA), page(CHANGED), page(CAPTCHA), page(CAPTCHA), page(CAPTCHA), page(RESULTS)],
  })
  const only = async (query: string) => (await here.ask(query, ['alpha']))[0]
  assert.equal((await only('one'))?.outcome, 'captcha')
  assert.equal(here.rows.get('alpha')?.state, 'closed')
  assert.equal((await only('two'))?.outcome, 'parser_broken')
  const opened = here.rows.get('alpha')
  assert.equal(opened?.state, 'open')
  assert.equal(opened?.ban_suspected, true)
  const refused = await only('three')
  assert.equal(refused?.outcome, 'circuit_open')
  assert.equal(refused?.reason, `alpha failed 2 times in a row and rests until ${opened?.open_until}`)
  assert.equal(here.requests.length, 2)
  const openMinutes: number[] = []
  for (const query of ['four', 'five', 'six']) {
    here.pass(120 * MINUTE)
    await only(query)
    openMinutes.push(
      (Date.parse(here.rows.get('alpha')?.open_until ?? '') - Date.parse(here.rows.get('alpha')?.last_used_at ?? '')) /
        MINUTE,
    )
  }
  assert.deepEqual(openMinutes, [60, 120, 120])
  here.pass(120 * MINUTE)
  assert.equal((await only('seven'))?.outcome, 'ok')
  assert.equal(here.rows.get('alpha')?.state, 'closed')
  assert.equal(here.rows.get('alpha')?.consecutive_failures, 0)
  assert.deepEqual(
    here.events
      .filter((event) => event.kind === 'engine.circuit')
      .map((event) => `${event.data?.from}->${event.data?.to}`),
    [
      'closed->open',
      'open->half-open',
      'half-open->open',
      'open->half-open',
      'half-open->open',
      'open->half-open',
      'half-open->open',
      'open->half-open',
      'half-open->closed',
    ],
  )
})

test('REQ 3.1.4: health keeps moving averages of 0.3 and 0.1 and lowers the weight', async () => {
  const here = world({ alpha: [page(CAPTCHA), page(RESULTS)] })
  await here.ask('one', ['alpha'])
  const failed = here.rows.get('alpha')
  assert.ok(failed)
  assert.equal(failed.success_rate_1h, 0.7)
  assert.equal(failed.success_rate_24h, 0.9)
  assert.equal(failed.captcha_rate, 0.3)
  assert.equal(failed.weight, 0.9)
  await here.ask('two', ['alpha'])
  assert.equal(here.rows.get('alpha')?.success_rate_1h?.toFixed(6), '0.790000')
  assert.equal(here.rows.get('alpha')?.success_rate_24h?.toFixed(6), '0.910000')
})

test('REQ 3.1.4: an engine that keeps failing is demoted once, with an event', async () => {
  const here = world({ alpha: Array(8).fill(page(CHANGED)) }, { open_failures: 100 })
  for (let n = 0; n < 8; n += 1) await here.ask(`query ${n}`, ['alpha'])
  const demotions = here.events.filter((event) => event.kind === 'engine.demoted')
  assert.equal(demotions.length, 1)
  assert.equal(demotions[0]?.data?.reason, 'the result page of alpha has changed: nothing matches article')
})

test('REQ 4.6: a replay miss is reported and never counts against the engine', async () => {
  const here = world({ alpha: Array(3).fill(failure('replay_miss', 'not in the archive')) })
  for (const query of ['a', 'b', 'c']) {
    const [report] = await here.ask(query, ['alpha'])
    assert.equal(report?.outcome, 'replay_miss')
  }
  assert.equal(here.rows.get('alpha')?.state, 'closed')
  assert.equal(here.rows.get('alpha')?.success_rate_1h, 1)
})

test('REQ 3.1.1: while a default engine rests the heaviest other stands in, never a last-mile one', async () => {
  const here = world({
    alpha: [page(CAPTCHA), page(CAPTCHA)],
    beta: [page(RESULTS), page(RESULTS), page(RESULTS)],
    gamma: [page(RESULTS)],
  })
  await here.ask('one')
  await here.ask('two')
  assert.deepEqual(outcomes(await here.ask('three')), [
    ['alpha', 'circuit_open'],
    ['beta', 'ok'],
    ['gamma', 'ok'],
  ])
})

test('REQ 4.3: two requests to one engine are 4 seconds apart, and one at a time', async () => {
  const here = world({ alpha: [page(RESULTS), page(RESULTS)] })
  await Promise.all([here.ask('first', ['alpha']), here.ask('second', ['alpha'])])
  assert.deepEqual(here.sleeps, [4000])
})

test('REQ 4.6: a clock that stands before the last use waits one interval, not the difference', async () => {
  const here = world({ alpha: [page(RESULTS), page(RESULTS)] })
  await here.ask('first', ['alpha'])
  here.pass(-365 * 24 * 60 * MINUTE)
  await here.ask('second', ['alpha'])
  assert.deepEqual(here.sleeps, [4000])
})

test('REQ 3.1.1: a last-mile engine stops at its daily limit and starts again the next day', async () => {
  const here = world({ scarce: [page(RESULTS), page(RESULTS), page(RESULTS)] })
  await here.ask('one', ['scarce'])
  await here.ask('two', ['scarce'])
  const [third] = await here.ask('three', ['scarce'])
  assert.equal(third?.outcome, 'rate_limited')
  assert.equal(third?.reason, 'the daily limit of 2 for scarce is reached')
  here.pass(24 * 60 * MINUTE)
  assert.equal((await here.ask('three', ['scarce']))[0]?.outcome, 'ok')
})

test('REQ 3.1.4: an operator the engine lacks is named in the report, also from the cache', async () => {
  const here = world({ alpha: [page(RESULTS)] })
  const [report] = await here.ask('血圧 site:go.jp', ['alpha'])
  const [cached] = await here.ask('血圧 site:go.jp', ['alpha'])
  assert.deepEqual([report?.outcome, report?.reason, cached?.cached], ['ok', null, true])
  assert.deepEqual(report?.notes, ['engine alpha has no operator for site:go.jp: left out'])
  assert.deepEqual(cached?.notes, report?.notes)
})

test('LYRA 4.4: a cancelled search reports cancelled and asks nobody', async () => {
  const here = world({ alpha: [page(RESULTS)] })
  const [report] = await here.ask('q', ['alpha'], AbortSignal.abort())
  assert.equal(report?.outcome, 'cancelled')
  assert.equal(here.requests.length, 0)
})

test('REQ 3.2.1: no browser is an error of the call; another crash is one failed engine', async () => {
  const broken = world({ alpha: [new Error('socket hang up')], beta: [page(RESULTS)] })
  assert.deepEqual(outcomes(await broken.ask('q')), [
    ['alpha', 'connection'],
    ['beta', 'ok'],
  ])
  const none = world({ alpha: [new LyraError('CHROME_NOT_READY', 'no browser')], beta: [page(RESULTS)] })
  await assert.rejects(
    none.ask('q'),
    (error: unknown) => error instanceof LyraError && error.code === 'CHROME_NOT_READY',
  )
})

test('REQ 3.1.4, 3.6.1: a challenge that a person passed closes the circuit, and the engine is asked', async () => {
  const here = world({ alpha: [page(CAPTCHA), page(CAPTCHA), page(RESULTS)] })
  for (const query of ['one', 'two']) await here.ask(query, ['alpha'])
  const open = here.rows.get('alpha')?.state

  here.passed('127.0.0.1')
  const [answer] = await here.ask('three', ['alpha'])

  assert.deepEqual([open, answer?.outcome], ['open', 'ok'])
  const told = here.events.filter(({ kind, causeId }) => kind === 'engine.circuit' && causeId === 'cause_passed')
  assert.deepEqual(
    told.map(({ subjectId, data }) => [subjectId, data?.from, data?.to]),
    [['alpha', 'open', 'closed']],
  )
})
