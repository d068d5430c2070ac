import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compareFigures } from '../../../src/research/findings/compare-figures.ts'
import { numbersOf } from '../../../src/research/findings/figures.ts'

const compare = (first: string, second: string) => compareFigures(numbersOf(first).figures, numbersOf(second).figures)

const CASES: readonly (readonly [string, string, string])[] = [
  ['The bridge cost £6.2 million.', 'Its price came to £6.2m in the end.', 'same'],
  ['The plant employs 1,340 people.', '従業員は1340人です。', 'same'],
  ['2021 | 48,300 | revised', 'In 2021 the pool counted 48,300 swimmers.', 'same'],
  ['The tower is 57 metres tall.', 'The tower rises to 5,700 cm.', 'same'],
  ['The fine was €9,400.', 'It was fined €9,400 and paid €820 in costs.', 'part'],
  ['The park has 34 benches.', 'There are 34 benches.', 'common'],
  ['The park has 34 benches.', 'Twelve of the 34 benches are broken.', 'common part'],
  ['The line opened on 3 June 1999.', 'It has run since 3 June 1999.', 'common'],
  ['The bridge cost £6.2 million.', 'The bridge cost £7.1 million.', 'differ'],
  ['In 2021 it had 48,300 visitors.', 'In 2022 it had 48,300 visitors.', 'differ'],
  ['Sales fell by 12 %.', 'Sales fell by 12 %, not 21 %.', 'same'],
  ['Sales fell by 21 %.', 'Sales fell by 12 %, not 21 %.', 'differ'],
  ['Sales fell by 12 %.', 'Sales fell.', 'one-sided'],
  ['The mill closed.', 'The mill was shut.', 'none'],
]

for (const [first, second, expected] of CASES)
  test(`LYRA 2.7 figures: "${first}" and "${second}" are ${expected}`, () => {
    assert.equal(compare(first, second), expected)
    assert.equal(compare(second, first), expected)
  })

test('LYRA 2.7 figures: a number that names a thing is no figure of it', () => {
  assert.deepEqual(numbersOf('Level 2 is the default of Brio 4.'), { figures: [], names: ['2', '4'] })
})
