import type { TrustLevel } from '../domain/trust.ts'
import type { ShownFinding } from '../research/findings/read-findings.ts'
import { shortNotes } from '../research/graph/claim-notes.ts'
import type { GraphParts } from '../research/graph/task-graph.ts'
import type { Citations } from './citations.ts'
import { type FindingScope, findingScope } from './data/finding-scope.ts'
import { type OwnText, ownTextOf, type PrimaryOfFinding, primaryOf } from './data/primary.ts'
import { type Side, sidesOf, type Uncounted } from './data/voices.ts'
import { openSums, type WeighedSum, type WeighingSettings } from './data/weighed-sum.ts'

/** Where a finding stands in the report; citations are numbered in this order, as they are read. */
export const PARTS = ['answer', 'disputed', 'supported', 'weaker', 'aside'] as const
export type Part = (typeof PARTS)[number]

export interface ReportedFinding {
  /** Its number in the report, in reading order, from 1. */
  readonly number: number
  readonly part: Part
  readonly finding: ShownFinding
  /** Trust in the source of the sentence that stands for it. */
  readonly trust: TrustLevel
  /** Number of that sentence in the list of citations. */
  readonly source: number
  /** What the pages of its claims name as their source, and what that says of it, each once. */
  readonly primary: readonly PrimaryOfFinding[]
  /** Where it stands in the abstract of a paper: what the full text of that paper says of it. */
  readonly ownText: OwnText | null
  readonly supports: Side
  readonly refutes: Side
  /** Passages of blocked or retracted sources: shown, not counted. */
  readonly uncounted: Uncounted
  readonly scope: FindingScope
  /** What its confidence is the sum of; null where a finding is told briefly. */
  readonly sum: WeighedSum | null
  /** Passages of any source that were set by a person or an assistant. */
  readonly corrected: number
  /** What a person wrote beside the claim that stands for it or its source (FEEDBACK 6). */
  readonly notes: readonly string[]
  /** Numbers of the findings that say otherwise. */
  readonly opposing: readonly number[]
}

export interface FindingsToReport {
  readonly findings: readonly ShownFinding[]
  readonly part: (finding: ShownFinding) => Part
  readonly citations: Citations
  /** Origins shown on each side. */
  readonly shown: number
  /** What was set where the report is written. */
  readonly weighing?: WeighingSettings | undefined
}

/** Origins told on each side at most: a long report is read at its beginning, and looked up in the rest. */
const VOICES: Readonly<Record<Part, number>> = { answer: 20, disputed: 20, supported: 2, weaker: 2, aside: 2 }

/** Told without their reasons: a long report is read at its beginning. */
export const BRIEF: readonly Part[] = ['weaker', 'aside']

/** The findings in reading order, with their passages cited. */
export function reportFindings(parts: GraphParts, order: FindingsToReport) {
  const { findings, part, citations, shown } = order
  const sumOf = openSums(parts, order.weighing)
  const place = (finding: ShownFinding) => PARTS.indexOf(part(finding))
  const inOrder = [...findings].sort(
    (a, b) => place(a) - place(b) || b.rank_score - a.rank_score || (a.id < b.id ? -1 : 1),
  )
  const numbers = new Map(inOrder.map(({ id }, index) => [id, index + 1]))
  return inOrder.map((finding): ReportedFinding => {
    const { claim, fragment, page } = finding.shown
    const own = fragment.text_content.slice(claim.span_start, claim.span_end)
    return {
      number: numbers.get(finding.id) ?? 0,
      part: part(finding),
      finding,
      trust: parts.trust.ofPage(page).level,
      source: citations.add(page, fragment, own),
      primary: primaryOf(parts, finding.members, citations),
      ownText: ownTextOf(finding.shown, citations),
      ...sidesOf(parts, finding, { citations, shown: Math.min(shown, VOICES[part(finding)]) }),
      scope: findingScope(parts.store, finding),
      sum: BRIEF.includes(part(finding)) ? null : sumOf(finding),
      corrected: finding.members.flatMap(({ evidence }) => evidence).filter((edge) => edge.human_corrected).length,
      notes: shortNotes(parts.store, finding.shown),
      opposing: finding.disputes.flatMap((id) => numbers.get(id) ?? []).sort((a, b) => a - b),
    }
  })
}
