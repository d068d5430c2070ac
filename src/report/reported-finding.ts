import type { Page } from '../domain/page.ts'
import type { TrustLevel } from '../domain/trust.ts'
import type { ShownFinding } from '../research/findings/read-findings.ts'
import { evidenceFromOthers } from '../research/findings/relate-claims.ts'
import { shortNotes } from '../research/graph/claim-notes.ts'
import { claimPrimarySources } from '../research/graph/claim-primary-sources.ts'
import { type ClaimNode, counts, type GraphParts } from '../research/graph/task-graph.ts'
import type { EvidenceEdge } from '../store/types.ts'
import type { Citations } from './citations.ts'

/** Citation numbers of the strongest passages, and how many there are in all. */
export interface Passages {
  readonly cited: readonly number[]
  readonly total: number
}

export interface PrimaryOfFinding {
  readonly page: Page
  readonly toldBy: readonly string[]
  /** What it says of the finding, with its citation; null where it does not speak of it. */
  readonly says: { readonly relation: 'supports' | 'refutes'; readonly source: number } | null
}

/** Where a finding stands in the report; citations are numbered in this order, as they are read. */
export const PARTS = ['answer', 'supported', 'disputed', 'weaker', 'aside'] as const
export type Part = (typeof PARTS)[number]

export interface ReportedFinding {
  readonly part: Part
  readonly finding: ShownFinding
  /** Trust in the source of the sentence that stands for it. */
  readonly trust: TrustLevel
  /** Number in the list of citations. */
  readonly source: number
  /** The other claims that say it, with their citations. */
  readonly also: readonly { readonly node: ClaimNode; readonly source: number }[]
  /** Sites that say it, those of one origin together; empty where there is only one. */
  readonly origins: readonly (readonly string[])[]
  /** What the pages of its claims name as their source, and what that says of it, each once. */
  readonly primary: readonly PrimaryOfFinding[]
  /** Where it stands in the abstract of a paper: what the full text of that paper says of it. */
  readonly ownText: { readonly page: Page; readonly relation: 'supports' | 'refutes'; readonly source: number } | null
  readonly supports: Passages
  readonly refutes: Passages
  /** Passages of blocked or retracted sources: shown, not counted. */
  readonly discounted: Passages
  /** The strongest refutation, for showing both sides. */
  readonly against: EvidenceEdge | null
  /** What a person wrote beside the claim that stands for it or its source (FEEDBACK 6). */
  readonly notes: readonly string[]
  /** What the other side of its dispute says. */
  readonly opposing: readonly ShownFinding[]
}

export interface FindingsToReport {
  readonly findings: readonly ShownFinding[]
  readonly part: (finding: ShownFinding) => Part
  readonly citations: Citations
  /** Passages shown on each side. */
  readonly shown: number
}

/** The findings in reading order, with their passages cited. */
export function reportFindings(parts: GraphParts, { findings, part, citations, shown }: FindingsToReport) {
  const byId = new Map(findings.map((finding) => [finding.id, finding]))
  const place = (finding: ShownFinding) => PARTS.indexOf(part(finding))
  const inOrder = [...findings].sort(
    (a, b) => place(a) - place(b) || b.rank_score - a.rank_score || (a.id < b.id ? -1 : 1),
  )
  return inOrder.map((finding): ReportedFinding => {
    const { shown: main, members } = finding
    const cite = (edge: EvidenceEdge) =>
      citations.add(edge.page, edge.fragment, edge.rationale ?? edge.fragment.text_content)
    const evidence = strongestFirst(members)
    const refuting = evidence.filter((edge) => edge.relation === 'refutes' && counts(parts, edge))
    const uncounted = evidence.filter(
      (edge) => edge.relation !== 'neutral' && !counts(parts, edge) && !edge.fragment.is_irrelevant,
    )
    return {
      part: part(finding),
      finding,
      trust: parts.trust.ofPage(main.page).level,
      source: citeClaim(citations, main),
      primary: primaryOf(parts, members, cite),
      ownText: ownTextOf(main, cite),
      also: members.filter((node) => node !== main).map((node) => ({ node, source: citeClaim(citations, node) })),
      origins: originsOf(parts, finding),
      supports: passages(
        evidence.filter((edge) => edge.relation === 'supports' && counts(parts, edge)),
        cite,
        shown,
      ),
      refutes: passages(refuting, cite, shown),
      discounted: passages(uncounted, cite, shown),
      against: refuting[0] ?? null,
      notes: shortNotes(parts.store, main),
      opposing: finding.disputes.flatMap((id) => byId.get(id) ?? []),
    }
  })
}

