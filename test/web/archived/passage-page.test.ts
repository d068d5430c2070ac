import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { after, before, test } from 'node:test'
import { gunzipSync, gzipSync } from 'node:zlib'
import { createFramePasses } from '../../../src/web/archived/frame-pass.ts'
import type { HttpServer } from '../../../src/web/serve.ts'
import { tinyPdf } from '../../extract/tiny-pdf.ts'
import { type ArchivedSource, archivedHome, cleanups, serveHome, TOKEN } from './archived-home.ts'

const JUDGED = {
  passage: 'frag_1',
  claim: 'Tea lowers blood <b>pressure</b>.',
  sentence: 'Tea did not lower blood pressure.',
}
const SOURCE: ArchivedSource = {
  id: 'page_1',
  url: 'https://site.example/tea',
  type: 'text/html; charset=utf-8',
  body:
    '<!doctype html><title>T</title><p>Before.</p>' +
    '<p>Tea did <i>not</i> lower blood pressure. It was safe.</p><img src="gone.png">',
  passages: [
    { id: 'frag_0', text: 'Before.' },
    { id: 'frag_1', text: 'Tea did not lower blood pressure. It was safe.' },
  ],
  judged: JUDGED,
}
const BEARER = { authorization: `Bearer ${TOKEN}` }

const PDF = tinyPdf([
  [{ x: 72, y: 700, text: 'First page.' }],
  [{ x: 72, y: 700, text: 'Tea did not lower blood pressure.' }],
])

/** The same page in other shapes, each in an archive file of its own; ids end in the name of the shape. */
function shaped(name: string, over: Partial<ArchivedSource>): ArchivedSource {
  return {
    ...SOURCE,
    id: `page_${name}`,
    url: `https://site.example/${name}`,
    group: name,
    passages: [{ id: `frag_${name}`, text: 'Tea did not lower blood pressure. It was safe.', pageNumber: 2 }],
    judged: { ...JUDGED, passage: `frag_${name}` },
    ...over,
  }
}

const SOURCES = [
  SOURCE,
  shaped('changed', {}),
  shaped('script', { body: '<!doctype html><p>Loading…</p><script>document.body.append("…")</script>' }),
  shaped('pdf', { type: 'application/pdf', body: PDF }),
  shaped('broken', { type: 'application/pdf', body: '%PDF-1.4 broken' }),
]

let server: HttpServer
const file = cleanups()
after(file.run)
before(async () => {
  const { home, files } = await archivedHome(file, SOURCES)
  const warc = files.get('page_changed') ?? ''
  const bytes = gunzipSync(readFileSync(warc)).toString('latin1')
  writeFileSync(warc, gzipSync(Buffer.from(bytes.replace('did <i>not</i> lower', 'did <i>now</i> lower'), 'latin1')))
  server = await serveHome(file, home)
})

async function shown(path: string): Promise<{ readonly text: string; readonly src: string }> {
  const text = await (await fetch(`${server.url}${path}`, { headers: BEARER })).text()
  return { text, src: /<iframe[^>]* src="([^"#]+)#lyra-judged"/u.exec(text)?.[1] ?? '' }
}

test('a passage is shown in its archived page, with its verdict, its record and a digest that holds', async () => {
  const { text, src } = await shown('/archive/page/page_1?fragment=frag_1')
  assert.match(text, /refutes/u)
  assert.match(text, /83%/u)
  assert.match(text, /Tea lowers blood &lt;b&gt;pressure&lt;\/b&gt;\./u, 'words of the web are inert')
  assert.match(text, /its figures differ/u, 'why, in words')
  assert.match(text, /digest holds/u)
  assert.match(text, /&lt;urn:uuid:[0-9a-f-]{36}&gt;/u)
  assert.match(text, /byte [\d,]+, [\d,]+ bytes/u)
  assert.match(text, /<span class="address">https:\/\/site\.example\/tea<\/span>/u, 'the address is text, not a link')
  const frame = await fetch(src)
  const page = await frame.text()
  assert.match(page, /<mark id="lyra-judged"[^>]*>Tea did <\/mark><i><mark[^>]*>not<\/mark><\/i>/u)
  assert.match(frame.headers.get('content-security-policy') ?? '', /^sandbox; default-src 'none'/u)
})

test('what the archive does not hold is an empty answer that says so', async () => {
  const { src } = await shown('/archive/page/page_1?fragment=frag_1')
  const page = await (await fetch(src)).text()
  const picture = /<img src="([^"]+)"/u.exec(page)?.[1] ?? ''
  const missing = await fetch(new URL(picture, src))
  assert.equal(missing.status, 404)
  assert.equal(missing.headers.get('x-lyra-archive'), 'missing')
  assert.equal(await missing.text(), '')
})

