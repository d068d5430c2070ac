import type { StatusAnswer } from '../domain/answers.ts'

/** A report that is written while citations are still followed says so, under its title. */
export function noteUnfinished(report: string, { citations_pending: pending }: StatusAnswer['background']): string {
  if (pending === 0) return report
  const whose = pending === 1 ? 'one search are' : `${pending} searches are`
  const note = `**Not complete yet:** the citations of ${whose} still being followed; claims and confidences may change.`
  return report.replace('\n\n', () => `\n\n${note}\n\n`)
}
