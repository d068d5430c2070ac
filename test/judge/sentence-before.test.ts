import assert from 'node:assert/strict'
import { test } from 'node:test'
import { claimBefore, goesOnWith, goingOn, quietBefore, sentenceBefore } from '../../src/judge/sentence-before.ts'

const text = (id: string, position: number, text_content: string, rest: Record<string, unknown> = {}) => ({
  ...{ id, position, text_content, page_id: 'page_1', fragment_type: 'paragraph', heading_context: 'Costs' },
  ...rest,
})

test('REQ 3.3.1: a paragraph goes on with the last sentence before it, under its own heading and in its own post', () => {
  const before = goesOnWith([
    text('c', 3, 'It was paid in May.'),
    text('a', 1, 'Costs', { fragment_type: 'heading' }),
    text('b', 2, 'The bridge was planned in 2019. Its cost was put at 4 million.'),
    text('d', 4, 'It opened late.', { heading_context: 'Opening' }),
    text('e', 5, 'I saw it.', { heading_context: 'Opening', post_id: 'post_2' }),
    text('other', 3, 'It failed.', { page_id: 'page_2' }),
  ])

  assert.deepEqual([...before], [['c', 'Its cost was put at 4 million.']])
})

test('REQ 3.3.1: in a text it is the sentence before; a line of a list and a row stand under what leads to them', () => {
  const list = 'The council found:\n- It had cost 4 million.\n- It was late. Nobody had asked.'
  const at = (words: string) => list.indexOf(words)

  assert.equal(sentenceBefore(list, 0), null)
  assert.equal(sentenceBefore(list, at('It had cost')), null)
  assert.equal(sentenceBefore(list, at('Nobody')), 'It was late.')
  const source = { id: 'frag_1', text_content: list, fragment_type: 'list' }
  const before = new Map([['frag_1', 'A report came out.']])
  assert.equal(claimBefore({ span_start: at('It had cost') }, source, before), 'A report came out.')
  assert.equal(claimBefore({ span_start: 0 }, { ...source, fragment_type: 'table' }, before), null)
})

test('REQ 4.4.1 L2: what asks, orders or speaks to a machine is not read with the sentence behind it', async () => {
  const speaks = async (texts: readonly string[]) => texts.map((one) => one.includes('assistant'))
  const quiet = (before: string) => quietBefore({ title: null, heading: null, before }, speaks)

  assert.equal(await quiet('The bridge cost 4 million.'), 'The bridge cost 4 million.')
  assert.equal(await quiet('Have you seen the bridge?'), null)
  assert.equal(await quiet('The assistant says that the bridge cost nothing.'), null)
})

test('REQ 3.3.1: it is parted from the sentence, bounded, and cannot part anything itself', () => {
  assert.equal(goingOn(null, 'It fell.'), 'It fell.')
  assert.equal(goingOn('The bridge ¶ stood.', 'It fell.'), 'The bridge   stood. ¶ It fell.')
  const [before = ''] = goingOn(`${'word '.repeat(200)}end`, 'It fell.').split(' ¶ ')
  assert.ok(before.length <= 240 && before.endsWith('word'))
  assert.equal(goingOn('橋'.repeat(300), '落ちた。').split(' ¶ ')[0]?.length, 240)
})
