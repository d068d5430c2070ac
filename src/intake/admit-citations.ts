import type { CitationCandidate } from '../domain/citation-steering.ts'
import type { Paper } from '../domain/paper.ts'
import { markScreened } from '../domain/screened.ts'
import type { Store } from '../store/types.ts'
import { reportDanger } from './report-danger.ts'
import { screenPaper } from './screen-paper.ts'

/** A listed paper, and what was decided about it. */
export interface ListedCandidate {
  readonly work: Paper
  readonly decided: Omit<CitationCandidate, 'title' | 'year' | 'identifiers'>
}

/** The title of a list is shown; a longer one is a text. */
const LONGEST_TITLE = 300

/**
 * L2 (REQ 4.4.1): the citation list keeps titles and identifiers that an index told, screened like those of any paper.
 * What was kept out is in the audit log; whoever reads such a paper is told then.
 */
export function admitCitations(
  { citationCandidates, events }: Pick<Store, 'citationCandidates' | 'events'>,
  listed: readonly ListedCandidate[],
): void {
  const rows = listed.map(({ work, decided }) => {
    const screened = screenPaper({ ...work, abstract: null, venue: null, authors: [] })
    const { title, year, identifiers } = screened.work
    reportDanger(events, { type: 'work', id: decided.id, url: decided.id }, screened, decided.cause_id)
    return markScreened({
      ...decided,
      title: title.slice(0, LONGEST_TITLE),
      year,
      identifiers: identifiers.slice(0, 10),
    })
  })
  citationCandidates.saveAll(rows)
}
