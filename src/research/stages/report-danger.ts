import type { DangerFinding } from '../../guard/l2-input-cleaning.ts'
import type { SearchRun } from '../parts.ts'

interface Danger {
  readonly findings: readonly (DangerFinding & { readonly part: 'text' | 'title' | 'author' })[]
  readonly isDangerous: boolean
}

/** What carries an instruction is kept out of the graph; the audit log gets pattern names and positions only (L8). */
export function reportDanger(
  run: SearchRun,
  subject: { readonly id: string; readonly url: string },
  screened: Danger,
  subjectType: 'page' | 'work' = 'page',
): void {
  for (const finding of screened.findings)
    run.parts.store.events.audit({
      layer: 'L2',
      pattern: `${finding.severity}:${finding.pattern}${finding.part === 'text' ? '' : `:${finding.part}`}`,
      position: finding.position,
      subjectType,
      subjectId: subject.id,
      causeId: run.causeId,
    })
  if (!screened.isDangerous) return
  const warning = `${subjectType} ${subject.url}: instructions to an AI were found and kept out (L2)`
  // Every index tells of the same paper; the reader is told once.
  if (!run.warnings.includes(warning)) run.warnings.push(warning)
}
