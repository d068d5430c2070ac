import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Clock } from '../../src/domain/clock.ts'
import { findSearchForm } from '../../src/engines/search-form.ts'
import { createSiteSearch } from '../../src/engines/site-search.ts'
import type { NetResult } from '../../src/net/types.ts'
import type { EventInput } from '../../src/store/types.ts'

const HOME = `<header><nav><a href="/about">省について案内</a></nav><form role="search" action="/search" method="get">
  <input type="hidden" name="lang" value="ja"><input type="search" name="q"><button>検索</button></form></header>`
const RESULTS = `<nav><a href="/about">省について案内</a></nav><main><ul>
  <li><a href="/kenshin/1">大腸がん検診の指針</a></li><li><a href="/kenshin/2">検診の受診率について</a></li>
  <li><a href="https://other.example/x">よその検診の頁</a></li><li><a href="/p2">次</a></li></ul></main>`

function answer(html: string, url: string): NetResult {
  const response = { status: 200, headers: { 'content-type': 'text/html' }, body: Buffer.from(html), finalUrl: url }
  return { outcome: 'ok', route: 'browser', response, archive: null, elapsedMs: 1 }
}

interface Visit {
  readonly results: NetResult
  readonly problem?: string
}

function siteWorld(answerOf: (query: string) => Visit, allow = ['mhlw.example']) {
  let time = Date.parse('2026-05-15T00:00:00Z')
  const begin = time
  const visits: { url: string; query: string; at: number; sentAt: number }[] = []
  const queries: string[] = []
  const events: (EventInput & { at: string })[] = []
  const clock: Clock = {
    now: () => time,
    sleep: async (ms) => {
      time += ms
    },
  }
  const site = createSiteSearch({
    submit: async ({ url }, query, beforeSending) => {
      const at = (time - begin) / 1000
      await beforeSending()
      visits.push({ url, query, at, sentAt: (time - begin) / 1000 })
      const { results, problem = null } = answerOf(query)
      return { home: answer(HOME, url), results, problem }
    },
    web: {
      search: async ({ query }) => {
        queries.push(query)
        const item = {
          title: '検診',
          url: 'https://mhlw.example/k',
          snippet: '',
          date: null,
          engine: 'mojeek',
          rank: 1,
          source_tag: 'web',
        }
        return [
          { engine: 'mojeek', outcome: 'ok', reason: null, items: [item], cached: false, url: 'https://m.example' },
        ]
      },
    },
    settings: { site_search: allow, results: 10 },
    events: {
      append: (event) => `event_${events.push({ ...event, at: new Date(time).toISOString() })}`,
      about: ([domain]) =>
        events
          .filter(({ subjectId }) => subjectId === domain)
          .map(({ kind, at, data = {} }) => ({ id: '', kind, at, subject_id: domain ?? null, data, cause_id: '' })),
    },
    clock,
  })
  const search = (domain = 'mhlw.example', more = {}) =>
    site.search({ domain, query: '大腸がん 検診', taskId: 'task_1', causeId: 'cause_1', ...more })
  const pass = (hours: number) => {
    time += hours * 3600_000
  }
  return { site, search, visits, queries, events, pass }
}

const FOUND = { results: answer(RESULTS, 'https://mhlw.example/search?q=x') }
const NO_FORM = { results: answer('', 'https://mhlw.example/'), problem: 'the page has no search form' }

test('REQ 3.1.5: the form of an allowed site is filled and its results read, requests ten seconds apart', async () => {
  const { search, visits, queries, events } = siteWorld(() => FOUND)

  const found = await search('mhlw.example', { query: '大腸がん 検診 filetype:pdf -広告' })

  assert.equal(found.via, 'form')
  assert.deepEqual(
    found.items.map(({ title, url, engine }) => [title, url, engine]),
    [
      ['大腸がん検診の指針', 'https://mhlw.example/kenshin/1', 'site:mhlw.example'],
      ['検診の受診率について', 'https://mhlw.example/kenshin/2', 'site:mhlw.example'],
    ],
  )
  assert.deepEqual(visits, [{ url: 'https://mhlw.example/', query: '大腸がん 検診', at: 0, sentAt: 10 }])
  assert.deepEqual(queries, [])
  assert.deepEqual(
    events.map(({ kind, subjectId, data }) => [kind, subjectId, data?.outcome, data?.found]),
    [['site_search', 'mhlw.example', 'ok', 2]],
  )
})

