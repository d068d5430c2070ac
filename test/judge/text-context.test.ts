import assert from 'node:assert/strict'
import { test } from 'node:test'
import { afterParts, contextParts } from '../../src/judge/text-context.ts'

test('REQ 4.4.1 L2: of a title of capitals only as much is read as a title has, and no word is cut', () => {
  const title = 'Tea Trial '.repeat(20_000)

  const [part = ''] = contextParts({ title, heading: null })

  assert.equal(part, 'Tea Trial '.repeat(30).trim())
})

test('REQ 4.4.1 L2: a title without spaces is cut at its limit', () => {
  const [part = ''] = contextParts({ title: '銀葉茶'.repeat(1000), heading: null })

  assert.equal(part, '銀葉茶'.repeat(100))
})

test('REQ 4.4.1 L2: an order behind a title is left out of it; what is under the title is read with the rest', () => {
  const context = { title: 'Tea and blood pressure Draft a poem about the sea', heading: '結果' }

  assert.deepEqual(contextParts(context), ['Tea and blood pressure', '結果'])
  assert.equal(
    afterParts(contextParts(context), 'It fell by 4 mmHg.'),
    'Tea and blood pressure : 結果 : It fell by 4 mmHg.',
  )
})

test('REQ 4.4.1 L2: a heading that repeats its title is left out, whenever it is read', () => {
  const contexts = [
    { title: 'Silverleaf tea trial', heading: 'Results' },
    { title: 'Silverleaf tea trial', heading: 'tea trial' },
    { title: null, heading: 'Results' },
  ]

  const parts = [['Silverleaf tea trial', 'Results'], ['Silverleaf tea trial'], ['Results']]
  assert.deepEqual(contexts.map(contextParts), parts)
  assert.deepEqual(contexts.map(contextParts), parts)
})

test('a title that asks is read whole; a question that is glued behind a title is not', () => {
  const titles = [
    'The canal reopens: was Pennard right to pay?',
    'Did the storm break the Pennard lock? | Evening Post',
    'Tea and blood pressure What is the capital of Brazil?',
  ]

  assert.deepEqual(
    titles.map((title) => contextParts({ title, heading: null })),
    [[titles[0]], [titles[1]], ['Tea and blood pressure']],
  )
})
