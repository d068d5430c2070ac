import assert from 'node:assert/strict'
import { test } from 'node:test'
import { locatePassage } from '../../src/domain/locate-passage.ts'

const found = (text: string, passage: string, around?: Parameters<typeof locatePassage>[2]) => {
  const stretch = locatePassage(text, passage, around)
  return stretch === null ? null : text.slice(stretch.start, stretch.end)
}

test('a passage is found though spaces, hyphens, quotes, width and case differ', () => {
  assert.equal(found('It  FELL\nby –4.1\u00a0mmHg.', 'it fell by -4.1 mmHg'), 'It  FELL\nby –4.1\u00a0mmHg.')
  assert.equal(
    found('偶発症は「０．００１３％」で\nあった。', '偶発症は0.0013%であった。'),
    '偶発症は「０．００１３％」で\nあった。',
  )
})

test('of the same words in two places the one with the right surroundings is taken', () => {
  const text = 'Summary. Dose was 5 mg. Methods. We gave tea. Dose was 5 mg. Nobody left.'
  const stretch = locatePassage(text, 'Dose was 5 mg.', { before: 'We gave tea.', after: 'Nobody left.' })
  assert.equal(stretch?.start, text.lastIndexOf('Dose'))
  assert.equal(locatePassage(text, 'Dose was 5 mg.')?.start, text.indexOf('Dose'), 'the first where nothing tells')
})

test('a passage is found by its beginning and end where the page has more inside it', () => {
  const page =
    'The trial of two hundred adults[12][13] found that the tea did not lower blood pressure at all.[4] More.'
  const passage = 'The trial of two hundred adults found that the tea did not lower blood pressure at all.'
  assert.match(found(page, passage) ?? '', /^The trial.*pressure at all\.$/u)
})

test('what does not stand there is not found', () => {
  assert.equal(locatePassage('Tea lowers blood pressure.', 'Coffee raises it.'), null)
  assert.equal(locatePassage('Tea.', '…'), null, 'a passage without letters')
})

test('a page that repeats one word costs no more than its length', () => {
  const started = performance.now()
  locatePassage('ab '.repeat(300_000), `${'ab '.repeat(40)}c`)
  assert.ok(performance.now() - started < 2000)
})
