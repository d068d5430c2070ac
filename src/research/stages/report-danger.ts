import type { Screening } from '../../guard/l2-page-screen.ts'
import { MISLEADING_FLAG } from '../../guard/l6-source-verification.ts'
import type { SearchRun } from '../parts.ts'

/** What carries an instruction is kept out of the graph; the audit log gets pattern names and positions only (L8). */
export function reportDanger(
  run: SearchRun,
  subject: { readonly id: string; readonly url: string },
  screened: Screening,
  subjectType: 'page' | 'work' | 'result' | 'link' = 'page',
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
  const what = toldOf(screened)
  if (what === null) return
  const warning = `${subjectType} ${subject.url}: ${what} kept out (L2)`
  // Every index tells of the same paper; the reader is told once.
  if (!run.warnings.includes(warning)) run.warnings.push(warning)
}

/**
 * REQ 4.4.1 L4, L6: such a page costs its domain the trust, as one with instructions does. What L4 found is in the
 * audit log already.
 */
export function reportMisled(run: SearchRun, pageId: string): void {
  const { pages } = run.parts.store
  pages.flag(pageId, MISLEADING_FLAG)
  const page = pages.get(pageId)
  const warning = `page ${page?.url ?? pageId}: the local model told more than statements after reading it (L4)`
  if (!run.warnings.includes(warning)) run.warnings.push(warning)
}

function toldOf({ isDangerous, findings }: Screening): string | null {
  if (isDangerous) return 'instructions to an AI were found and'
  return findings.some(({ severity }) => severity === 'suspect') ? 'what may be an order to an AI was' : null
}
