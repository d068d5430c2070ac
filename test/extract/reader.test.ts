import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createReader } from '../../src/extract/reader.ts'
import type { RawDocument } from '../../src/extract/types.ts'
import { NEWS_JA } from './pages.ts'

const LIMITS = { deadlineMs: 60_000, heapMb: 1024, idleMs: 30_000 }

function documentOf(html: string): RawDocument {
  return { url: 'https://www.example.com/a', contentType: 'text/html', body: new TextEncoder().encode(html) }
}

const hostile: readonly [name: string, html: string][] = [
  ['of a million elements', '<p>水道水の<b>鉛</b>を調べた。</p>'.repeat(450_000)],
  ['of brackets alone', '<'.repeat(19_000_000)],
]
for (const [name, html] of hostile) {
  test(`reader (REQ 3.5): a page ${name}, twenty megabytes long, leaves the thread alive for the next`, async () => {
    const read = createReader(LIMITS)
    await read(documentOf(html), 'html')
    const next = await read(documentOf(NEWS_JA), 'html')
    assert.equal(next.ok, true)
  })
}

test('reader (REQ 3.5): a page that takes longer than the deadline is given up by name', async () => {
  const read = createReader({ ...LIMITS, deadlineMs: 1 })
  const slow = await read(documentOf(`<html><body>${'<p>text</p>'.repeat(100_000)}</body></html>`), 'html')
  assert.deepEqual(slow, { ok: false, failure: 'too_costly', reason: 'Reading the page took longer than 0.001 s' })
})

test('reader (REQ 3.5): pages asked for together are read one after the other, each with its own answer', async () => {
  const read = createReader(LIMITS)
  const pages = await Promise.all([
    read(documentOf(NEWS_JA), 'html'),
    read(documentOf('# Notes\n\nThe limit was lowered to ten.'), 'text'),
    read(documentOf(NEWS_JA), 'html'),
  ])
  assert.deepEqual(pages[0], pages[2])
  assert.deepEqual(
    pages.map((page) => page.ok && page.page.language),
    ['ja', 'en', 'ja'],
  )
})

test('reader (REQ 3.5): a page asked for while the idle thread is leaving is read by a new one', async () => {
  const read = createReader({ ...LIMITS, idleMs: 1 })
  const outcomes: boolean[] = []
  for (let round = 0; round < 2; round += 1) {
    outcomes.push((await read(documentOf('# Notes\n\nThe limit was lowered to ten.'), 'text')).ok)
    await new Promise((resolve) => setTimeout(resolve, round))
  }
  assert.deepEqual(outcomes, [true, true])
})
