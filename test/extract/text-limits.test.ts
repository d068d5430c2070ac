import assert from 'node:assert/strict'
import { test } from 'node:test'
import { LONGEST_FRAGMENT, LONGEST_HEADING, LONGEST_PAGE, MOST_FRAGMENTS } from '../../src/domain/text-limits.ts'
import type { Block } from '../../src/extract/blocks.ts'
import { toFragments, truncationFlag } from '../../src/extract/fragments.ts'

const block = (text: string, type: Block['type'] = 'paragraph'): Block => ({
  type,
  text,
  level: 2,
  emitted: true,
  page: null,
})
const fragmentsOf = (blocks: readonly Block[]) => toFragments(blocks, 'html', () => null, null)

test('SECURITY: a paragraph without end becomes fragments of bounded length, cut at words, and loses nothing', () => {
  const words = Array.from({ length: 9000 }, (_, n) => `word${n}`).join(' ')
  const fragments = fragmentsOf([block(words)])
  assert.ok(fragments.length > 3)
  assert.ok(fragments.every(({ text_content }) => text_content.length <= LONGEST_FRAGMENT))
  assert.equal(fragments.map(({ text_content }) => text_content).join(' '), words)
  assert.deepEqual(truncationFlag(fragments), [])
})

test('SECURITY: a pair of surrogates is not cut apart', () => {
  const fragments = fragmentsOf([block(`a${'😀'.repeat(LONGEST_FRAGMENT)}`)])
  assert.ok(fragments.every(({ text_content }) => text_content.isWellFormed()))
})

test('SECURITY: a page ends at its number of fragments and characters, and says so', () => {
  const many = fragmentsOf(Array.from({ length: MOST_FRAGMENTS + 5 }, (_, n) => block(`Sentence number ${n}.`)))
  assert.equal(many.length, MOST_FRAGMENTS)
  assert.deepEqual(truncationFlag(many), ['truncated'])
  const long = fragmentsOf([block(Array.from({ length: LONGEST_PAGE / 6 }, (_, n) => `word${n}`).join(' '))])
  const length = long.at(-1)?.char_end ?? 0
  assert.ok(length >= LONGEST_PAGE && length < LONGEST_PAGE + 2 * LONGEST_FRAGMENT, String(length))
  assert.deepEqual(truncationFlag(long), ['truncated'])
})

test('SECURITY: a heading without end is not repeated whole with each fragment under it', () => {
  const [heading, under] = fragmentsOf([block('h'.repeat(5000), 'heading'), block('What stands under it.')])
  assert.equal(heading?.text_content.length, 5000)
  assert.equal(under?.heading_context?.length, LONGEST_HEADING)
})
