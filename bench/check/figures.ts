import type { AlarmGround } from '../../src/domain/alarm-ground.ts'
import type { BenchResult } from '../bench.ts'
import type { CheckedWritten } from './check-world.ts'
import { KINDS } from './statements.ts'

type Kind = (typeof KINDS)[number]
export type Numbers = Record<string, number | string | null>

/** What a statement may say of another thing, time or way than its source: the issue asks for them as one. */
const SCOPE: readonly Kind[] = ['direction', 'entity', 'place', 'year']

/** The alarms by which an alteration of each kind is named; those of two kinds cannot always be told apart. */
const GROUNDS: Readonly<Record<Exclude<Kind, 'faithful'>, readonly AlarmGround[]>> = {
  number: ['figure', 'other_line'],
  unit: ['figure'],
  entity: ['name', 'other_name'],
  place: ['name', 'other_name'],
  year: ['year'],
  direction: ['turned_change', 'opposite', 'denial'],
  hedge: ['doubt', 'certainty'],
  attribution: ['speaker'],
  source: ['far'],
  invented_source: ['unknown_source'],
}
const ALTERED = KINDS.filter((kind) => kind !== 'faithful')

/** Recall and precision of each kind, and of the four together; `isFar` is the alarm of the baseline. */
export function figuresOf(checked: readonly CheckedWritten[], isFar: (one: CheckedWritten) => boolean): Numbers {
  const numbers: Numbers = {}
  for (const kind of KINDS) {
    const own = checked.filter(({ written }) => written.kind === kind)
    numbers[`${kind}_statements`] = own.length
    numbers[`${kind}_alarms`] = own.filter(isAlarm).length
    numbers[`${kind}_recall`] = kind === 'faithful' ? null : share(own.filter(isAlarm), own)
    numbers[`${kind}_baseline`] = share(own.filter(isFar), own)
  }
  for (const kind of ALTERED) Object.assign(numbers, precisionOf(checked, kind, [kind]))
  Object.assign(numbers, precisionOf(checked, 'scope', SCOPE))
  const four = checked.filter(({ written }) => SCOPE.includes(written.kind))
  numbers.scope_recall = share(four.filter(isAlarm), four)
  numbers.scope_baseline = share(four.filter(isFar), four)
  const faithful = checked.filter(isFaithful)
  numbers.false_alarms = share(faithful.filter(isAlarm), faithful)
  numbers.false_alarms_baseline = share(faithful.filter(isFar), faithful)
  const alarms = checked.filter(isAlarm)
  numbers.precision = share(
    alarms.filter((one) => !isFaithful(one)),
    alarms,
  )
  return numbers
}

/** Of the alarms that name a figure, a year, a name ...: how many stand on a statement that was altered. */
function precisionOf(checked: readonly CheckedWritten[], name: string, kinds: readonly Kind[]): Numbers {
  const grounds: readonly string[] = kinds.flatMap((kind) => (kind === 'faithful' ? [] : GROUNDS[kind]))
  const raised = checked.filter((one) => isAlarm(one) && one.grounds.some((ground) => grounds.includes(ground)))
  const right = raised.filter((one) => !isFaithful(one))
  return { [`${name}_raised`]: raised.length, [`${name}_precision`]: share(right, raised) }
}

export const isFaithful = ({ written }: CheckedWritten) => written.expect === 'ok'
const isAlarm = ({ alarm }: CheckedWritten) => alarm

export function share(some: readonly unknown[], all: readonly unknown[]): number | null {
  return all.length === 0 ? null : Math.round((some.length / all.length) * 1000) / 1000
}

/** The targets of what was asked for: unknown sources, numbers, direction or scope, and false alarms. */
const TARGETS: Readonly<Partial<Record<string, string>>> = {
  ...{ number: '>= 0.95', invented_source: '>= 0.95' },
  ...{ direction: '>= 0.75', entity: '>= 0.75', place: '>= 0.75', year: '>= 0.75' },
}

export function rowsOf(which: string, count: number, numbers: Readonly<Numbers>): BenchResult['rows'] {
  const row = (text: string, key: string, target = '', baseline: string | null = null) => ({
    what: `${count} ${which} statements: ${text}`,
    measured: String(numbers[key] ?? 'none'),
    baseline: baseline === null ? '' : String(numbers[baseline] ?? ''),
    target,
  })
  const named = (kind: string) => kind.replace('_', ' ')
  return [
    row('alarms among the faithful', 'false_alarms', '<= 0.05', 'false_alarms_baseline'),
    ...ALTERED.map((kind) =>
      row(`altered in ${named(kind)}, with an alarm`, `${kind}_recall`, TARGETS[kind], `${kind}_baseline`),
    ),
    row('direction, entity, place and year together', 'scope_recall', '>= 0.75', 'scope_baseline'),
    row('alarms that are right', 'precision'),
    ...ALTERED.map((kind) => row(`alarms about ${named(kind)} that are right`, `${kind}_precision`)),
    row('alarms about direction, entity, place and year that are right', 'scope_precision'),
  ]
}
