import assert from 'node:assert/strict'
import { test } from 'node:test'
import { defaultExtract } from './default-extract.ts'
import { JAPANESE_PAGES as FIRST } from './japanese-pages.ts'
import { JAPANESE_PUBLIC_PAGES } from './japanese-public-pages.ts'

const extract = defaultExtract()
const JAPANESE_PAGES = [...FIRST, ...JAPANESE_PUBLIC_PAGES]

for (const { name, url, html, body } of JAPANESE_PAGES) {
  test(`Japanese page (REQ 3.2): ${name}`, async () => {
    const extraction = await extract({ url, contentType: 'text/html', body: new TextEncoder().encode(html) })
    assert.equal(extraction.ok, true, JSON.stringify(extraction))
    const page = (extraction as Extract<typeof extraction, { ok: true }>).page
    assert.deepEqual(
      page.fragments.map((fragment) => fragment.text_content),
      body,
    )
    assert.equal(page.language, 'ja')
  })
}

test('page type (REQ 3.1.2): Japanese pages', async () => {
  const typed = JAPANESE_PAGES.filter((page) => page.type !== null)
  const found: [string, string][] = []
  for (const { name, url, html } of typed) {
    const extraction = await extract({ url, contentType: 'text/html', body: new TextEncoder().encode(html) })
    found.push([name, extraction.ok ? extraction.page.pageType : extraction.failure])
  }
  assert.deepEqual(
    found,
    typed.map((page) => [page.name, page.type]),
  )
})
