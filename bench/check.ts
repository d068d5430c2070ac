import type { Bench, BenchOptions, BenchResult } from './bench.ts'
import { type CheckedWritten, checkWorld } from './check/check-world.ts'
import { figuresOf, isFaithful, type Numbers, rowsOf, share } from './check/figures.ts'
import { readStatements } from './check/statements.ts'

/**
 * Of the nearest passage of the task: below it the baseline raises an alarm. From the open statements, which a bar of
 * 0.66 to 0.70 parts about equally well; `baseline_best_bar` of an open run names the best.
 */
const BAR = 0.7

/** `--set held-back-2` is a look, and every look is counted in docs/evidence.md; the open ones are for development. */
async function run({ root, say, set }: BenchOptions): Promise<BenchResult> {
  const which = set ?? 'open'
  const statements = readStatements(root, which)
  if (statements.length === 0) throw new Error(`There are no statements in bench/check/${which}`)
  const checked: CheckedWritten[] = []
  for (const world of [...new Set(statements.map((one) => one.world))]) {
    const own = statements.filter((one) => one.world === world)
    checked.push(...(await checkWorld(world, own, root)))
    say(`${world}: ${own.length} statements checked`)
  }
  // Of a set that is held back nobody reads single statements.
  if (!which.startsWith('held-back'))
    for (const one of checked.filter(isWrong)) say(`${one.written.kind} ${one.verdicts} ${one.written.text}`)
  const numbers: Numbers = { set: which, statements: checked.length, baseline_bar: BAR }
  Object.assign(numbers, figuresOf(checked, isFar))
  for (const lang of ['en', 'ja'] as const) {
    const own = checked.filter(({ written }) => written.lang === lang)
    numbers[`false_alarms_${lang}`] = share(
      own.filter((one) => isFaithful(one) && one.alarm),
      own.filter(isFaithful),
    )
    numbers[`recall_${lang}`] = share(
      own.filter((one) => !isFaithful(one) && one.alarm),
      own.filter((one) => !isFaithful(one)),
    )
  }
  Object.assign(numbers, groundCounts(checked))
  if (which === 'open') numbers.baseline_best_bar = bestBar(checked)
  return { numbers, rows: rowsOf(which, checked.length, numbers) }
}

const isFar = ({ similarity }: CheckedWritten) => similarity < BAR
const isWrong = (one: CheckedWritten) => one.alarm === isFaithful(one)

/** Why faithful statements raise an alarm, and by what the altered ones are caught: counts, and no word of a text. */
function groundCounts(checked: readonly CheckedWritten[]): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {}
  const add = (key: string) => {
    counts[key] = (counts[key] ?? 0) + 1
  }
  for (const one of checked) {
    const { written, alarm, grounds, verdicts } = one
    if (isFaithful(one)) {
      if (!alarm) continue
      for (const ground of grounds.length > 0 ? grounds : ['none']) add(`false_alarm_by_${ground}`)
      for (const verdict of new Set(verdicts.filter((said) => said !== 'supported')))
        add(`false_alarm_as_${verdict.replaceAll(' ', '_')}`)
    } else if (alarm) for (const ground of grounds) add(`${written.kind}_by_${ground}`)
    else add(`missed_${written.kind}_${written.lang}`)
  }
  return Object.fromEntries(Object.entries(counts).sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** The bar at which the share of altered statements below it exceeds that of faithful ones by most. */
function bestBar(checked: readonly CheckedWritten[]): number {
  const altered = checked.filter((one) => !isFaithful(one))
  const faithful = checked.filter(isFaithful)
  const gain = (bar: number) =>
    altered.filter(({ similarity }) => similarity < bar).length / altered.length -
    faithful.filter(({ similarity }) => similarity < bar).length / faithful.length
  const bars = Array.from({ length: 50 }, (_, step) => Math.round((0.4 + step * 0.01) * 100) / 100)
  return bars.reduce((best, bar) => (gain(bar) > gain(best) ? bar : best))
}

export const check: Bench = {
  about: 'Statements about invented internets, half of them altered: which of them raise an alarm',
  run,
}
