import { sha256 } from './ids.ts'

/** What a task concluded, keyed by content: ids belong to a run, texts and addresses to the evidence. */
export interface Conclusions {
  /** `claim <url>` to its confidence. */
  readonly claims: ReadonlyMap<string, number>
  readonly edges: ReadonlySet<string>
}

export interface ConclusionRows {
  readonly claims: readonly { readonly claim: string; readonly url: string; readonly confidence: number }[]
  readonly edges: readonly {
    readonly relation: string
    readonly hash: string
    readonly url: string
    readonly claim: string
  }[]
}

export function conclusionsOf({ claims, edges }: ConclusionRows): Conclusions {
  return {
    claims: new Map(claims.map(({ claim, url, confidence }) => [`${claim} <${url}>`, confidence])),
    edges: new Set(edges.map(({ url, hash, relation, claim }) => `${url}#${hash.slice(0, 12)} ${relation} "${claim}"`)),
  }
}

/** Places of a confidence that are compared: below lies the rounding of the model runtime's thread order. */
const PLACES = 5

/** Equal conclusions have equal hashes, on whichever machine and in whichever order they were reached. */
export function conclusionsHash({ claims, edges }: Conclusions): string {
  const lines = [...[...claims].map(([claim, confidence]) => `${confidence.toFixed(PLACES)} ${claim}`), ...edges]
  return sha256(lines.sort().join('\n'))
}
