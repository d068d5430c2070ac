import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { ALARM_FEATURES, signOf } from '../../src/judge/alignment/alarm-features.ts'
import { ALARM_KINDS, type AlarmKind } from '../../src/judge/alignment/alarm-weights.ts'
import { type BarredRow, chooseBars, foldFigures, logLoss } from './alarm-bars.ts'
import { type Row, rowsOfAll, SETS } from './alarm-rows.ts'
import { OF_KIND, seenBy } from './alarm-seen.ts'
import { fitSigned, type SignedSample, weigh } from './fit-signed.ts'

/**
 * `node bench/check/fit-alarms.ts`: fits the weights of every kind of alarm on all statements that are not held back,
 * by folds over worlds for the bars, and writes `src/judge/alignment/alarm-weights.ts`. The pages of
 * the worlds are read and not judged, so that no world is played. CHECK_FIT_CACHE names a folder that keeps what the
 * reader heard (another reader wants another folder). `--sets small,small-2` measures these sets alone; `--keep-out
 * fresh,small-2` fits without these, tells them last and writes nothing. Deterministic.
 */
const RIDGE = 10
/** What has nothing to do with its source is an alarm whatever the bar. */
const BEYOND_ALL = 99

const root = join(import.meta.dirname, '..', '..')
const say = (line: string) => process.stdout.write(`${line}\n`)
const option = { type: 'string', default: '' } as const
const { values } = parseArgs({ options: { 'keep-out': option, sets: option } })
const listed = (names: string) => names.split(',').filter((set) => set !== '')
const keptOutSets = listed(values['keep-out'])
const measured = await rowsOfAll(root, values.sets === '' ? SETS : listed(values.sets), say)
const rows = measured.filter(({ set }) => !keptOutSets.includes(set))
const weights = Object.fromEntries(ALARM_KINDS.map((kind) => [kind, fitted(kind, rows)]))
const scored = [...new Set(rows.map(({ world }) => world))].flatMap(heldOut)
const bars = chooseBars(scored)
for (const line of foldFigures(scored, () => bars)) say(line)
const losses = ALARM_KINDS.map((kind) => `${kind} ${logLoss(scored, kind, OF_KIND[kind]).toFixed(4)}`)
say(`log-loss on folds: ${losses.join(', ')}`)
// Told by bars that have not seen the world either: what may be hoped for elsewhere.
const barsWithout = new Map(
  [...new Set(rows.map(({ world }) => world))].map(
    (world) => [world, chooseBars(scored.filter((row) => row.world !== world))] as const,
  ),
)
for (const line of foldFigures(scored, ({ world }) => barsWithout.get(world) ?? bars)) say(`bars of others: ${line}`)
const keptOut = measured.filter(({ set }) => keptOutSets.includes(set)).map((row) => scoredBy(weights, row))
for (const line of foldFigures(keptOut, () => bars)) say(`kept out: ${line}`)
if (keptOutSets.length === 0) writeFileSync(join(root, 'src', 'judge', 'alignment', 'alarm-weights.ts'), sourceOf())
process.exit(0)

function fitted(kind: AlarmKind, some: readonly Row[]): readonly number[] {
  const seen = seenBy(kind)
  // Which sentence of several was altered nobody has written down.
  const own = some.filter(
    (row) => row.kind === 'faithful' || (OF_KIND[kind].includes(row.kind) && row.parts.length === 1),
  )
  const samples = own.flatMap(({ parts, kind: written, weight }) =>
    parts.map(
      (features): SignedSample => ({ x: seen.map((name) => features[name]), y: written !== 'faithful', weight }),
    ),
  )
  const found = fitSigned(samples, seen.map(signOf), RIDGE)
  return [...ALARM_FEATURES.map((name) => found[seen.indexOf(name)] ?? 0), found.at(-1) ?? 0]
}

/** The rows of a world, scored by weights that have not seen it. */
function heldOut(world: string): readonly BarredRow[] {
  const others = rows.filter((row) => row.world !== world)
  const own = Object.fromEntries(ALARM_KINDS.map((kind) => [kind, fitted(kind, others)]))
  return rows.filter((row) => row.world === world).map((row) => scoredBy(own, row))
}

function scoredBy(of: Readonly<Record<string, readonly number[]>>, row: Row): BarredRow {
  const parts = row.parts.map((features) => ALARM_FEATURES.map((name) => features[name]))
  const isAway = row.parts.some(({ wholly }) => wholly > 0)
  const score = (kind: AlarmKind) =>
    kind === 'far' && isAway ? BEYOND_ALL : Math.max(...parts.map((x) => weigh(of[kind] ?? [], x)))
  const scores = Object.fromEntries(ALARM_KINDS.map((kind) => [kind, score(kind)])) as BarredRow['scores']
  const { set, world, kind, lang } = row
  return { set, world, kind, lang, scores }
}

function sourceOf(): string {
  const file = join(root, 'src', 'judge', 'alignment', 'alarm-weights.ts')
  const head = readFileSync(file, 'utf8').split('/* Fitted')[0] ?? ''
  const table = ALARM_KINDS.map((kind) => {
    const own = weights[kind] ?? []
    const parts = ALARM_FEATURES.flatMap((name, at) => {
      const value = Math.round((own[at] ?? 0) * 100) / 100
      return value === 0 ? [] : [`    ${name}: ${value},\n`]
    })
    const bias = Math.round(((own.at(-1) ?? 0) - bars[kind]) * 100) / 100
    return `  ${kind}: {\n${parts.join('')}    bias: ${bias},\n  },\n`
  })
  const about = '/* Fitted by bench/check/fit-alarms.ts; an alarm is what weighs more than 0. */'
  const open = 'export const ALARM_WEIGHTS: AlarmWeights = {'
  return `${head}${[about, open, ...table.map((part) => part.trimEnd()), '}', ''].join('\n')}`
}
