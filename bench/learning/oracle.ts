import type { StanceRelation } from '../../src/domain/claim.ts'
import type { ClaimNode } from '../../src/research/graph/task-graph.ts'
import type { EvidenceEdge } from '../../src/store/types.ts'
import type { Statement, World } from '../worlds/load-world.ts'
import { bestMatch } from '../worlds/match-text.ts'

/** A passage against a claim, as far as the truth can be asked about it. */
export interface AskedPair {
  readonly claimUrl: string
  /** The claim's words as they stand on its page. */
  readonly claimSource: string
  readonly url: string
  readonly sentence: string
}

/**
 * What a reader who knows the truth of the world says of a pair; null where it knows one of the two not at all. Two
 * planted statements that it does not list as a pair say nothing of each other.
 */
export type Oracle = (pair: AskedPair) => StanceRelation | null

export function oracleOf(world: World): Oracle {
  const labels = new Map(world.truth.pairs.map(({ evidence, claim, label }) => [`${evidence} ${claim}`, label]))
  const statement = statementsOf(world)
  return ({ claimUrl, claimSource, url, sentence }) => {
    const claim = statement(claimUrl, claimSource)
    const evidence = statement(url, sentence)
    if (claim === null || evidence === null || claim.id === evidence.id) return null
    return labels.get(`${evidence.id} ${claim.id}`) ?? (evidence.finding === claim.finding ? 'supports' : 'neutral')
  }
}

/** The planted statement that words on a page are, null where they are none. */
export function statementsOf({ truth }: World): (url: string, text: string) => Statement | null {
  const byPage = Map.groupBy(truth.statements, ({ page }) => page)
  const known = new Map<string, Statement | null>()
  return (url, text) => {
    const key = `${url}\n${text}`
    const before = known.get(key)
    if (before !== undefined) return before
    const own = byPage.get(url) ?? []
    const at = bestMatch(
      text,
      own.map(({ quote }) => quote),
    )
    const found = at === null ? null : (own[at] ?? null)
    known.set(key, found)
    return found
  }
}

/** A fixed draw of 32 bits: the same for the same words and seed (FNV-1a). */
export function drawOf(words: string, seed: number): number {
  let hash = 0x811c9dc5 ^ seed
  for (const letter of words) hash = Math.imul(hash ^ letter.charCodeAt(0), 0x01000193) >>> 0
  return Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d) >>> 0
}

/** What it says of an edge of a researched world. */
export function truthOf(
  oracle: Oracle,
  { claim, fragment, page }: ClaimNode,
  edge: EvidenceEdge,
): StanceRelation | null {
  return oracle({
    claimUrl: page.url,
    claimSource: fragment.text_content.slice(claim.span_start, claim.span_end),
    url: edge.page.url,
    sentence: edge.rationale ?? '',
  })
}
