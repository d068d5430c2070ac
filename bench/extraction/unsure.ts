import type { BenchResult } from '../bench.ts'
import type { BenchPage } from './collections.ts'
import { mean, wordF1 } from './scorers.ts'

interface Flagged {
  readonly page: BenchPage
  readonly text: string
  readonly isUnsure: boolean
}

/** Word F1 below which a page was read badly. */
const BAD = 0.7

/** Whether `unsure_extraction` finds the pages that were read badly: what it says of its own work beside the truth. */
export function reportUnsure(
  scored: readonly Flagged[],
  numbers: Record<string, number | string | null>,
  rows: BenchResult['rows'][number][],
): void {
  const read = scored.map((one) => ({ ...one, f1: wordF1(one.text, one.page.truth) }))
  const bad = read.filter(({ f1 }) => f1 < BAD)
  const flagged = read.filter(({ isUnsure }) => isUnsure)
  const meanOf = (some: typeof read) => Number(mean(some.map(({ f1 }) => f1)).toFixed(3))
  numbers.bad_pages = bad.length
  numbers.bad_pages_flagged = bad.filter(({ isUnsure }) => isUnsure).length
  numbers.flagged_pages = flagged.length
  numbers.flagged_mean_f1 = meanOf(flagged)
  numbers.unflagged_mean_f1 = meanOf(read.filter(({ isUnsure }) => !isUnsure))
  rows.push({
    what: `pages read badly (word F1 under ${BAD}) that carry \`unsure_extraction\``,
    measured:
      `${numbers.bad_pages_flagged} of ${bad.length}, among ${flagged.length} flagged of ${read.length} ` +
      `(F1 ${numbers.flagged_mean_f1} in the mean, the others ${numbers.unflagged_mean_f1})`,
    baseline: '',
    target: 'more than half',
  })
}
