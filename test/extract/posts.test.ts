import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseHtml } from '../../src/extract/parse-html.ts'
import { postFinder } from '../../src/extract/posts.ts'

/** The post and writer of every paragraph. */
function writers(body: string, isForum = false) {
  const document = parseHtml(`<!doctype html><html><body>${body}</body></html>`)
  const postOf = postFinder(document, isForum)
  return (document.byTag.get('p') ?? []).map((element) => {
    const post = postOf(element)
    return post === null ? null : `${post.id} ${post.author ?? '?'}`
  })
}

test('LYRA 2.9: a comment under an article has its writer, the article has none', () => {
  const page = `<article class="post"><p>Text.</p></article><ol class="comments">
    <li class="comment" id="comment-7"><cite class="comment-author">By Jo, 3 May</cite><p>One.</p>
      <ul><li class="comment"><b itemprop="author">Kim</b><p>Two.</p></li></ul></li>
    <li class="comment"><span class="username">匿名さん</span><p>Three.</p></li></ol>`

  assert.deepEqual(writers(page), [null, '1 Jo', '2 Kim', '3 ?'])
})

test('LYRA 2.9: a board is known by several posts of several people, whatever kind of page it was taken for', () => {
  const post = (name: string) => `<div class="post"><div class="poster">${name}</div><p>Words.</p></div>`

  assert.deepEqual(writers(['Ann', 'Bo', 'Ann'].map(post).join('')), ['1 Ann', '2 Bo', '3 Ann'])
  assert.deepEqual(writers(['Ann', 'Ann', 'Ann'].map(post).join('')), [null, null, null])
})

test('LYRA 2.9: answers are posts on a board only; a manual answers its own questions', () => {
  const page = '<section class="question"><p>Why?</p></section><section class="answer"><p>So.</p></section>'

  assert.deepEqual(writers(page, true), ['1 ?', '2 ?'])
  assert.deepEqual(writers(page), [null, null])
})

test('the form and the count of comments are no comments', () => {
  assert.deepEqual(
    writers('<div class="comment-form"><p>Say something.</p></div><div class="comments"><p>3</p></div>'),
    [null, null],
  )
})
