import type { StanceRelation } from '../../../src/domain/claim.ts'

/** One pair of a public set, its label in the words of the product. */
export interface PublicPair {
  readonly claim: string
  readonly evidence: string
  /** Title of the page the evidence stands on, where the set tells it. */
  readonly title: string | null
  readonly label: StanceRelation
}

export interface PublicSet {
  readonly name: string
  readonly language: 'en' | 'ja'
  /**
   * What its labels tell apart: all three, no neutral (every pair is decided), or only whether the evidence supports;
   * there a refutation counts as "does not support".
   */
  readonly labels: 'three' | 'no neutral' | 'supports or not'
  /** What the training of the shipped reader, or of the models it starts from, had of it. */
  readonly clean: string
  /** The public repository and folder in it that has the files. */
  readonly from: string
  /** Files under its folder, all needed. */
  readonly files: readonly string[]
  /** Marks of its own in the place of brackets and quotes, turned back after the draw. */
  readonly restore?: (text: string) => string
  /** All its pairs in the order of the files. */
  read(file: (name: string) => string): readonly PublicPair[]
}

/** FNV-1a: a place in a draw that depends on the pair alone, not on where it stands in the file. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at += 1) {
    hash ^= text.charCodeAt(at)
    hash = Math.imul(hash, 0x01000193)
  }
  // The last characters alone hardly move the high bits.
  hash ^= hash >>> 16
  hash = Math.imul(hash, 0x85ebca6b)
  hash ^= hash >>> 13
  return hash >>> 0
}

/** A fixed sample with the labels as they come; the seed is part of what is hashed. */
export function drawPairs(pairs: readonly PublicPair[], most: number, seed: string): readonly PublicPair[] {
  return pairs
    .map((pair) => ({ pair, place: hashOf(`${seed}\n${pair.claim}\n${pair.evidence}`) }))
    .sort((a, b) => a.place - b.place)
    .slice(0, most)
    .map(({ pair }) => pair)
}
