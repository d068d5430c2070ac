import assert from 'node:assert/strict'
import { test } from 'node:test'
import { seededRandom } from '../../src/domain/random.ts'
import { createExtract } from '../../src/extract/extract.ts'
import { damage, SEEDS } from './damage.ts'

const FAILURES = ['empty', 'unsupported_type', 'broken_pdf', 'password_pdf', 'login_wall']

test('extract (REQ 3.5): 240 damaged documents end in a page or a typed failure, none after more than 5 s', async () => {
  const extract = createExtract()
  const random = seededRandom(20240305)
  const outcomes: string[] = []
  let slowest = 0
  for (let index = 0; index < 240; index += 1) {
    const [contentType, body] = SEEDS[index % SEEDS.length] ?? ['text/html', new Uint8Array()]
    const started = performance.now()
    const extraction = await extract({ url: 'https://www.example.com/a', contentType, body: damage(body, random) })
    slowest = Math.max(slowest, performance.now() - started)
    outcomes.push(extraction.ok ? 'ok' : extraction.failure)
  }
  assert.equal(outcomes.length, 240)
  assert.deepEqual(
    outcomes.filter((outcome) => outcome !== 'ok' && !FAILURES.includes(outcome)),
    [],
  )
  assert.equal(slowest < 5000, true, `slowest ${slowest} ms`)
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
