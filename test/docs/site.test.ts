import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { z } from 'zod'
import { indexScript, searchEntries } from '../../scripts/site/search-index.ts'

const ROOT = join(import.meta.dirname, '..', '..')

test('SECURITY: every package of the generator has its hash, and the version is pinned', () => {
  const folder = join(ROOT, 'scripts', 'site', 'generator')
  const lock = z
    .object({ packages: z.record(z.string(), z.object({ integrity: z.string().optional() })) })
    .parse(JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8')))
  const { dependencies } = z
    .object({ dependencies: z.record(z.string(), z.string()) })
    .parse(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')))
  const without = Object.entries(lock.packages).filter(
    ([path, { integrity }]) => path !== '' && integrity?.startsWith('sha512-') !== true,
  )

  assert.deepEqual(without, [])
  assert.deepEqual(dependencies, { '@11ty/eleventy': '3.1.2' })
})

test('site: the search has one entry a section, with its address, its text and its language', () => {
  const page = {
    source: 'docs/how-to/own.ja.md',
    output: 'how-to/own.ja.html',
    title: '手元の文書を調べる',
    language: 'ja',
    text: '',
    other: null,
  } as const
  const html = `<body><main><h1 id="a">手元の文書を調べる</h1><p>今できること</p><h2 id="b">検索</h2><p>一つ</p>
<pre>npx  lyra</pre><footer>原稿</footer></main></body>`

  const entries = searchEntries(page, html)

  assert.deepEqual(
    entries.map(({ u, t, h, x, l }) => [u, t, h, x, l]),
    [
      ['how-to/own.ja.html#a', '手元の文書を調べる', '手元の文書を調べる', '今できること', 'ja'],
      ['how-to/own.ja.html#b', '手元の文書を調べる', '検索', '一つ npx lyra', 'ja'],
    ],
  )
  assert.match(indexScript(entries), /^window\.lyraIndex = \[\{"u":"how-to\/own\.ja\.html#a"/)
})
