import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { chromium } from 'playwright-core'
import { z } from 'zod'
import { realBrowser } from '../../browser/real-browser.ts'
import { exported } from './exported.ts'
import { openWacz } from './open-wacz.ts'

const sha256 = (bytes: Uint8Array) => `sha256:${createHash('sha256').update(bytes).digest('hex')}`
const hash = z.string().regex(/^sha256:[0-9a-f]{64}$/u)

const dataPackage = z.object({
  profile: z.literal('data-package'),
  wacz_version: z.literal('1.1.1'),
  title: z.string().min(1),
  created: z.iso.datetime(),
  software: z.string().startsWith('Lyra'),
  resources: z.array(z.object({ name: z.string().min(1), path: z.string(), hash, bytes: z.int().positive() })),
})

test('ADR 0029: a WACZ keeps what WACZ 1.1.1 says it must: its members, their hashes, its list of pages, its index', async (t) => {
  const { out } = await exported(t, 'wacz')

  const { members, lines, index } = await openWacz(out)

  const bytesOf = (name: string) => members.get(name) ?? Buffer.alloc(0)
  const described = dataPackage.parse(JSON.parse(bytesOf('datapackage.json').toString()))
  const [head, ...pages] = bytesOf('pages/pages.jsonl').toString().trimEnd().split('\n')
  // Every member but the description and its digest is described, with its size and its hash.
  assert.deepEqual(
    described.resources.map(({ path }) => path).sort(),
    [...members.keys()].filter((name) => !name.startsWith('datapackage')).sort(),
  )
  for (const { path, hash: said, bytes } of described.resources)
    assert.deepEqual([said, bytes], [sha256(bytesOf(path)), bytesOf(path).length], path)
  assert.deepEqual(JSON.parse(bytesOf('datapackage-digest.json').toString()), {
    path: 'datapackage.json',
    hash: sha256(bytesOf('datapackage.json')),
  })
  assert.deepEqual(JSON.parse(head ?? ''), {
    format: 'json-pages-1.0',
    id: 'pages',
    title: 'Pages of DPP-4阻害薬の有効性と安全性',
  })
  const page = z.object({ url: z.url(), ts: z.iso.datetime(), title: z.string() })
  assert.deepEqual(
    pages.map((line) => page.parse(JSON.parse(line)).url),
    ['https://nejm.org/p1', 'https://pmda.go.jp/p2', 'https://bmj.com/p3'],
  )
  // A reader searches the index by halves: it must be in the order of its bytes.
  assert.deepEqual(
    lines,
    [...lines].sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b))),
  )
  for (const { stamp, fields } of index) {
    assert.match(stamp, /^\d{14}$/)
    assert.ok(members.has(`archive/${fields.filename}`), fields.filename)
  }
})

test('ADR 0029: an address is looked up in the index of a WACZ and its record read in place, with the digest it has', async (t) => {
  const { out } = await exported(t, 'wacz')
  const { index, lookUp, replay } = await openWacz(out)

  const read = await Promise.all(index.map(async (line) => ({ line, replayed: await replay(line) })))

  assert.equal(read.length, 5)
  for (const { line, replayed } of read) {
    assert.equal(replayed.record, line.fields.url)
    assert.equal(sha256(replayed.body), line.fields.digest, line.fields.url)
    assert.deepEqual([String(replayed.status), line.fields.mime], [line.fields.status, 'text/html'])
    assert.equal(replayed.headers['set-cookie'], undefined)
  }
  assert.equal(lookUp('https://library.example/p4'), null)
  assert.equal(lookUp('https://pmda.go.jp/p2')?.fields.url, 'https://pmda.go.jp/p2')
})

test('ADR 0029: a browser that has nothing but the WACZ shows the page as it was', async (t) => {
  const { out } = await exported(t, 'wacz')
  const { lookUp, replay } = await openWacz(out)
  const browser = await chromium.connectOverCDP(`http://${await realBrowser(t)}`)
  const page = await browser.newPage()
  const missed: string[] = []
  await page.route('**/*', async (route) => {
    const line = lookUp(route.request().url())
    if (line === null) {
      missed.push(route.request().url())
      return route.fulfill({ status: 404, body: '' })
    }
    const { status, body, headers } = await replay(line)
    return route.fulfill({ status, body, contentType: `${headers['content-type']}; charset=utf-8` })
  })

  await page.goto('https://pmda.go.jp/p2')
  const shown = [await page.title(), await page.innerText('p')]
  await browser.close()

  assert.deepEqual(shown, ['pmda', 'シタグリプチンの投与によりHbA1cは0.7ポイント低下した。'])
  assert.deepEqual(
    missed.filter((url) => !url.endsWith('/favicon.ico')),
    [],
  )
})