test('bytes that were changed since are said not to hold', async () => {
  const { text } = await shown('/archive/page/page_changed?fragment=frag_changed')
  assert.match(text, /digest does not hold/u)
  assert.match(text, /computed now/u)
})

test('a passage that the page does not show is said to be missing, and stands beside it with its words marked', async () => {
  const { text } = await shown('/archive/page/page_script?fragment=frag_script')
  assert.match(text, /was not found in the page/u)
  assert.match(text, /<mark>Tea did not lower blood pressure\.<\/mark> It was safe\./u)
})

test('a PDF is drawn with the judged words framed', async () => {
  const { text } = await shown('/archive/page/page_pdf?fragment=frag_pdf')
  assert.match(text, /Page 2 of 2/u)
  const box = /<rect class="judged-box" x="([\d.]+)" y="([\d.]+)"\s+width="([\d.]+)" height="([\d.]+)"/u.exec(text)
  const [, width = ''] = /viewBox="0 0 (\d+) (\d+)"/u.exec(text) ?? []
  // 72 of 612 points from the left, and longer than the words are high.
  assert.ok(Math.abs(Number(box?.[1]) / Number(width) - 72 / 612) < 0.01, String(box))
  assert.ok(Number(box?.[3]) > 5 * Number(box?.[4]), String(box))
  const png = Buffer.from(/data:image\/png;base64,([A-Za-z0-9+/=]+)/u.exec(text)?.[1] ?? '', 'base64')
  assert.equal(png.toString('latin1', 1, 4), 'PNG')
})

test('a PDF that cannot be drawn is shown by its text, with the reason', async () => {
  const { text } = await shown('/archive/page/page_broken?fragment=frag_broken')
  assert.match(text, /cannot be drawn/u)
  assert.match(text, /<mark>Tea did not lower blood pressure\.<\/mark>/u)
})

test('neither the page nor its frame is shown without the right to', async () => {
  const { src } = await shown('/archive/page/page_1?fragment=frag_1')
  assert.equal((await fetch(`${server.url}/archive/page/page_1?fragment=frag_1`)).status, 401)
  assert.equal((await fetch(src)).status, 200)
  const [, pass = ''] = /\/v\/([^/]+)\//u.exec(src) ?? []
  const [body = '', seal = ''] = pass.split('.')
  const text = Buffer.from(body, 'base64url').toString().replace('page_1', 'page_2')
  const other = src.replace(pass, `${Buffer.from(text).toString('base64url')}.${seal}`)
  for (const wrong of [other, src.replace(pass, 'x.y'), src.replace(pass, body)]) {
    const refused = await fetch(wrong)
    assert.equal(refused.status, 403)
    assert.equal(refused.headers.get('x-lyra-archive'), 'pass')
  }
  assert.equal((await fetch(new URL('/', src), { headers: BEARER })).status, 404, 'nothing else is there')
})

test('a pass ends by itself', () => {
  let now = 0
  const passes = createFramePasses(Buffer.alloc(32, 1), () => now, 30)
  const pass = { pageId: 'page_1', fragmentId: 'frag_1', edgeId: null, claimId: null }
  const token = passes.issue(pass)
  assert.deepEqual(passes.read(token), pass)
  now = 30 * 60_000
  assert.equal(passes.read(token), null)
  assert.equal(createFramePasses(Buffer.alloc(32, 2), () => 0).read(token), null, 'of another server')
})

test('a passage that does not exist is a clear answer', async () => {
  const answer = await fetch(`${server.url}/archive/page/page_1?fragment=frag_none`, { headers: BEARER })
  assert.equal(answer.status, 404)
  assert.match(await answer.text(), /There is no passage frag_none/u)
})
