import assert from 'node:assert/strict'
import { test } from 'node:test'
import { find } from '../../src/extract/dom.ts'
import { isBiography, isNamedFurniture } from '../../src/extract/furniture.ts'
import { invisibleElements } from '../../src/extract/invisible-elements.ts'
import { isLoginWall } from '../../src/extract/login-wall.ts'
import { widgetUnits } from '../../src/extract/page-widgets.ts'
import { parseHtml } from '../../src/extract/parse-html.ts'
import { withoutShortcodes } from '../../src/extract/shortcodes.ts'
import { unitsOf } from '../../src/extract/units.ts'
import { defaultExtract } from './default-extract.ts'

const extract = defaultExtract()

function read(html: string) {
  const document = parseHtml(html)
  return { document, units: unitsOf(document, invisibleElements(document)) }
}

function first(html: string, test: Parameters<typeof find>[1]) {
  const element = find(parseHtml(html).root, test)
  assert.notEqual(element, null)
  return element as NonNullable<typeof element>
}

const NAMES: readonly (readonly [html: string, isFurniture: boolean])[] = [
  ['<div class="site-footer">x</div>', true],
  ['<div class="postMeta">x</div>', true],
  ['<div class="breadcrumbs">x</div>', true],
  ['<div class="author-kevin">x</div>', false],
  ['<div class="css-1Ad9xK">x</div>', false],
  ['<div id="__next" class="nav">x</div>', false],
  ['<article class="author">x</article>', false],
  ['<main class="related">x</main>', false],
]

for (const [html, expected] of NAMES)
  test(`HTML (REQ 3.2): ${html} is ${expected ? '' : 'not '}called furniture`, () => {
    assert.equal(isNamedFurniture(first(html, () => true)), expected)
  })

test('HTML (REQ 3.2): a box about who wrote the page is known by its whole name', () => {
  assert.equal(isBiography(first('<div class="post-author-bio">x</div>', () => true)), true)
  assert.equal(isBiography(first('<div class="biography">x</div>', () => true)), false)
})

test('HTML (REQ 3.2): sorting, counters and hints for screen readers work the page and are no text', () => {
  const { units } = read(
    `<p>Sort by:</p><p>Relevance</p><p>Best for gifts</p><p>Price: low to high</p><p>1,204 views</p>
     <p class="sr-only">Opens the picture in a larger size</p><p>価格の安い順</p><p>新着順</p>
     <p>Recommended doses differ from country to country.</p><p>Latest figures show a rise.</p>`,
  )
  const widgets = widgetUnits(units)

  assert.deepEqual(
    units.filter((_, index) => !widgets.has(index)).map((unit) => unit.text),
    ['Recommended doses differ from country to country.', 'Latest figures show a rise.'],
  )
})

test('HTML (REQ 3.2): shortcodes of a content manager go, what people write in brackets stays', () => {
  assert.equal(
    withoutShortcodes('[vc_row full_width="stretch"]Lead was found [3] in [sic] pipes[/vc_row] [gallery ids="1,2"]'),
    'Lead was found [3] in [sic] pipes',
  )
  assert.equal(withoutShortcodes('See [Nature] and [a, b]'), 'See [Nature] and [a, b]')
})

const WALLS: readonly (readonly [text: string, isWall: boolean])[] = [
  ['続きを読むには会員登録が必要です。', true],
  ['この記事は有料会員限定です。', true],
  ['残り 1,204 文字', true],
  ['Log in to continue reading.', true],
  ['この記事は会員登録なしでお読みいただけます。', false],
  ['この記事は会員限定ではありません。', false],
  ['You do not need to subscribe to read this article.', false],
  ['This story is free for everyone, not for subscribers only.', false],
]

for (const [text, expected] of WALLS)
  test(`HTML (REQ 3.1.2): "${text}" makes ${expected ? 'a' : 'no'} wall of a short page`, () => {
    const { document, units } = read(`<article><h1>水道</h1><p>短い記事です。</p><p>${text}</p></article>`)

    assert.equal(isLoginWall(document, units, 20), expected)
  })

test('HTML (REQ 3.1.2): the label of another article makes no wall', () => {
  const { document, units } = read(
    '<article><p>短い記事です。</p></article><aside><p>会員限定</p></aside><a href="/2">会員限定の記事</a>',
  )

  assert.equal(isLoginWall(document, units, 20), false)
})

test('HTML (REQ 3.2): a page of which only its description is known was not read', async () => {
  const extraction = await extract({
    url: 'https://shop.example.com/item/5',
    contentType: 'text/html',
    body: new TextEncoder().encode(
      `<html><head><title>Desk</title><meta name="description" content="Buy this wonderful standing desk in oak or
       walnut and have it delivered to your home within three days of your order."></head><body><div id="app"></div>
       </body></html>`,
    ),
  })

  assert.equal(extraction.ok ? 'read' : extraction.failure, 'empty')
})
