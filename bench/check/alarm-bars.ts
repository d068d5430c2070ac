import { ALARM_KINDS, type AlarmKind } from '../../src/judge/alignment/alarm-weights.ts'
import { KINDS, type WrittenStatement } from './statements.ts'

/** A statement with what the weights of the other worlds say of it. */
export interface BarredRow {
  readonly world: string
  readonly set: string
  readonly kind: WrittenStatement['kind']
  readonly lang: string
  readonly scores: Readonly<Record<AlarmKind, number>>
}

export type Bars = Readonly<Record<AlarmKind, number>>

/**
 * Of the faithful statements about worlds that are not open: the reader knows those, and doubts few of them. Asked are
 * 0.05 of two hundred others, which chance moves by 0.015: bars at 0.05 and 0.04 gave 0.06 and 0.055 there.
 */
const FALSE_ALARMS = 0.037
const IS_OPEN = /^open/u
const STEP = 0.05
const HIGHEST = 6
const LOWEST = -4
/** Altered numbers are asked for most; hedges and speakers cost more than they find. */
const FROM_COMMON: Readonly<Partial<Record<AlarmKind, number>>> = {
  ...{ figure: -1, direction: -0.5, hedge: 2, speaker: 2 },
}

const isAlarm = ({ scores }: BarredRow, bars: Bars) => ALARM_KINDS.some((kind) => scores[kind] > bars[kind])

const barsAt = (common: number) =>
  Object.fromEntries(ALARM_KINDS.map((kind) => [kind, common + (FROM_COMMON[kind] ?? 0)])) as Bars

/** One bar for all kinds, as low as the false alarms allow: six, each chosen by itself, fit the statements at hand. */
export function chooseBars(rows: readonly BarredRow[]): Bars {
  const faithful = rows.filter(({ kind, set }) => kind === 'faithful' && !IS_OPEN.test(set))
  const cost = (bars: Bars) => faithful.filter((row) => isAlarm(row, bars)).length
  let common = HIGHEST
  while (common > LOWEST && cost(barsAt(common - STEP)) <= FALSE_ALARMS * faithful.length) common -= STEP
  return barsAt(common)
}

/** How unlikely the scores of a kind make what was written, a statement; the lower, the better. */
export function logLoss(rows: readonly BarredRow[], kind: AlarmKind, altered: readonly WrittenStatement['kind'][]) {
  const own = rows.filter((row) => row.kind === 'faithful' || altered.includes(row.kind))
  const losses = own.map((row) => Math.log1p(Math.exp(row.kind === 'faithful' ? row.scores[kind] : -row.scores[kind])))
  return losses.reduce((sum, loss) => sum + loss, 0) / Math.max(1, own.length)
}

/** A line a set: how many of each kind raise an alarm. */
export function foldFigures(rows: readonly BarredRow[], barsOf: (row: BarredRow) => Bars): readonly string[] {
  return [...new Set(rows.map(({ set }) => set))].map((set) => {
    const parts = KINDS.flatMap((kind) => {
      const own = rows.filter((row) => row.set === set && row.kind === kind)
      return own.length === 0 ? [] : [`${kind} ${own.filter((row) => isAlarm(row, barsOf(row))).length}/${own.length}`]
    })
    return `${set}: ${parts.join(', ')}`
  })
}
