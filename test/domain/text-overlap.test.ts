import assert from 'node:assert/strict'
import { test } from 'node:test'
import { closestText, textOverlap } from '../../src/domain/text-overlap.ts'

test('REQ 3.1.6: two wordings of one sentence overlap, two sentences do not, in English and Japanese', () => {
  const english = textOverlap('The tea lowered pressure by 4.1 mmHg.', 'The tea lowered pressure by 1.2 mmHg.')
  const japanese = textOverlap('血圧は4.1mmHg低下した。', '血圧は1.2mmHg低下した。')

  assert.ok(english > 0.8, String(english))
  assert.ok(japanese > 0.5, String(japanese))
  assert.ok(textOverlap('The tea lowered pressure.', '会場は駅の北口にあります。') < 0.1)
  assert.equal(textOverlap('', ''), 1)
})

test('the closest text is the first of the best, or none', () => {
  const words = ['green tea', 'black tea', 'coffee']

  assert.equal(
    closestText('black teas', words, (one) => one, 0.4),
    'black tea',
  )
  assert.equal(
    closestText('煎茶', words, (one) => one, 0.4),
    null,
  )
})