test('REQ 3.1.5: without a form the engines are asked with site:, and after two failures the form is left alone today', async () => {
  const { search, visits, queries, pass } = siteWorld(() => NO_FORM)

  const first = await search()
  await search()
  const third = await search()
  pass(24)
  await search()

  assert.deepEqual([first.via, first.reason, first.items.length], ['operator', 'the page has no search form', 1])
  assert.equal(third.reason, 'the form of mhlw.example failed twice and is left alone today')
  assert.equal(visits.length, 3)
  assert.deepEqual(queries, Array(4).fill('site:mhlw.example 大腸がん 検診'))
})

test('REQ 3.1.5: what was learned is in the event log: a form that rarely works rests for a week, then is tried again', async () => {
  const { search, visits, pass } = siteWorld(() => NO_FORM)
  for (let day = 0; day < 2; day += 1) {
    await search()
    await search()
    pass(24)
  }

  const paused = await search()
  pass(24 * 7)
  const again = await search()

  assert.equal(paused.reason, 'the form of mhlw.example rarely works and is left alone for a week')
  assert.equal(again.reason, 'the page has no search form')
  assert.equal(visits.length, 4)
})

test('REQ 3.1.5: a form whose results bring nothing useful rests too', async () => {
  const { search, events, pass } = siteWorld(() => FOUND)
  for (let n = 0; n < 3; n += 1) {
    await search()
    const data = { pages: 2, useful: 0 }
    const at = new Date(Date.parse('2026-05-15T01:00:00Z')).toISOString()
    events.push({
      kind: 'site_search_harvest',
      subjectType: 'domain',
      subjectId: 'mhlw.example',
      data,
      causeId: '',
      at,
    })
  }
  pass(24)

  assert.equal((await search()).reason, 'the form of mhlw.example rarely helps and is left alone for a week')
})

test('REQ 3.1.5: a domain that is not allowed goes to the engines; a captcha goes to a person; a miss is no failure', async () => {
  const captcha: NetResult = { outcome: 'captcha', reason: 'challenge', route: 'browser', archive: null, elapsedMs: 1 }
  const miss: NetResult = { outcome: 'replay_miss', reason: 'not there', route: 'browser', archive: null, elapsedMs: 1 }
  const walled = siteWorld(() => ({ results: captcha }))
  const missing = siteWorld(() => ({ results: miss }))

  const other = await walled.search('other.example')
  const wall = await walled.search()
  const quiet = await missing.search('mhlw.example', { fallback: false })

  assert.deepEqual([other.via, other.reason], ['operator', 'other.example is not in engines.site_search'])
  assert.deepEqual([wall.via, wall.outcome, wall.items], ['form', 'captcha', []])
  assert.deepEqual(walled.queries, ['site:other.example 大腸がん 検診'])
  assert.deepEqual([quiet.via, quiet.outcome, missing.queries, missing.events], ['form', 'replay_miss', [], []])
})

test('REQ 3.1.5: an entry is a domain or the address of the page with the form', () => {
  const { site } = siteWorld(() => FOUND, ['jstage.jst.go.jp', 'https://www.gov.example/search/all'])

  assert.deepEqual(
    ['www.jstage.jst.go.jp', 'gov.example', 'www.gov.example', 'notgov.example', 'jst.go.jp'].map(site.domainOf),
    ['jstage.jst.go.jp', 'gov.example', 'gov.example', null, null],
  )
})

test('REQ 3.1.5: forms that post, log in, lead away or only look like a search are not taken', async () => {
  const formOf = async (html: string) => {
    const form = await findSearchForm(html, 'https://a.example/x/')
    return form.ok ? [form.index, form.name] : form.reason
  }

  assert.equal(
    await formOf('<form method="post"><input type="search" name="q"></form>'),
    'the search form does not send by GET',
  )
  assert.equal(
    await formOf('<form><input name="mail"><input type="password" name="q"></form>'),
    'the page has no search form',
  )
  assert.equal(
    await formOf('<form action="https://www.google.example/cse"><input name="q"></form>'),
    'the search form leads to another site',
  )
  assert.equal(
    await formOf('<form action="/join"><input type="text" name="mail"></form>'),
    'the page has no search form',
  )
  assert.deepEqual(await formOf('<form action="find"><input name="keyword"></form>'), [0, 'keyword'])
  assert.deepEqual(
    await formOf(
      '<form action="/join"><input name="mail"></form><form id="kensaku"><input type="text" name="w"></form>',
    ),
    [1, 'w'],
  )
})
