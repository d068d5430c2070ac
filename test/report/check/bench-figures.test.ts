import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { CheckedWritten } from '../../../bench/check/check-world.ts'
import { figuresOf, rowsOf } from '../../../bench/check/figures.ts'
import type { AlarmGround } from '../../../src/domain/alarm-ground.ts'

type Kind = CheckedWritten['written']['kind']

function checked(kind: Kind, ...grounds: readonly AlarmGround[]): CheckedWritten {
  const alarm = grounds.length > 0
  return {
    written: {
      world: 'orlen',
      lang: 'en',
      text: 'The ferry grew.',
      kind,
      expect: kind === 'faithful' ? 'ok' : 'alarm',
    },
    ...{ verdicts: [alarm ? 'partly' : 'supported'], alarm, grounds, similarity: alarm ? 0.6 : 0.8 },
  }
}

const STATEMENTS = [
  ...[checked('faithful'), checked('faithful'), checked('faithful'), checked('faithful', 'name')],
  ...[checked('number', 'figure'), checked('number', 'figure', 'name'), checked('number')],
  ...[checked('entity', 'other_name'), checked('place'), checked('year', 'year'), checked('direction', 'opposite')],
]

test('bench check: recall of each kind, and precision of the alarms that name it', () => {
  const numbers = figuresOf(STATEMENTS, ({ similarity }) => similarity < 0.7)
  assert.equal(numbers.number_recall, 0.667)
  assert.equal(numbers.number_precision, 1)
  // One of three alarms about a name stands on a faithful statement.
  assert.equal(numbers.entity_precision, 0.667)
  assert.equal(numbers.hedge_precision, null)
  assert.equal(numbers.precision, 0.833)
  assert.equal(numbers.false_alarms, 0.25)
})

test('bench check: direction, entity, place and year together have a row with the target', () => {
  const numbers = figuresOf(STATEMENTS, ({ similarity }) => similarity < 0.7)
  const rows = rowsOf('open', STATEMENTS.length, numbers)
  assert.deepEqual(
    rows.find(({ what }) => what.endsWith('together')),
    {
      what: '11 open statements: direction, entity, place and year together',
      ...{ measured: '0.75', baseline: '0.75', target: '>= 0.75' },
    },
  )
  assert.deepEqual(
    rows.filter(({ target }) => target !== '').map(({ what, target }) => [what.split(': ')[1], target]),
    [
      ['alarms among the faithful', '<= 0.05'],
      ['altered in number, with an alarm', '>= 0.95'],
      ['altered in entity, with an alarm', '>= 0.75'],
      ['altered in place, with an alarm', '>= 0.75'],
      ['altered in year, with an alarm', '>= 0.75'],
      ['altered in direction, with an alarm', '>= 0.75'],
      ['altered in invented source, with an alarm', '>= 0.95'],
      ['direction, entity, place and year together', '>= 0.75'],
    ],
  )
  assert.equal(rows.filter(({ what }) => what.endsWith('that are right')).length, 12)
})