function citeClaim(citations: Citations, { claim, fragment, page }: ClaimNode): number {
  return citations.add(page, fragment, fragment.text_content.slice(claim.span_start, claim.span_end))
}

function strongestFirst(members: readonly ClaimNode[]): readonly EvidenceEdge[] {
  return [...evidenceFromOthers(members)].sort((a, b) => (b.nli_confidence ?? 0) - (a.nli_confidence ?? 0))
}

function passages(edges: readonly EvidenceEdge[], cite: (edge: EvidenceEdge) => number, shown: number): Passages {
  const told = new Map(edges.map((edge) => [`${edge.fragment.id}\n${edge.rationale}`, edge]))
  const once = edges.filter((edge) => told.get(`${edge.fragment.id}\n${edge.rationale}`) === edge)
  return { cited: [...new Set(once.slice(0, shown).map(cite))].sort((a, b) => a - b), total: once.length }
}

/** Of pages that tell what others said, those others; what the finding itself stands on is named as its source. */
function primaryOf(
  { store }: GraphParts,
  members: readonly ClaimNode[],
  cite: (edge: EvidenceEdge) => number,
): readonly PrimaryOfFinding[] {
  const told = members.flatMap((node) =>
    claimPrimarySources(store, node).flatMap(({ page, passage }) =>
      page === null ? [] : [{ page, passage, by: node.page.domain }],
    ),
  )
  return [...Map.groupBy(told, ({ page }) => page.id).values()].flatMap((group) => {
    const page = group[0]?.page
    const passage = group.find((one) => one.passage !== null)?.passage
    const relation = passage?.relation
    if (page === undefined) return []
    const takesSide = passage != null && (relation === 'supports' || relation === 'refutes')
    const says = takesSide ? { relation, source: cite(passage) } : null
    return [{ page, toldBy: [...new Set(group.map(({ by }) => by))], says }]
  })
}

/** An abstract is what authors want to be read of a paper; its results are the paper. */
function ownTextOf({ page, evidence }: ClaimNode, cite: (edge: EvidenceEdge) => number): ReportedFinding['ownText'] {
  if (page.route !== 'api' || page.work_id === null) return null
  const [surest] = evidence
    .filter((edge) => edge.page.full_text_of != null && edge.page.work_id === page.work_id)
    .toSorted((a, b) => (b.nli_confidence ?? 0) - (a.nli_confidence ?? 0))
    .filter(({ relation }) => relation !== 'neutral')
  const relation = surest?.relation
  if (surest === undefined || (relation !== 'supports' && relation !== 'refutes')) return null
  return { page: surest.page, relation, source: cite(surest) }
}

function originsOf({ store }: GraphParts, { id }: ShownFinding): readonly (readonly string[])[] {
  const sources = store.findings.sourcesOf(id).filter(({ relation }) => relation === 'supports')
  if (sources.length < 2) return []
  const pages = new Map<string, Page>(
    store.pages.many(sources.map((one) => one.page_id)).map((page) => [page.id, page]),
  )
  const groups = Map.groupBy(sources, ({ origin }) => origin)
  return [...groups.values()].map((group) => [...new Set(group.flatMap((one) => pages.get(one.page_id)?.domain ?? []))])
}
