import assert from 'node:assert/strict'
import { test } from 'node:test'
import { defaultExtract } from './default-extract.ts'

const extract = defaultExtract()

async function typeOf(html: string, url: string): Promise<string> {
  const extraction = await extract({ url, contentType: 'text/html', body: new TextEncoder().encode(html) })
  return extraction.ok ? extraction.page.pageType : `failure: ${extraction.failure}`
}

const PROSE =
  '<p>Water quality depends on the source, on the treatment and on the pipes that carry it to the house, and each of the three is watched by someone else.</p>'
const POST = (name: string, text: string) =>
  `<div class="post"><b>${name}</b> Joined: 2019 <div class="post-content">${text}</div><a href="#">Reply</a> Quote</div>`

const cases: readonly (readonly [expected: string, url: string, html: string])[] = [
  [
    'knowledge',
    'https://ja.example.org/wiki/水道水',
    `<html lang="ja"><head><title>水道水 - 百科</title><meta name="generator" content="MediaWiki 1.42"></head><body><div id="mw-content-text"><p>水道水とは、水道管を通じて供給される飲用に適した水のことである。日本では水道法に基づく水質基準が定められている。</p></div></body></html>`,
  ],
  [
    'forum',
    'https://forum.example.com/viewtopic.php?t=12',
    `<html><body><h1>Brown water after repair</h1>${POST('ann', 'The water is brown since they repaired the main on our street. Is it safe to drink it?')}${POST('bob', 'Run the cold tap for ten minutes, then it should be clear again. It is mostly iron.')}${POST('cem', 'Same here last year, and the utility told us to flush the line before using it.')}</body></html>`,
  ],
  [
    'documentation',
    'https://docs.example.dev/guide/install.html',
    `<html><head><meta name="generator" content="Sphinx 7"></head><body><main><h1>Install</h1><p>Install the package with the package manager of your system, then start the service.</p><pre>apt install waterd</pre><pre>systemctl start waterd</pre></main></body></html>`,
  ],
  [
    'product',
    'https://shop.example.com/products/filter-9',
    `<html><head><script type="application/ld+json">{"@type":"Product","name":"Filter 9"}</script></head><body><h1>Filter 9</h1><p>A carbon block filter that removes lead, chlorine and taste from the drinking water of a household.</p><button>Add to cart</button></body></html>`,
  ],
  [
    'listing',
    'https://news.example.com/category/water/',
    `<html><head><title>Water</title></head><body><main>${[1, 2, 3, 4, 5].map((n) => `<article><h2><a href="/n/${n}">City replaces lead pipes in district number ${n}</a></h2></article>`).join('')}<p>All the news of the section.</p></main></body></html>`,
  ],
  [
    'service',
    'https://plumber.example.com/services/pipes',
    `<html><head><script type="application/ld+json">{"@type":"LocalBusiness","name":"Pipe Co"}</script></head><body><h1>Pipe replacement</h1><p>We replace lead service lines within two working days.</p><h2>Why us</h2><p>Licensed and insured since 1990.</p></body></html>`,
  ],
  [
    'paper',
    'https://journal.example.org/content/12/3/45',
    `<html><head><meta name="citation_title" content="Lead in tap water"><meta name="citation_doi" content="10.1000/lead.2020.5"></head><body><h1>Lead in tap water</h1>${PROSE}</body></html>`,
  ],
  [
    'other',
    'https://www.example.com/misc',
    `<html><body><div>Opening hours are from nine to five on weekdays.</div></body></html>`,
  ],
]

for (const [expected, url, html] of cases) {
  test(`page type (REQ 3.1.2): ${expected}`, async () => {
    assert.equal(await typeOf(html, url), expected)
  })
}

test('page type (REQ 3.1.2): a login form with nothing to read is a login wall', async () => {
  const html = `<html><body><h1>Sign in</h1><form><label>E-mail</label><input name="m"><input type="password"></form><p>Please log in to continue.</p></body></html>`
  assert.equal(await typeOf(html, 'https://www.example.com/article/5'), 'failure: login_wall')
})

test('HTML: the posts of a forum thread are kept', async () => {
  const [, url, html] = cases[1] ?? ['', '', '']
  const extraction = await extract({ url, contentType: 'text/html', body: new TextEncoder().encode(html) })
  assert.equal(extraction.ok, true)
  const text = extraction.ok ? extraction.page.fragments.map((fragment) => fragment.text_content).join(' ') : ''
  assert.match(text, /Is it safe to drink it\?/)
  assert.match(text, /It is mostly iron\./)
  assert.match(text, /flush the line before using it\./)
})
