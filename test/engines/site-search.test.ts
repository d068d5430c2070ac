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

function siteWorld(pages: (url: string) => NetResult, allow = ['mhlw.example']) {
  let time = Date.parse('2026-05-15T00:00:00Z')
  const asked: { url: string; at: number; referer: string | undefined }[] = []
  const queries: string[] = []
  const events: EventInput[] = []
  const clock: Clock = {
    now: () => time,
    sleep: async (ms) => {
      time += ms
    },
  }
  const begin = time
  const site = createSiteSearch({
    loader: {
      load: async ({ url, referer }) => {
        asked.push({ url, at: (time - begin) / 1000, referer })
        return pages(url)
      },
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
        return [{ engine: 'mojeek', outcome: 'ok', reason: null, items: [item], cached: false }]
      },
    },
    settings: { site_search: allow, results: 10 },
    events: { append: (event) => `event_${events.push(event)}` },
    clock,
  })
  const search = (domain = 'mhlw.example') =>
    site.search({ domain, query: '大腸がん 検診', taskId: 'task_1', causeId: 'cause_1' })
  return { search, asked, queries, events }
}

test('REQ 3.1.5: the form of an allowed site is found, filled and its results read, ten seconds apart', async () => {
  const { search, asked, queries, events } = siteWorld((url) => answer(url.includes('/search') ? RESULTS : HOME, url))

  const found = await search()

  assert.equal(found.via, 'form')
  assert.deepEqual(
    found.items.map(({ title, url, engine }) => [title, url, engine]),
    [
      ['大腸がん検診の指針', 'https://mhlw.example/kenshin/1', 'site:mhlw.example'],
      ['検診の受診率について', 'https://mhlw.example/kenshin/2', 'site:mhlw.example'],
    ],
  )
  assert.deepEqual(asked, [
    { url: 'https://mhlw.example/', at: 0, referer: undefined },
    {
      url: 'https://mhlw.example/search?lang=ja&q=%E5%A4%A7%E8%85%B8%E3%81%8C%E3%82%93+%E6%A4%9C%E8%A8%BA',
      at: 10,
      referer: 'https://mhlw.example/',
    },
  ])
  assert.deepEqual(queries, [])
  assert.deepEqual(events[0]?.data, { outcome: 'ok', found: 2, failures: 0 })
})

test('REQ 3.1.5: without a form the engines are asked with site:, and after two failures the form is left alone', async () => {
  const { search, asked, queries } = siteWorld((url) => answer('<p>no form here</p>', url))

  const first = await search()
  await search()
  const third = await search()

  assert.deepEqual([first.via, first.reason, first.items.length], ['operator', 'the page has no search form', 1])
  assert.equal(third.reason, 'the form of mhlw.example failed twice and is left alone today')
  assert.equal(asked.length, 2)
  assert.deepEqual(queries, Array(3).fill('site:mhlw.example 大腸がん 検診'))
})

test('REQ 3.1.5: a domain that is not allowed goes to the engines at once; a captcha goes to a person', async () => {
  const captcha: NetResult = { outcome: 'captcha', reason: 'challenge', route: 'browser', archive: null, elapsedMs: 1 }
  const { search, asked, queries } = siteWorld(() => captcha)

  const other = await search('other.example')
  const walled = await search()

  assert.deepEqual([other.via, other.reason], ['operator', 'other.example is not in engines.site_search'])
  assert.deepEqual([walled.via, walled.outcome, walled.items], ['form', 'captcha', []])
  assert.equal(asked.length, 1)
  assert.deepEqual(queries, ['site:other.example 大腸がん 検診'])
})

test('REQ 3.1.5: forms that post, log in or only look like a search are not taken', async () => {
  const reasonOf = async (html: string) => {
    const form = await findSearchForm(html, 'https://a.example/x/')
    return form.ok ? form.urlFor('癌') : form.reason
  }

  assert.equal(
    await reasonOf('<form method="post"><input type="search" name="q"></form>'),
    'the search form does not send by GET',
  )
  assert.equal(
    await reasonOf('<form><input name="mail"><input type="password" name="p"></form>'),
    'the page has no search form',
  )
  assert.equal(
    await reasonOf('<form action="find"><input name="keyword"></form>'),
    'https://a.example/x/find?keyword=%E7%99%8C',
  )
  assert.equal(
    await reasonOf(
      '<form action="/s?x=1"><input type="checkbox" name="c" value="1"><input type="radio" name="r" value="2" checked><input name="q"></form>',
    ),
    'https://a.example/s?r=2&q=%E7%99%8C',
  )
})
