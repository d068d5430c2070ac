import { join } from 'node:path'
import type { StanceJudge } from '../../src/judge/types.ts'
import type { NliModel } from '../../src/models/types.ts'
import type { BenchResult } from '../bench.ts'
import { fitSharpness } from './public-sets/leave-one-out.ts'
import {
  atSharpness,
  measurePublicSet,
  ownAnswers,
  PUBLIC_SETS,
  type PublicResult,
  publicFigures,
  readPublicSet,
} from './public-sets/measure.ts'
import { calibrationError } from './score.ts'

interface Models {
  readonly nli: NliModel
  readonly judge: StanceJudge
}

/**
 * Public sets that no training used, from `<data>/public/<set>`: the model alone and the judge. Absent ones are named.
 * The confidence in pairs without titles has one fitted figure: each set is told with that of a fit on the others.
 */
export async function publicSets(data: string, models: Models, say: (line: string) => void) {
  const skipped: string[] = []
  const results: PublicResult[] = []
  for (const set of PUBLIC_SETS) {
    const pairs = readPublicSet(join(data, 'public'), set)
    if ('reason' in pairs) {
      skipped.push(`${set.name}: ${pairs.reason}`)
      continue
    }
    say(`public set ${set.name}`)
    results.push(await measurePublicSet(set, pairs, models))
  }
  return { ...publicNumbers(results), public_sets_skipped: skipped.join('; ') }
}

const nameOf = ({ set }: Pick<PublicResult, 'set'>) => `public_${set.name.replaceAll('-', '_')}`

/** `judge_ece` by the fit that left the set out, `judge_in_force_ece` as the product has it. */
export function publicNumbers(results: readonly PublicResult[]): Readonly<Record<string, number>> {
  const numbers: Record<string, number> = {}
  for (const result of results) {
    const others = results.filter((other) => other !== result).map(ownAnswers)
    const sharpness = fitSharpness(others)
    Object.assign(numbers, publicFigures(atSharpness(result, sharpness)))
    numbers[`${nameOf(result)}_judge_in_force_ece`] = calibrationError(result.judged)
    numbers[`${nameOf(result)}_sharpness`] = sharpness ?? 0
  }
  const key = (result: PublicResult, figure: string) => numbers[`${nameOf(result)}_${figure}`] ?? 0
  const mean = (figure: string) =>
    results.reduce((sum, result) => sum + key(result, figure), 0) / Math.max(results.length, 1)
  const below = (figure: string, other = 'bare_macro_f1') =>
    results.filter((result) => key(result, figure) < key(result, other)).length
  return {
    ...numbers,
    public_sets: results.length,
    public_sharpness: fitSharpness(results.map(ownAnswers)) ?? 0,
    public_sets_below_bare: below('judge_macro_f1'),
    public_sets_below_bare_no_bars: below('judge_no_bars_macro_f1'),
    public_sets_below_screened: below('judge_no_bars_macro_f1', 'screened_macro_f1'),
    public_mean_judge_macro_f1: mean('judge_macro_f1'),
    public_mean_bare_macro_f1: mean('bare_macro_f1'),
    public_mean_judge_ece: mean('judge_ece'),
    public_mean_judge_in_force_ece: mean('judge_in_force_ece'),
    public_mean_bare_ece: mean('bare_ece'),
  }
}

/** One row a set that was measured, then the mean; a set that was not there has its reason. */
export function publicRows(numbers: BenchResult['numbers']): BenchResult['rows'] {
  const of = (...names: readonly string[]) => names.map((name) => numbers[name]).join(' / ')
  const rows = PUBLIC_SETS.flatMap((set) => {
    const name = `public_${set.name.replaceAll('-', '_')}`
    if (numbers[`${name}_pairs`] === undefined) return []
    const sides = (side: string) =>
      ['supports', 'refutes'].flatMap((relation) => [
        `${name}_${side}_${relation}_precision`,
        `${name}_${side}_${relation}_recall`,
      ])
    const figures = (side: string) => of(`${name}_${side}_macro_f1`, `${name}_${side}_ece`, ...sides(side))
    return [
      {
        what:
          `${set.name} (${of(`${name}_pairs`)} pairs, ${set.labels}; in training: ${set.clean}): macro-F1 / ECE / ` +
          'supports precision / recall / refutes precision / recall',
        measured:
          `${figures('judge')}; macro-F1 ${of(`${name}_judge_no_bars_macro_f1`)} without bars ` +
          `(the model on what may speak: ${of(`${name}_screened_macro_f1`)}); ` +
          `ECE ${of(`${name}_judge_in_force_ece`)} as in force; ${of(`${name}_set_aside`)} pairs set aside unread; ` +
          'judge less model, 95 %: ' +
          of(`${name}_difference_low`, `${name}_difference_high`),
        baseline: `${figures('bare')} (the model in use alone)`,
        target: 'macro-F1 not below the model alone',
      },
    ]
  })
  if (rows.length === 0) return []
  const skipped = numbers.public_sets_skipped === '' ? '' : ` (not there: ${numbers.public_sets_skipped})`
  return [
    ...rows,
    {
      what: `mean of ${of('public_sets')} public sets: macro-F1 / ECE, each set left out of the fit${skipped}`,
      measured:
        `${of('public_mean_judge_macro_f1', 'public_mean_judge_ece')}; ECE ` +
        `${of('public_mean_judge_in_force_ece')} as in force`,
      baseline: `${of('public_mean_bare_macro_f1', 'public_mean_bare_ece')} (the model in use alone)`,
      target: 'ECE 0.10',
    },
    {
      what:
        'public sets on which the judge is below the model alone: at its bars / without bars / without bars, the ' +
        'model reading what of a pair without titles may speak',
      measured: of('public_sets_below_bare', 'public_sets_below_bare_no_bars', 'public_sets_below_screened'),
      baseline: '',
      target: '0',
    },
  ]
}
