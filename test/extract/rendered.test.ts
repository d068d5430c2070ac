import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createBrowser } from '../../src/browser/browser.ts'
import { browserParts } from '../browser/browser-parts.ts'
import { ask, openWorld, serve } from '../net/loopback.ts'
import { defaultExtract } from './default-extract.ts'

const FIRST =
  '県は14日、水道水に含まれる鉛の濃度を調べた結果を公表し、調査した1,204地点のうち37地点で国の基準を超えたと発表した。'
const SECOND =
  '県によると、鉛製の給水管は昭和50年代まで広く使われており、朝一番の水に溶け出しやすいという。交換は来年度から始まる。'
const NOTE = '浄水器は鉛を取り除けると認証されたものを選び、定められた期間ごとに取り替える必要がある。'

const PAGE = `<!doctype html><html lang="ja"><head><title>水道水の鉛</title></head><body>
<article-body></article-body>
<script>
customElements.define('side-note', class extends HTMLElement {
  connectedCallback() { this.attachShadow({ mode: 'open' }).innerHTML = '<p>${NOTE}</p>' }
})
customElements.define('article-body', class extends HTMLElement {
  connectedCallback() {
    this.attachShadow({ mode: 'open' }).innerHTML =
      '<style>p { color: black }</style><article><h1>水道水の鉛</h1><p>${FIRST}</p><p>${SECOND}</p><side-note></side-note></article>'
  }
})
</script></body></html>`

test('rendered page (REQ 3.1.2, 3.2): what a real browser draws in shadow roots, one within the other, is read', async (t) => {
  const { host } = await serve(t, (_request, response) =>
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(PAGE),
  )
  const world = await openWorld(t, { allow_private: [host] })
  const browser = createBrowser(browserParts(world))
  t.after(() => browser.close())

  const loaded = await browser.load(ask(`http://${host}/`))
  assert.ok(loaded.outcome === 'ok' && loaded.response !== undefined)
  const extraction = await defaultExtract()({
    url: loaded.response.finalUrl,
    contentType: loaded.response.headers['content-type'] ?? null,
    body: loaded.response.body,
  })

  assert.ok(extraction.ok)
  assert.deepEqual(
    extraction.page.fragments.map((fragment) => fragment.text_content),
    [FIRST, SECOND, NOTE],
  )
  assert.equal(extraction.page.language, 'ja')
})
