import { seededRandom } from '../domain/random.ts'

/** MinHash of a text (REQ 3.3.1): how many bands of how many rows a signature has is up to who compares them. */
export const HASHES = 128
/** Characters of a shingle: long enough to be rare in Japanese, short enough to outlast a changed word. */
const SHINGLE = 5
const SEED = 0x1f5a

export function normalisedText(text: string): string {
  return text.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim()
}

/** Hashes of all runs of five characters; a shorter text is one run. */
export function shingles(text: string): Set<number> {
  const value = normalisedText(text)
  const set = new Set<number>()
  if (value === '') return set
  for (let start = 0; start === 0 || start + SHINGLE <= value.length; start += 1) {
    let hash = 0x811c9dc5
    for (let index = start; index < Math.min(start + SHINGLE, value.length); index += 1) {
      hash = Math.imul(hash ^ value.charCodeAt(index), 0x01000193)
    }
    set.add(scramble(hash))
  }
  return set
}

/**
 * Signatures by text. Every search of a task looks at all its fragments again; hashing them is most of that work, and a
 * text's signature never changes. The oldest is forgotten when there are too many.
 */
export function cachedSignatures(most: number): (text: string) => Uint32Array {
  const seeds = hashSeeds()
  const known = new Map<string, Uint32Array>()
  return (text) => {
    const before = known.get(text)
    if (before !== undefined) return before
    const signature = minHash(shingles(text), seeds)
    known.set(text, signature)
    for (const oldest of known.keys()) {
      if (known.size <= most) break
      known.delete(oldest)
    }
    return signature
  }
}

function hashSeeds(): number[] {
  const random = seededRandom(SEED)
  return Array.from({ length: HASHES }, () => Math.floor(random.next() * 0x100000000) | 0)
}

function minHash(set: ReadonlySet<number>, seeds: readonly number[]): Uint32Array {
  return Uint32Array.from(seeds, (seed) => {
    let least = 0xffffffff
    for (const shingle of set) {
      const hash = scramble(shingle ^ seed)
      if (hash < least) least = hash
    }
    return least
  })
}

function scramble(value: number): number {
  let hash = Math.imul(value ^ (value >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}
