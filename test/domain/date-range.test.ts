import assert from 'node:assert/strict'
import { test } from 'node:test'
import { firstDay, isOutside, lastDay, takePeriod } from '../../src/domain/date-range.ts'

test('a year or a month is its first day; what is no date is none', () => {
  assert.deepEqual(['2024', '2024-03', '2024-03-09'].map(firstDay), ['2024-01-01', '2024-03-01', '2024-03-09'])
  assert.deepEqual(['2024-13', '2024-02-30', 'yesterday', '24'].map(firstDay), [null, null, null, null])
})

test('`after` is the first day that counts, `before` the first that does not; what is not dated may lie inside', () => {
  const range = { after: '2024-03-01', before: '2025-01-01' }
  const inside = ['2024-03-01', '2024-12-31', null, '2024', '2024-03']
  const outside = ['2024-02-29', '2025-01-01', '2023', '2024-02', '2026']
  assert.deepEqual(
    inside.map((date) => isOutside(date, range)),
    inside.map(() => false),
  )
  assert.deepEqual(
    outside.map((date) => isOutside(date, range)),
    outside.map(() => true),
  )
  assert.equal(lastDay(range), '2024-12-31')
})

test('REQ 3.1.1: after: and before: of a query are its period; other words with a colon are not', () => {
  assert.deepEqual(takePeriod('銀葉茶　血圧 after:2024 before:2025-06'), {
    words: '銀葉茶 血圧',
    range: { after: '2024-01-01', before: '2025-06-01' },
  })
  assert.deepEqual(takePeriod('the day after:tomorrow thereafter:2024'), {
    words: 'the day after:tomorrow thereafter:2024',
    range: {},
  })
})
