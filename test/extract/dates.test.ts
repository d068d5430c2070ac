import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dateIn, parseDate, visibleDates } from '../../src/extract/dates.ts'

const written: readonly (readonly [string, string | null])[] = [
  ['2024年3月5日（火）', '2024-03-05'],
  ['令和６年３月５日', '2024-03-05'],
  ['平成元年1月8日', '1989-01-08'],
  ['2024/03/05 10:15', '2024-03-05'],
  ['March 5, 2024', '2024-03-05'],
  ['5 Sept. 2023', '2023-09-05'],
  ['20240305', '2024-03-05'],
  ['2024-13-45', null],
  ['about 2000 people', null],
]

for (const [text, expected] of written) {
  test(`dates (REQ 3.3.3 time consistency): ${text}`, () => {
    assert.equal(dateIn(text), expected)
  })
}

test('dates: a full time becomes UTC, a bare date stays a date', () => {
  assert.equal(parseDate('2024-03-05T09:30:00+09:00'), '2024-03-05T00:30:00.000Z')
  assert.equal(parseDate('2024-03-05T09:30:00+0900'), '2024-03-05T00:30:00.000Z')
  assert.equal(parseDate('2024-03-05'), '2024-03-05')
  assert.equal(parseDate('  '), null)
})

test('dates: labels tell the published from the updated date', () => {
  const text = '最終更新日：2024年4月1日 新型コロナワクチンについて 掲載日：2023年9月20日 接種の案内'
  assert.deepEqual(visibleDates(text), { published: '2023-09-20', updated: '2024-04-01' })
  assert.deepEqual(visibleDates('A guide. Last updated: June 2, 2023.'), { published: null, updated: '2023-06-02' })
})
