import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mutationRun } from '../../bench/extraction/mutations.ts'
import { seededRandom } from '../../src/domain/random.ts'
import { UNEXPECTED_FAILURE } from '../../src/extract/types.ts'
import { damage, SEEDS } from './damage.ts'
import { defaultExtract } from './default-extract.ts'

const FAILURES = ['empty', 'unsupported_type', 'broken_pdf', 'password_pdf', 'ocr_failed', 'login_wall', 'too_costly']

const extract = defaultExtract()

test('extract (REQ 3.5): 240 damaged documents end in a page or a failure that was foreseen, none after more than 5 s', async () => {
  const random = seededRandom(20240305)
  const outcomes: string[] = []
  let slowest = 0
  for (let index = 0; index < 240; index += 1) {
    const [contentType, body] = SEEDS[index % SEEDS.length] ?? ['text/html', new Uint8Array()]
    const started = performance.now()
    const extraction = await extract({ url: 'https://www.example.com/a', contentType, body: damage(body, random) })
    slowest = Math.max(slowest, performance.now() - started)
    const unforeseen = !extraction.ok && extraction.reason.startsWith(UNEXPECTED_FAILURE)
    outcomes.push(extraction.ok ? 'ok' : unforeseen ? extraction.reason : extraction.failure)
  }
  assert.equal(outcomes.length, 240)
  assert.deepEqual(
    outcomes.filter((outcome) => outcome !== 'ok' && !FAILURES.includes(outcome)),
    [],
  )
  assert.equal(slowest < 5000, true, `slowest ${slowest} ms`)
})

test('mutation bench (REQ 3.5): an exception counts whether it was thrown or caught at the last fence, a typed failure does not', async () => {
  const ends = [
    async () => ({ ok: false, failure: 'empty', reason: `${UNEXPECTED_FAILURE}: x is undefined` }) as const,
    async () => ({ ok: false, failure: 'broken_pdf', reason: 'Invalid PDF structure' }) as const,
    () => Promise.reject(new Error('out of range')),
  ]
  let asked = 0
  const said: string[] = []
  const run = await mutationRun(
    3,
    (line) => said.push(line),
    async ({ url }) => {
      // The first round only warms the readers.
      if (!url.endsWith('/a')) return { ok: false, failure: 'empty', reason: 'warm' }
      const end = ends[asked++] as (typeof ends)[number]
      return end()
    },
  )
  assert.equal(run.untyped, 2)
  assert.deepEqual(said, [
    `input 0 (text/html): ${UNEXPECTED_FAILURE}: x is undefined`,
    'input 2 (text/html): out of range',
  ])
})

for (const depth of [200, 2_000, 20_000]) {
  test(`extract (REQ 3.5): the text under ${depth} nested elements is still read`, async () => {
    const deep = `<html><body>${'<div>'.repeat(depth)}The text at the bottom of the page.${'</div>'.repeat(depth)}</body></html>`
    const extraction = await extract({
      url: 'https://www.example.com/deep',
      contentType: 'text/html',
      body: new TextEncoder().encode(deep),
    })
    assert.deepEqual(extraction.ok && extraction.page.fragments.map((fragment) => fragment.text_content), [
      'The text at the bottom of the page.',
    ])
  })
}
