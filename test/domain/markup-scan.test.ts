import assert from 'node:assert/strict'
import { test } from 'node:test'
import { elementsIn, elementText, replaceTags } from '../../src/domain/markup-scan.ts'
import { realPages } from './real-pages.ts'

const BROKEN = [
  '<',
  '<<b>',
  '<p<p<p>x</p>',
  'a < b > c',
  '<h1>a<h1>b</h1>',
  '<h2 a=">">x</H2>',
  '<p',
  '>',
  '<url></url>',
]

test('tags are replaced as /<[^>]*>/g replaces them, on real pages and on broken ones', () => {
  for (const page of [...realPages(), ...BROKEN]) {
    assert.equal(replaceTags(page, ' '), page.replace(/<[^>]*>/g, ' '))
    assert.equal(
      replaceTags(page, '\n', /^<(?:br|\/p|\/li|\/div)\b/i),
      page.replace(/<(?:br|\/p|\/li|\/div)\b[^>]*>/gi, '\n'),
    )
  }
})

test('elements are found as an expression with a back reference finds them', () => {
  for (const page of [...realPages(), ...BROKEN]) {
    const expected = [...page.matchAll(/<(h[1-4])\b[^>]*>([\s\S]{0,2000}?)<\/\1>/gi)].map(([, , inner]) => inner)
    const found = [...elementsIn(page, ['h1', 'h2', 'h3', 'h4'], 2000)].map(({ inner }) => inner)
    assert.deepEqual(found, expected)
  }
})

test('an element without an end, or with one too far away, is none; the next one is', () => {
  const far = `<h1>${'x'.repeat(50)}</h1><h1>near</h1>`
  assert.deepEqual(
    [...elementsIn(far, ['h1'], 20)].map(({ inner }) => inner),
    ['near'],
  )
  assert.deepEqual(
    [...elementsIn('<h1>never closed <h2>x</h2>', ['h1', 'h2'], 99)].map(({ name }) => name),
    ['h2'],
  )
})

test('the text of an element is trimmed, and only what holds nothing but text counts', () => {
  assert.equal(elementText('<loc> https://a.example/ </loc>', 'loc'), 'https://a.example/')
  assert.equal(elementText('<loc><b>x</b></loc><loc>y</loc>', 'loc'), 'y')
  assert.equal(elementText('<loc>never closed', 'loc'), null)
})

test('a megabyte of tags that never close is read in a moment', () => {
  for (const piece of ['<', '<h1>', '<h1', '<url><loc>', '</h1', '<script>']) {
    const page = piece.repeat(1_000_000 / piece.length)
    const before = process.threadCpuUsage()
    replaceTags(page, ' ', /^<br\b/)
    for (const _ of elementsIn(page, ['h1', 'url', 'script'], 2000)) break
    elementText(page, 'loc')
    const { user, system } = process.threadCpuUsage(before)
    assert.ok(user + system < 1_000_000, `${piece}: ${(user + system) / 1000} ms`)
  }
})
