import { createHash } from 'node:crypto'
import { seededRandom } from '../domain/random.ts'

export interface DuplicateItem {
  readonly id: string
  readonly text: string
}

const HASHES = 128
const ROWS = 4
const SHINGLE = 5
const SEED = 0x1f5a

/**
 * Groups near-copies (REQ 3.3.1): MinHash bands propose pairs, the shingle sets themselves decide. Items without a copy
 * are left out. A cluster is named after the smallest content hash in it, so the name does not depend on order or ids.
 */
export function clusterDuplicates(items: readonly DuplicateItem[], threshold = 0.8): Map<string, string> {
  const seeds = hashSeeds()
  const sets = items.map((item) => shingles(item.text))
  const parents = items.map((_, index) => index)
  const buckets = new Map<string, number[]>()
  sets.forEach((set, index) => {
    const signature = minHash(set, seeds)
    for (let band = 0; band < HASHES; band += ROWS) {
      const key = `${band}:${signature.slice(band, band + ROWS).join(',')}`
      const bucket = buckets.get(key)
      if (bucket === undefined) buckets.set(key, [index])
      else bucket.push(index)
    }
  })
  const tried = new Set<number>()
  for (const bucket of buckets.values()) {
    for (const [place, first] of bucket.entries()) {
      for (const second of bucket.slice(place + 1)) {
        const pair = first * items.length + second
        if (tried.has(pair) || rootOf(parents, first) === rootOf(parents, second)) continue
        tried.add(pair)
        if (jaccard(sets[first] ?? new Set(), sets[second] ?? new Set()) >= threshold) {
          parents[rootOf(parents, second)] = rootOf(parents, first)
        }
      }
    }
  }
  return nameClusters(items, parents)
}

function nameClusters(items: readonly DuplicateItem[], parents: number[]): Map<string, string> {
  const members = new Map<number, DuplicateItem[]>()
  items.forEach((item, index) => {
    const root = rootOf(parents, index)
    const group = members.get(root)
    if (group === undefined) members.set(root, [item])
    else group.push(item)
  })
  const clusters = new Map<string, string>()
  for (const group of members.values()) {
    if (group.length < 2) continue
    const name = group.map((item) => contentHash(item.text)).reduce((least, hash) => (hash < least ? hash : least))
    for (const item of group) clusters.set(item.id, name)
  }
  return clusters
}

function rootOf(parents: number[], index: number): number {
  let root = index
  for (let parent = parents[root] ?? root; parent !== root; parent = parents[root] ?? root) {
    parents[root] = parents[parent] ?? parent
    root = parent
  }
  return root
}

function plain(text: string): string {
  return text.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim()
}

function contentHash(text: string): string {
  return `dup_${createHash('sha256').update(plain(text)).digest('hex').slice(0, 16)}`
}

/** Hashes of all runs of five characters; a shorter text is one run. */
function shingles(text: string): Set<number> {
  const value = plain(text)
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

function hashSeeds(): number[] {
  const random = seededRandom(SEED)
  return Array.from({ length: HASHES }, () => Math.floor(random.next() * 0x100000000) | 0)
}

function minHash(set: ReadonlySet<number>, seeds: readonly number[]): number[] {
  return seeds.map((seed) => {
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

function jaccard(a: ReadonlySet<number>, b: ReadonlySet<number>): number {
  if (a.size === 0 || b.size === 0) return 0
  let common = 0
  for (const value of a) if (b.has(value)) common += 1
  return common / (a.size + b.size - common)
}
