import type { Page } from '../../domain/page.ts'
import { isPrimarySource, type TrustLevel, trustIndex } from '../../domain/trust.ts'
import type { ShownFinding } from '../../research/findings/read-findings.ts'
import { evidenceFromOthers } from '../../research/findings/relate-claims.ts'
import { type ClaimNode, counts, exclusionReason, type GraphParts } from '../../research/graph/task-graph.ts'
import type { EvidenceEdge } from '../../store/types.ts'
import type { Citations } from '../citations.ts'

/** One independent origin and what it says: its strongest sentence, and where all of them stand. */
export interface Voice {
  /** Sites that repeat it; the first is that of the sentence. */
  readonly domains: readonly string[]
  readonly page: Page
  readonly trust: TrustLevel
  readonly quote: string
  /** The first is the number of the sentence. */
  readonly cited: readonly number[]
  /** How sure the stance is; null for a source that says it in its own words. */
  readonly stance: number | null
}

/** All that speaks for a finding, or against it. */
export interface Side {
  readonly voices: readonly Voice[]
  /** Independent origins, also those that are not told. */
  readonly origins: number
  /** Passages of them, also those that are not told. */
  readonly passages: number
}

/** Shown, not counted: passages of retracted papers and blocked domains. */
export interface Uncounted {
  readonly cited: readonly number[]
  readonly total: number
  readonly reasons: readonly string[]
}

interface Passage {
  readonly page: Page
  readonly quote: string
  readonly stance: number | null
  readonly cite: () => number
}

export interface VoiceOrder {
  readonly citations: Citations
  /** Origins told on each side; where a side is told by its numbers alone, passages. */
  readonly shown: number
}

/** Both sides of a finding, the primary sources first. Passages are cited in the order in which they are told. */
export function sidesOf(parts: GraphParts, finding: ShownFinding, order: VoiceOrder) {
  const { shown: main, members } = finding
  const evidence = strongestFirst(evidenceFromOthers(members))
  const judged = (relation: EvidenceEdge['relation']) =>
    evidence.filter((edge) => edge.relation === relation && counts(parts, edge)).map((edge) => ofEdge(edge, order))
  const own = [main, ...members.filter((node) => node !== main)].map((node) => ofMember(node, order))
  const originOf = origins(parts, finding)
  const side = (relation: 'supports' | 'refutes', passages: readonly Passage[]) =>
    sideOf(parts, passages, (page) => originOf(relation, page), order.shown)
  // What stands for the finding is told with it whatever it counts.
  const supports = side('supports', [...own, ...judged('supports')])
  const told = supports.voices.length > 0 ? supports : sideOf(parts, own.slice(0, 1), ({ id }) => id, 1)
  return { supports: told, refutes: side('refutes', judged('refutes')), uncounted: uncountedOf(parts, evidence, order) }
}

function strongestFirst(edges: readonly EvidenceEdge[]): readonly EvidenceEdge[] {
  return [...edges].sort((a, b) => (b.nli_confidence ?? 0) - (a.nli_confidence ?? 0) || (a.id < b.id ? -1 : 1))
}

function ofMember({ claim, fragment, page }: ClaimNode, { citations }: VoiceOrder): Passage {
  const quote = fragment.text_content.slice(claim.span_start, claim.span_end)
  return { page, quote, stance: null, cite: () => citations.add(page, fragment, quote) }
}

function ofEdge({ page, fragment, rationale, nli_confidence: stance }: EvidenceEdge, order: VoiceOrder): Passage {
  const quote = rationale ?? fragment.text_content
  return { page, quote, stance: stance ?? 0, cite: () => order.citations.add(page, fragment, quote) }
}

type OriginOf = (relation: string, page: Page) => string | null

/** As the finding was weighed, null for what did not count in it; where nobody has weighed it, a page is its site's. */
function origins({ store }: GraphParts, { id }: ShownFinding): OriginOf {
  const rows = store.findings.sourcesOf(id)
  const known = new Map(rows.map((one) => [`${one.relation} ${one.page_id}`, one.origin]))
  return (relation, page) => (rows.length === 0 ? page.domain : (known.get(`${relation} ${page.id}`) ?? null))
}

function sideOf(
  { trust }: GraphParts,
  passages: readonly Passage[],
  originOf: (page: Page) => string | null,
  shown: number,
): Side {
  const told = [...new Map(passages.toReversed().map((one) => [`${one.page.id}\n${one.quote}`, one])).values()]
  const counted = told.toReversed().filter(({ page }) => originOf(page) !== null)
  const level = ({ page }: Passage) => trust.ofPage(page).level
  const order = (a: Passage, b: Passage) =>
    Number(isPrimarySource(level(b))) - Number(isPrimarySource(level(a))) ||
    (b.stance ?? OWN_WORDS) - (a.stance ?? OWN_WORDS) ||
    trustIndex(level(b)) - trustIndex(level(a)) ||
    (a.page.url < b.page.url ? -1 : a.page.url > b.page.url ? 1 : 0)
  const groups = [...Map.groupBy(counted, ({ page }) => originOf(page)).values()].map((group) => [...group].sort(order))
  groups.sort(([a], [b]) => (a === undefined || b === undefined ? 0 : order(a, b)))
  return {
    voices: groups.slice(0, shown).flatMap((group) => voiceOf(group, level)),
    origins: groups.length,
    passages: counted.length,
  }
}

/** Whoever says it in its own words goes before whoever was judged to say it. */
const OWN_WORDS = 2

/** Passages of one origin that are cited beside its sentence. */
const CITED_BESIDE = 3

function voiceOf(group: readonly Passage[], level: (passage: Passage) => TrustLevel): readonly Voice[] {
  const [best] = group
  if (best === undefined) return []
  const cited = [...new Set(group.slice(0, 1 + CITED_BESIDE).map(({ cite }) => cite()))]
  const domains = [...new Set(group.map(({ page }) => page.domain))]
  return [{ domains, page: best.page, trust: level(best), quote: best.quote, cited, stance: best.stance }]
}

function uncountedOf(parts: GraphParts, evidence: readonly EvidenceEdge[], order: VoiceOrder): Uncounted {
  const left = evidence.filter(
    (edge) => edge.relation !== 'neutral' && !counts(parts, edge) && !edge.fragment.is_irrelevant,
  )
  const once = [...new Map(left.map((edge) => [`${edge.fragment.id}\n${edge.rationale}`, edge])).values()]
  return {
    cited: [...new Set(once.slice(0, order.shown).map((edge) => ofEdge(edge, order).cite()))],
    total: once.length,
    reasons: [...new Set(once.flatMap((edge) => exclusionReason(parts, edge) ?? []))].sort(),
  }
}
