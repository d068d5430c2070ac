import { ALARM_KINDS, type AlarmKind } from '../../src/judge/alignment/alarm-weights.ts'
import { KINDS, type WrittenStatement } from './statements.ts'

/** A statement with what the weights of the other worlds say of it. */
export interface BarredRow {
  readonly set: string
  readonly kind: WrittenStatement['kind']
  readonly lang: string
  /** Refused for its distance, whatever else. */
  readonly isFar: boolean
  readonly scores: Readonly<Record<AlarmKind, number>>
}

export type Bars = Readonly<Record<AlarmKind, number>>

/** Of the faithful statements of all worlds. */
const FALSE_ALARMS = 0.05
/** What one of a kind is worth: four kinds are asked for together. */
const WORTH: Readonly<Partial<Record<WrittenStatement['kind'], number>>> = {
  ...{ number: 1.5, year: 1.5, entity: 1.5, place: 1.5, direction: 1.5, unit: 1, hedge: 0.7, attribution: 0.7 },
}
/** Of altered numbers, before anything else is weighed up. */
const NUMBERS = 0.95
const STEP = 0.25
const REACH = [1, 2, 3, 4, 6, 8, 12, 16, 20, 24, 28, 32]
const HIGHEST = 6

const isAlarm = ({ isFar, scores }: BarredRow, bars: Bars) =>
  isFar || ALARM_KINDS.some((kind) => scores[kind] > bars[kind])

/** Numbers first; then lowers the bar that brings most for its false alarms, step by step, until they are spent. */
export function chooseBars(rows: readonly BarredRow[]): Bars {
  let bars = Object.fromEntries(ALARM_KINDS.map((kind) => [kind, HIGHEST])) as Record<AlarmKind, number>
  const numbers = rows.filter(({ kind }) => kind === 'number')
  while (numbers.filter((row) => isAlarm(row, bars)).length < NUMBERS * numbers.length && bars.figure > -HIGHEST)
    bars = { ...bars, figure: bars.figure - STEP }
  const faithful = rows.filter(({ kind }) => kind === 'faithful')
  const most = FALSE_ALARMS * weightOf(faithful)
  const value = (own: Bars) =>
    rows.reduce((sum, row) => sum + (isAlarm(row, own) ? (WORTH[row.kind] ?? 0) * weight(row) : 0), 0)
  const cost = (own: Bars) => weightOf(faithful.filter((row) => isAlarm(row, own)))
  for (;;) {
    const [now, spent] = [value(bars), cost(bars)]
    const steps = ALARM_KINDS.flatMap((kind) => REACH.map((times) => ({ ...bars, [kind]: bars[kind] - STEP * times })))
    const rated = steps
      .map((own) => ({ own, gain: value(own) - now, price: cost(own) - spent }))
      .filter(({ gain, price }) => gain >= 0 && spent + price <= most)
      .sort((a, b) => b.gain / (b.price + 0.5) - a.gain / (a.price + 0.5) || a.price - b.price)
    const [best] = rated
    if (best === undefined || best.gain === 0) return bars
    bars = best.own
  }
}

const weight = ({ set }: BarredRow) => (set === 'small' ? 2 : 1)
const weightOf = (rows: readonly BarredRow[]) => rows.reduce((sum, row) => sum + weight(row), 0)

/** A line a set: how many of each kind raise an alarm. */
export function foldFigures(rows: readonly BarredRow[], bars: Bars): readonly string[] {
  return [...new Set(rows.map(({ set }) => set))].map((set) => {
    const parts = KINDS.flatMap((kind) => {
      const own = rows.filter((row) => row.set === set && row.kind === kind)
      return own.length === 0 ? [] : [`${kind} ${own.filter((row) => isAlarm(row, bars)).length}/${own.length}`]
    })
    return `${set}: ${parts.join(', ')}`
  })
}
