import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { brokenLinks } from '../../scripts/docs-check/links.ts'
import { readDocuments } from '../../scripts/site/documents.ts'
import { anchorMaker, anchorsOf, plainHeading } from '../../scripts/site/headings.ts'
import { siteLink } from '../../scripts/site/markdown-rules.ts'
import { checkMenu, menuOf } from '../../scripts/site/menu.ts'

const ROOT = join(import.meta.dirname, '..', '..')

test('docs: every relative link leads to a file, and its anchor to a place on that page', () => {
  const pages = globSync(['*.md', 'docs/**/*.md'], { cwd: ROOT })

  assert.deepEqual(
    pages.flatMap((file) => brokenLinks(ROOT, file, readFileSync(join(ROOT, file), 'utf8'))),
    [],
  )
})

test('docs: a link to a place that is not on the page is found; code is no link', () => {
  const markdown = '# A\n\n[a](#a) [b](#b) [c](docs/no-such.md) `[d](e.md)`\n\n```text\n[f](g.md)\n```\n'

  assert.deepEqual(brokenLinks(ROOT, 'page.md', markdown), ['page.md: #b', 'page.md: docs/no-such.md'])
})

test('docs: anchors are those that GitHub makes', () => {
  const anchor = anchorMaker()

  assert.deepEqual(
    ['`lyra demo`', 'What works, what does not yet', '結果の読みかた', 'A & B', '`lyra demo`'].map((heading) =>
      anchor(plainHeading(heading)),
    ),
    ['lyra-demo', 'what-works-what-does-not-yet', '結果の読みかた', 'a--b', 'lyra-demo-1'],
  )
  assert.deepEqual([...anchorsOf('# A <a id="x-1"></a>\n\n```sh\n# no heading\n```\n')], ['a', 'x-1'])
})

test('site: every page has its place in the menu; a Japanese reader gets the Japanese page where there is one', () => {
  const documents = readDocuments(ROOT)
  const titlesFor = (source: string) => {
    const page = documents.find((one) => one.source === source)
    assert.ok(page !== undefined, source)
    return menuOf(page, documents).flatMap((group) => group.pages.map(({ href }) => href))
  }

  assert.doesNotThrow(() => checkMenu(documents))
  assert.ok(titlesFor('docs/index.md').includes('guide/ten-minutes.html'))
  assert.ok(!titlesFor('docs/index.md').includes('guide/ten-minutes.ja.html'))
  assert.ok(titlesFor('docs/index.ja.md').includes('guide/ten-minutes.ja.html'))
  assert.ok(!titlesFor('docs/index.ja.md').includes('guide/ten-minutes.html'))
})

test('site: links lead from page to page, pictures to their copy, and what is not in the site has no address', () => {
  const documents = readDocuments(ROOT)
  const page = documents.find((one) => one.source === 'docs/guide/ten-minutes.md')
  assert.ok(page !== undefined)

  assert.deepEqual(
    ['../../README.md#settings', '../img/claim.png', '../adr', 'https://example.org/', '../../src/cli/main.ts'].map(
      (link) => siteLink(page, link, documents),
    ),
    [
      '../readme.html#settings',
      '../img/claim.png',
      '../adr/0001-runtime-and-sqlite.html',
      'https://example.org/',
      null,
    ],
  )
})
