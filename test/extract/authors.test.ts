import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isSignature, namesIn } from '../../src/extract/author-names.ts'
import { readMetadata } from '../../src/extract/metadata.ts'
import { parseHtml } from '../../src/extract/parse-html.ts'

const bylines: readonly (readonly [string, readonly string[]])[] = [
  ['By Ana Ito', ['Ana Ito']],
  ['By Ana Ito and Bo Lind, Staff Writers | March 5, 2024', ['Ana Ito', 'Bo Lind']],
  ['By Ana Ito, Bo Lind, Cy van Dam', ['Ana Ito', 'Bo Lind', 'Cy van Dam']],
  ['Analysis by Ana Ito, Science Editor', ['Ana Ito']],
  ['Ana Ito @anaito 5 March 2024', ['Ana Ito']],
  ['Ana Ito, MS, RDN', ['Ana Ito']],
  ['Von Ana Ito publiziert am 25. März 2024', ['Ana Ito']],
  ['Текст: Анна Белова', ['Анна Белова']],
  ['文：佐藤花子', ['佐藤花子']],
  ['佐藤花子、鈴木一郎', ['佐藤花子', '鈴木一郎']],
  ['Maria &amp; Co', ['Maria']],
]

for (const [line, expected] of bylines) {
  test(`authors: the byline "${line}"`, () => {
    assert.deepEqual(namesIn(line), expected)
  })
}

const signatures: readonly (readonly [string, boolean])[] = [
  ['Ana Ito', true],
  ['Regina', true],
  ['佐藤花子', true],
  ['McKenzie', true],
  ['admin', false],
  ['jdadmin', false],
  ['user3080', false],
  ['kevin-r', false],
  ['ColdFox', false],
  ['The Daily Bridge', false],
  ['Bridge Staff', false],
  ['編集部', false],
]

for (const [name, expected] of signatures) {
  test(`authors: "${name}" ${expected ? 'is somebody' : 'is an account, a desk or the site'}`, () => {
    assert.equal(isSignature(name, ['The Daily Bridge', 'dailybridge']), expected)
  })
}

function authorsOf(html: string, url = 'https://www.dailybridge.example/story'): readonly string[] {
  return readMetadata(parseHtml(html), url).authors
}

test('authors: people who comment did not write the page', () => {
  const html =
    '<h1>Council votes on the bridge</h1><p class="byline">By <a rel="author" href="/authors/ito">Ana Ito</a></p>' +
    '<p>Text.</p><ol class="comment-list"><li><span class="author">Karl Berg</span></li>' +
    '<li><span class="author">Lily Moon</span></li></ol>'
  assert.deepEqual(authorsOf(html), ['Ana Ito'])
})

test('authors: a byline names more than the declaration, and somebody where the declaration names the house', () => {
  const first = '<meta name="author" content="Ana Ito"><h1>Council votes on the bridge</h1><p>By Ana Ito, Bo Lind</p>'
  const house = first.replace('content="Ana Ito"', 'content="Daily Bridge"')
  assert.deepEqual(authorsOf(`${first.replace('<p>', '<p class="byline">')}`), ['Ana Ito', 'Bo Lind'])
  assert.deepEqual(authorsOf(house), ['Ana Ito', 'Bo Lind'])
})

test('authors: the account that asks on a board is no author', () => {
  const data = {
    '@type': 'DiscussionForumPosting',
    headline: 'Which filter?',
    author: { '@type': 'Person', name: 'Kevin' },
  }
  const script = `<script type="application/ld+json">${JSON.stringify(data)}</script>`
  const html = `${script}<h1>Which filter?</h1><p>I wonder.</p>`
  assert.deepEqual(authorsOf(html), [])
})

test('authors: names that an index reads stay as they are listed', () => {
  const html =
    '<meta name="citation_author" content="Ito, Ana"><meta name="citation_author" content="佐藤 花子"><h1>Lead</h1>'
  assert.deepEqual(authorsOf(html), ['Ito, Ana', '佐藤 花子'])
})
