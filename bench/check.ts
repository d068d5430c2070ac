import type { Bench, BenchOptions, BenchResult } from './bench.ts'
import { type CheckedWritten, checkWorld } from './check/check-world.ts'
import { KINDS, readStatements } from './check/statements.ts'

/**
 * Of the nearest passage of the task: below it the baseline raises an alarm. From the open statements, which a bar of
 * 0.66 to 0.70 parts about equally well; `baseline_best_bar` of an open run names the best.
 */
const BAR = 0.7

/** `--set held-back` is a look, and every look is counted in docs/evidence.md; the open ones are for development. */
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
  if (which !== 'held-back')
    for (const one of checked.filter(isWrong)) say(`${one.written.kind} ${one.verdicts} ${one.written.text}`)
  const kinds = KINDS.map((kind) => ({ kind, own: checked.filter(({ written }) => written.kind === kind) }))
  const numbers: Record<string, number | string | null> = { set: which, statements: checked.length, baseline_bar: BAR }
  for (const { kind, own } of kinds) {
    numbers[`${kind}_statements`] = own.length
    numbers[`${kind}_alarms`] = own.filter(({ alarm }) => alarm).length
    numbers[`${kind}_recall`] =
      kind === 'faithful'
        ? null
        : share(
            own.filter(({ alarm }) => alarm),
            own,
          )
    numbers[`${kind}_baseline`] = share(own.filter(isFar), own)
  }
  for (const lang of ['en', 'ja'] as const) {
    const own = checked.filter(({ written }) => written.lang === lang)
    numbers[`false_alarms_${lang}`] = share(
      own.filter(({ written, alarm }) => isOk(written) && alarm),
      own.filter(({ written }) => isOk(written)),
    )
    numbers[`recall_${lang}`] = share(
      own.filter(({ written, alarm }) => !isOk(written) && alarm),
      own.filter(({ written }) => !isOk(written)),
    )
  }
  numbers.false_alarms = share(
    faithful(checked).filter(({ alarm }) => alarm),
    faithful(checked),
  )
  numbers.false_alarms_baseline = share(faithful(checked).filter(isFar), faithful(checked))
  numbers.precision = share(
    checked.filter(({ written, alarm }) => alarm && !isOk(written)),
    checked.filter(({ alarm }) => alarm),
  )
  numbers.scope_recall = recallOf(checked, ['direction', 'entity', 'place', 'year'])
  Object.assign(numbers, groundCounts(checked))
  if (which === 'open') numbers.baseline_best_bar = bestBar(checked)
  return { numbers, rows: rowsOf(which, checked, numbers) }
}

const isOk = ({ expect }: CheckedWritten['written']) => expect === 'ok'
const isFar = ({ similarity }: CheckedWritten) => similarity < BAR
const isWrong = ({ written, alarm }: CheckedWritten) => alarm === isOk(written)
const faithful = (checked: readonly CheckedWritten[]) => checked.filter(({ written }) => isOk(written))

function share(some: readonly unknown[], all: readonly unknown[]): number | null {
  return all.length === 0 ? null : Math.round((some.length / all.length) * 1000) / 1000
}

function recallOf(checked: readonly CheckedWritten[], kinds: readonly string[]): number | null {
  const own = checked.filter(({ written }) => kinds.includes(written.kind))
  return share(
    own.filter(({ alarm }) => alarm),
    own,
  )
}

/** Why faithful statements raise an alarm, and by what the altered ones are caught: counts, and no word of a text. */
function groundCounts(checked: readonly CheckedWritten[]): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {}
  const add = (key: string) => {
    counts[key] = (counts[key] ?? 0) + 1
  }
  for (const { written, alarm, grounds, verdicts } of checked) {
    if (isOk(written)) {
      if (!alarm) continue
      for (const ground of grounds.length > 0 ? grounds : ['none']) add(`false_alarm_by_${ground}`)
      for (const verdict of new Set(verdicts.filter((one) => one !== 'supported')))
        add(`false_alarm_as_${verdict.replaceAll(' ', '_')}`)
    } else if (alarm) for (const ground of grounds) add(`${written.kind}_by_${ground}`)
    else add(`missed_${written.kind}_${written.lang}`)
  }
  return Object.fromEntries(Object.entries(counts).sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** The bar at which the share of altered statements below it exceeds that of faithful ones by most. */
function bestBar(checked: readonly CheckedWritten[]): number {
  const altered = checked.filter(({ written }) => !isOk(written))
  const gain = (bar: number) =>
    altered.filter(({ similarity }) => similarity < bar).length / altered.length -
    faithful(checked).filter(({ similarity }) => similarity < bar).length / faithful(checked).length
  const bars = Array.from({ length: 50 }, (_, step) => Math.round((0.4 + step * 0.01) * 100) / 100)
  return bars.reduce((best, bar) => (gain(bar) > gain(best) ? bar : best))
}

type Numbers = Readonly<Record<string, number | string | null>>

function rowsOf(which: string, checked: readonly CheckedWritten[], numbers: Numbers): BenchResult['rows'] {
  const what = (text: string) => `${checked.length} ${which} statements: ${text}`
  const row = (text: string, key: string, target: string) => ({
    ...{ what: what(text), measured: String(numbers[key]), target },
    baseline: String(numbers[`${key.replace(/_recall$/u, '')}_baseline`] ?? ''),
  })
  return [
    row('alarms among the faithful', 'false_alarms', '<= 0.05'),
    ...KINDS.filter((kind) => kind !== 'faithful').map((kind) =>
      row(`altered in ${kind.replace('_', ' ')}, with an alarm`, `${kind}_recall`, TARGETS[kind] ?? ''),
    ),
    { ...row('alarms that are right', 'precision', ''), baseline: '' },
  ]
}

const TARGETS: Readonly<Partial<Record<string, string>>> = {
  ...{ number: '>= 0.95', invented_source: '>= 0.95' },
  ...{ direction: '>= 0.75', entity: '>= 0.75', place: '>= 0.75', year: '>= 0.75' },
}

export const check: Bench = {
  about: 'Statements about invented internets, half of them altered: which of them raise an alarm',
  run,
}
