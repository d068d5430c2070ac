import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readMetadata } from '../../src/extract/metadata.ts'
import { dateInUrl } from '../../src/extract/page-dates.ts'
import { parseHtml } from '../../src/extract/parse-html.ts'

function datesOf(html: string, url = 'https://news.example.com/story') {
  const { publishedAt, updatedAt } = readMetadata(parseHtml(html), url)
  return { publishedAt, updatedAt }
}

test('REQ 3.3.3: labels tell the published from the updated date', () => {
  const html =
    '<h1>新型コロナワクチンについて</h1><p>最終更新日：2024年4月1日</p><p>掲載日：2023年9月20日</p><p>接種の案内です。</p>'
  assert.deepEqual(datesOf(html), { publishedAt: '2023-09-20', updatedAt: '2024-04-01' })
  const guide = '<h1>A guide to filters</h1><p>Last updated: June 2, 2023.</p>'
  assert.deepEqual(datesOf(guide), { publishedAt: null, updatedAt: '2023-06-02' })
})

test('REQ 3.3.3: a time and a weekday may stand between a label and its date', () => {
  const html =
    '<h1>Council votes on the bridge</h1><div>Published 10:02 PM EST, Tue, Mar 5, 2024 | Updated Mar 7, 2024</div>'
  assert.deepEqual(datesOf(html), { publishedAt: '2024-03-05', updatedAt: '2024-03-07' })
})

test('REQ 3.3.3: the day that a reader sees outranks the UTC day of the same moment', () => {
  const html =
    '<meta property="article:published_time" content="2024-03-06T03:10:00+00:00">' +
    '<h1>Council votes on the bridge</h1><p>By Ana Ito · March 5, 2024, 10:10 pm ET</p>'
  assert.equal(datesOf(html).publishedAt, '2024-03-05')
})

test('REQ 3.3.3: a declared moment keeps its own zone', () => {
  const html =
    '<meta property="article:published_time" content="2024-04-01T08:00:00+09:00">' +
    '<h1>橋の架け替えを市議会が可決</h1><p>4月1日</p>'
  assert.equal(datesOf(html).publishedAt, '2024-04-01T08:00:00+09:00')
})

test('REQ 3.3.3: dates of comments, of members and of today are not the page’s', () => {
  const html =
    '<header>Friday, March 15, 2024</header><nav><a href="/">Home</a><a href="/a">Local</a></nav>' +
    '<div>Sections</div><div>Weather</div><div>Traffic</div><div>Sport</div>' +
    '<h1>Which filter fits an old tap?</h1><div>jo77 Member Joined: Mon Jul 24, 2017</div>' +
    '<p>I live in a house from the fifties and wonder about lead.</p>' +
    '<div class="comments"><p>March 9, 2024</p></div>'
  assert.deepEqual(datesOf(html), { publishedAt: null, updatedAt: null })
})

test('REQ 3.3.3: a date inside a sentence is what the sentence is about', () => {
  const html =
    '<h1>Filing your taxes</h1><p>The season ends for most people on April 15, 2025, a Tuesday as it happens to be.</p>'
  assert.equal(datesOf(html).publishedAt, null)
})

test('REQ 3.3.3: an address tells the day where the page does not', () => {
  assert.equal(
    datesOf('<h1>Council votes</h1><p>Text.</p>', 'https://news.example.com/2024/03/05/council').publishedAt,
    '2024-03-05',
  )
  assert.equal(dateInUrl('https://news.example.com/story/2024-03-05/council'), '2024-03-05')
  assert.equal(dateInUrl('https://news.example.com/articles/20240305-council.html'), '2024-03-05')
  assert.equal(dateInUrl('https://news.example.com/2024/mar/05/council'), '2024-03-05')
  assert.equal(dateInUrl('https://news.example.com/item/20991399'), null)
})

test('REQ 3.3.3: linked data of reviews and of other articles has no say', () => {
  const data = [
    { '@type': 'Review', datePublished: '2019-08-21' },
    { '@type': 'NewsArticle', headline: 'Another story altogether', datePublished: '2021-01-01' },
    { '@type': 'NewsArticle', headline: 'Council votes on the bridge', datePublished: '2024-03-05' },
  ]
  const html = `<script type="application/ld+json">${JSON.stringify(data)}</script><h1>Council votes on the bridge</h1>`
  assert.equal(datesOf(html).publishedAt, '2024-03-05')
})

test('REQ 3.3.3: where a line says "2 hours ago", its <time> says when', () => {
  const html =
    '<h1>Council votes on the bridge</h1><p><time datetime="2024-03-05T09:30:00+01:00">2 hours ago</time></p>'
  assert.equal(datesOf(html).publishedAt, '2024-03-05T09:30:00+01:00')
})
