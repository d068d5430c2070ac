import { join } from 'node:path'
import type { StanceJudge } from '../../src/judge/types.ts'
import type { NliModel } from '../../src/models/types.ts'
import type { BenchResult } from '../bench.ts'
import { measurePublicSet, PUBLIC_SETS, publicFigures, readPublicSet } from './public-sets/measure.ts'

interface Models {
  readonly nli: NliModel
  readonly judge: StanceJudge
}

/**
 * Public sets that no training used, from `<data>/public/<set>`: the model alone and the judge. Absent ones are named.
 */
export async function publicSets(data: string, models: Models, say: (line: string) => void) {
  const numbers: Record<string, number | string> = {}
  const skipped: string[] = []
  const measured: string[] = []
  for (const set of PUBLIC_SETS) {
    const pairs = readPublicSet(join(data, 'public'), set)
    if ('reason' in pairs) {
      skipped.push(`${set.name}: ${pairs.reason}`)
      continue
    }
    say(`public set ${set.name}`)
    Object.assign(numbers, publicFigures(await measurePublicSet(set, pairs, models)))
    measured.push(set.name)
  }
  const key = (name: string, figure: string) => Number(numbers[`public_${name.replaceAll('-', '_')}_${figure}`])
  const mean = (figure: string) =>
    measured.reduce((sum, name) => sum + key(name, figure), 0) / Math.max(measured.length, 1)
  return {
    ...numbers,
    public_sets: measured.length,
    public_sets_skipped: skipped.join('; '),
    public_sets_below_bare: measured.filter((name) => key(name, 'judge_macro_f1') < key(name, 'bare_macro_f1')).length,
    public_mean_judge_macro_f1: mean('judge_macro_f1'),
    public_mean_bare_macro_f1: mean('bare_macro_f1'),
    public_mean_judge_ece: mean('judge_ece'),
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
          `${figures('judge')}; macro-F1 ${of(`${name}_judge_no_bars_macro_f1`)} without bars; ` +
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
      what: `mean of ${of('public_sets')} public sets: macro-F1 / ECE${skipped}`,
      measured: of('public_mean_judge_macro_f1', 'public_mean_judge_ece'),
      baseline: `${of('public_mean_bare_macro_f1', 'public_mean_bare_ece')} (the model in use alone)`,
      target: 'ECE 0.10',
    },
  ]
}
