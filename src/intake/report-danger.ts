import type { Screening } from '../guard/l2-page-screen.ts'
import { MISLEADING_FLAG } from '../guard/l6-source-verification.ts'
import type { EventStore, PageStore } from '../store/types.ts'

/** What the screened text belongs to: a page, a work without a page, a line of a result page, a link. */
export interface ScreenedSubject {
  readonly type: 'page' | 'work' | 'result' | 'link'
  readonly id: string
  readonly url: string
}

/**
 * Findings of one text in the audit log: a page of nothing but orders would fill it, and hold the database meanwhile.
 */
const MOST_AUDITED = 200

/**
 * What carries an instruction is kept out of the graph; the audit log gets pattern names and positions only (L8).
 * Returns what the reader is told, which is nothing where the text only speaks of such orders.
 */
export function reportDanger(
  events: Pick<EventStore, 'audit'>,
  subject: ScreenedSubject,
  screened: Screening & { readonly dropped?: number },
  causeId: string,
): readonly string[] {
  for (const finding of screened.findings.slice(0, MOST_AUDITED))
    events.audit({
      layer: 'L2',
      pattern: `${finding.severity}:${finding.pattern}${finding.part === 'text' ? '' : `:${finding.part}`}`,
      position: finding.position,
      subjectType: subject.type,
      subjectId: subject.id,
      causeId,
    })
  const what = describeDanger(screened)
  const { dropped = 0 } = screened
  const passages = dropped === 0 ? '' : dropped === 1 ? ', 1 passage' : `, ${dropped} passages`
  return what === null ? [] : [`${subject.type} ${subject.url}: ${what} kept out${placesOf(screened)}${passages} (L2)`]
}

/**
 * REQ 4.4.1 L4, L6: such a page is flagged as one with instructions is. What L4 found is in the audit log already.
 * Returns what the reader is told.
 */
export function flagMisleading(pages: Pick<PageStore, 'flag' | 'get'>, pageId: string): string {
  pages.flag(pageId, MISLEADING_FLAG)
  const page = pages.get(pageId)
  return `page ${page?.url ?? pageId}: the local model told more than statements after reading it (L4)`
}

function describeDanger({ isDangerous, findings }: Screening): string | null {
  if (isDangerous) return 'instructions to an AI were found and'
  return findings.some(({ severity }) => severity === 'suspect') ? 'what may be an order to an AI was' : null
}

/** Where suspect sentences stood, and how many: ` (2 in text, 1 in title)`. They are all that is told of them. */
function placesOf({ isDangerous, findings }: Screening): string {
  const suspects = findings.filter(({ severity }) => severity === 'suspect')
  if (isDangerous || suspects.length === 0) return ''
  const parts = [...new Set(suspects.map(({ part }) => part))]
  const counted = parts.map((name) => `${suspects.filter(({ part }) => part === name).length} in ${name}`)
  return ` (${counted.join(', ')})`
}
