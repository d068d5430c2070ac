import assert from 'node:assert/strict'
import { test } from 'node:test'
import { seededRandom } from '../../src/domain/random.ts'
import { createExtract } from '../../src/extract/extract.ts'
import { BLOG_EN, NEWS_JA, NOTICE_JA } from './pages.ts'
import { column, tinyPdf } from './tiny-pdf.ts'

const SEEDS: readonly (readonly [string, Uint8Array])[] = [
  ['text/html', new TextEncoder().encode(NEWS_JA)],
  ['text/html; charset=shift_jis', new TextEncoder().encode(NOTICE_JA)],
  ['text/html', new TextEncoder().encode(BLOG_EN)],
  ['application/pdf', tinyPdf([column(72, 700, ['The limit for lead was lowered.', 'It is now lower.'])])],
]
const FAILURES = ['empty', 'unsupported_type', 'broken_pdf', 'password_pdf', 'login_wall']

/** Flips, cuts, doubles and drops bytes. */
function mutate(body: Uint8Array, random: { next(): number }): Uint8Array {
  const bytes = [...body]
  const at = () => Math.floor(random.next() * bytes.length)
  for (let round = 0; round < 12; round += 1) {
    const kind = Math.floor(random.next() * 4)
    const place = at()
    if (kind === 0) bytes[place] = Math.floor(random.next() * 256)
    if (kind === 1) bytes.splice(place, Math.floor(random.next() * 60))
    if (kind === 2) bytes.splice(place, 0, ...bytes.slice(place, place + 40))
    if (kind === 3) bytes.splice(place, 0, ...new TextEncoder().encode('<div><table></p><!--<ruby>&#x0;]]>'))
  }
  return new Uint8Array(bytes)
}

test('extract (REQ 3.5): 200 damaged documents end in a page or a typed failure, never in an exception', async () => {
  const extract = createExtract()
  const random = seededRandom(20240305)
  const outcomes: string[] = []
  for (let index = 0; index < 200; index += 1) {
    const [contentType, body] = SEEDS[index % SEEDS.length] ?? ['text/html', new Uint8Array()]
    const extraction = await extract({ url: 'https://www.example.com/a', contentType, body: mutate(body, random) })
    outcomes.push(extraction.ok ? 'ok' : extraction.failure)
  }
  assert.equal(outcomes.length, 200)
  assert.deepEqual(
    outcomes.filter((outcome) => outcome !== 'ok' && !FAILURES.includes(outcome)),
    [],
  )
})

for (const depth of [200, 2_000, 20_000]) {
  test(`extract (REQ 3.5): the text under ${depth} nested elements is still read`, async () => {
    const deep = `<html><body>${'<div>'.repeat(depth)}The text at the bottom of the page.${'</div>'.repeat(depth)}</body></html>`
    const extraction = await createExtract()({
      url: 'https://www.example.com/deep',
      contentType: 'text/html',
      body: new TextEncoder().encode(deep),
    })
    assert.deepEqual(extraction.ok && extraction.page.fragments.map((fragment) => fragment.text_content), [
      'The text at the bottom of the page.',
    ])
  })
}
