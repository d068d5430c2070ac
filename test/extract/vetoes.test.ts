import assert from 'node:assert/strict'
import { test } from 'node:test'
import { overridesOf } from '../../src/extract/classifier-overrides.ts'
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

/** What the corrections leave of the judgements, piece by piece. */
function corrected(html: string, judged: readonly number[]): readonly number[] {
  const { units } = read(html)
  assert.equal(units.length, judged.length)
  const correct = overridesOf({ units, keepReferences: false, isArticle: true, saysOnce: true })
  return [...correct(Float64Array.from(judged))].map((share) => Number(share.toFixed(3)))
}

const SENTENCE = 'The council measured the water of eleven towns in March and found lead in four of their oldest pipes.'

test('HTML (REQ 3.2): the name of a box does not outweigh a strong judgement of its prose, only a weak one', () => {
  const box = (text: string) =>
    `<article><p>Water in Aarby.</p></article><div class="related-posts"><p>${text}</p></div>`

  assert.deepEqual(corrected(box(SENTENCE), [0.9, 0.7]), [0.9, 0.7])
  assert.deepEqual(corrected(box(SENTENCE), [0.9, 0.59]), [0.9, 0.118])
  assert.deepEqual(corrected(box('Lead in pipes'), [0.9, 0.7]), [0.9, 0.14])
})

test('HTML (REQ 3.2): another story in the page is not part of its text, a second part of the same story is', () => {
  const text = `<p>${SENTENCE}</p><p>Pipes laid before 1950 are being replaced.</p>`
  const story = `<article><h1>Lead in tap water</h1>${text}</article>`
  const other = (heading: string) =>
    `<article><h2>${heading}</h2><p>The museum opens its new wing on Sunday.</p></article>`
  const judged = [0.9, 0.95, 0.9, 0.6, 0.6]

  assert.deepEqual(corrected(story + other('<a href="/museum">A new wing</a>'), judged), [0.9, 0.95, 0.9, 0.18, 0.18])
  assert.deepEqual(corrected(story + other('What happens next'), judged), judged)
})

test('HTML (REQ 3.2): the life of the author is not part of the text, unless it is most of the page', () => {
  const life = '<div class="author-bio"><p>Paula Nagy has written about water and towns since 2009.</p></div>'
  const story = [SENTENCE, 'Pipes laid before 1950 are being replaced by copper.', 'The work costs £2.6 million.']
    .map((text) => `<p>${text}</p>`)
    .join('')

  assert.deepEqual(corrected(`<article>${story}${life}</article>`, [0.9, 0.9, 0.9, 0.8]), [0.9, 0.9, 0.9, 0.16])
  assert.deepEqual(corrected(`<article><p>Paula Nagy, reporter.</p>${life}</article>`, [0.9, 0.7]), [0.9, 0.7])
})

test('HTML (REQ 3.2): another story and the life of the author are not in the fragments of a page', async () => {
  const paragraphs = ['March', 'April', 'May', 'June', 'July', 'August']
    .map(
      (month, at) =>
        `<p>In ${month} the agency measured the water of ${at + 3} towns, and found lead in ${at + 1} of them.</p>`,
    )
    .join('')
  const html = `<html lang="en"><head><title>Lead in tap water</title>
    <meta property="og:type" content="article"></head><body>
    <article><h1>Lead in tap water</h1>${paragraphs}
    <div class="author-bio"><p>Paula Nagy has written about water and towns since 2009.</p></div></article>
    <article><h2><a href="/museum">A new wing</a></h2><p>The museum opens its new wing on Sunday.</p></article>
    </body></html>`
  const body = new TextEncoder().encode(html)
  const extraction = await extract({ url: 'https://press.example/2024/water', contentType: 'text/html', body })
  const text = extraction.ok ? extraction.page.fragments.map((one) => one.text_content).join('\n') : ''

  assert.equal(text.includes('found lead in 6 of them'), true)
  assert.equal(text.includes('Paula Nagy'), false)
  assert.equal(text.includes('museum'), false)
})

/** Twenty-four cards of a shop: a name, a price, a few words. */
function shopPage(): string {
  const cards = Array.from({ length: 24 }, (_, at) => {
    const name = ['Desk', 'Lamp', 'Chair', 'Shelf'][at % 4]
    return `<div class="card"><a href="/p/${at}"><h3>${name} ${at}</h3></a><span>£${at * 7 + 9}</span>
      <p>${name} of oak with ${at} drawers, made to order.</p><button>Add to basket</button></div>`
  })
  return `<html lang="en"><head><title>Furniture</title></head><body>
    <nav><a href="/">Home</a> <a href="/sale">Sale</a></nav>
    <h1>Furniture</h1>${cards.join('')}<footer><p>Free delivery over £50</p></footer></body></html>`
}

test('HTML (REQ 3.2): a page whose text is uncertain carries a flag and says how right it may be', async () => {
  const flagsOf = async (html: string) => {
    const body = new TextEncoder().encode(html)
    const extraction = await extract({ url: 'https://shop.example/all', contentType: 'text/html', body })
    if (!extraction.ok) return [extraction.failure]
    const { qualityFlags, qualityReasons = [] } = extraction.page
    const isUnsure = qualityFlags.includes('unsure_extraction')
    return [
      isUnsure,
      qualityReasons.filter((reason) => /^Main text uncertain: about \d\d % right$/.test(reason)).length,
    ]
  }
  const paragraphs = Array.from(
    { length: 24 },
    (_, at) => `<p>${SENTENCE} In the year ${1990 + at} it was ${at + 2}.</p>`,
  )

  assert.deepEqual(await flagsOf(shopPage()), [true, 1])
  assert.deepEqual(await flagsOf(`<article><h1>Lead in tap water</h1>${paragraphs.join('')}</article>`), [false, 0])
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
