import { atOnce, type Steps } from '../domain/in-turns.ts'
import { splitSentences } from '../domain/sentences.ts'
import { cachedSignatures, HASHES, normalisedText, shingles } from './minhash.ts'

interface DuplicateItem {
  readonly id: string
  readonly text: string
  /** When its page was published, if it says so: the first to print a text is its source. */
  readonly publishedAt?: string | null
}

/** Rows of one MinHash band: of texts half alike, 87 of 100 pairs meet in one of the 32 bands. */
const ROWS = 4

/** Pairs of one band that are compared: a page may be made of nothing but lines that are nearly alike. */
const MOST_COMPARED = 5000

/** A task of 120 pages has a few thousand fragments; a signature takes a kilobyte or two. */
const SIGNATURES_CACHED = 20_000
const signatureOf = cachedSignatures(SIGNATURES_CACHED)

/** Jaccard similarity of two shingle sets from which one text counts as a copy of the other (REQ 3.3.1). */
const COPY_SIMILARITY = 0.8

/** Pairs of a bucket that are not in one cluster already. */
function* unlikePairs(bucket: readonly number[], parents: number[]): Generator<readonly [number, number]> {
  if (bucket.length < 2) return
  const groups = [...Map.groupBy(bucket, (index) => rootOf(parents, index)).values()]
  for (let place = 0; place < groups.length; place += 1)
    for (let next = place + 1; next < groups.length; next += 1)
      for (const first of groups[place] ?? [])
        for (const second of groups[next] ?? []) {
          if (rootOf(parents, first) === rootOf(parents, second)) break
          yield first < second ? [first, second] : [second, first]
        }
}

/**
 * Groups near-copies (REQ 3.3.1): MinHash bands propose pairs, the shingle sets themselves decide; so do whole
 * sentences in common, which survive when an editor cuts or adds the rest. Items without a copy are left out. A cluster
 * is named after its canonical member: the one printed first, else the longest. The name does not depend on the order.
 */
export function clusterDuplicates(
  items: readonly DuplicateItem[],
  threshold = COPY_SIMILARITY,
): ReadonlyMap<string, string> {
  return atOnce(duplicateClustering(items, threshold))
}

/** The same as steps, for as many items as a task may have. */
export function* duplicateClustering(
  items: readonly DuplicateItem[],
  threshold = COPY_SIMILARITY,
): Steps<ReadonlyMap<string, string>> {
  const sets = new Map<number, ReadonlySet<number>>()
  const setOf = (index: number) => {
    const set = sets.get(index) ?? shingles(items[index]?.text ?? '')
    sets.set(index, set)
    return set
  }
  const parents = items.map((_, index) => index)
  const buckets = new Map<string, number[]>()
  for (const [index, item] of items.entries()) {
    const signature = signatureOf(item.text)
    for (let band = 0; band < HASHES; band += ROWS) {
      const key = `${band}:${signature.slice(band, band + ROWS).join(',')}`
      const bucket = buckets.get(key)
      if (bucket === undefined) buckets.set(key, [index])
      else bucket.push(index)
    }
    yield
  }
  const tried = new Set<number>()
  for (const bucket of buckets.values()) {
    let left = MOST_COMPARED
    for (const [first, second] of unlikePairs(bucket, parents)) {
      left -= 1
      if (left < 0) break
      const pair = first * items.length + second
      if (tried.has(pair)) continue
      tried.add(pair)
      if (jaccard(setOf(first), setOf(second)) >= threshold) parents[rootOf(parents, second)] = rootOf(parents, first)
      yield
    }
    yield
  }
  for (const [first, second] of yield* sharedSentences(items)) parents[rootOf(parents, second)] = rootOf(parents, first)
  return nameClusters(items, parents)
}

/**
 * Each cluster speaks once, through its canonical member where that is among them, at the place of the first of its
 * members.
 */
export function oncePerCluster<T extends { readonly id: string; readonly cluster_id: string | null }>(
  members: readonly T[],
): readonly T[] {
  const canonical = new Map(members.flatMap((member) => (member.id === member.cluster_id ? [[member.id, member]] : [])))
  const heard = new Set<string>()
  return members.flatMap((member) => {
    if (member.cluster_id === null) return [member]
    if (heard.has(member.cluster_id)) return []
    heard.add(member.cluster_id)
    return [canonical.get(member.cluster_id) ?? member]
  })
}

/** Whether a fragment holds a sentence word for word; short ones are said by many. */
export type QuoteCheck = (fragment: { readonly id: string; readonly text_content: string }, sentence: string) => boolean

/** Each fragment is folded once, however many sentences are looked for in it. */
export function createQuoteCheck(): QuoteCheck {
  const folded = new Map<string, string>()
  return ({ id, text_content: text }, sentence) => {
    const wanted = normalisedText(sentence).replace(/(?<![\s.,!。、！])[\s.,!。、！]+$/, '')
    if (sizeOf(wanted) < LEAST_SHARED) return false
    const held = folded.get(id) ?? normalisedText(text)
    folded.set(id, held)
    return held.includes(wanted)
  }
}

/** Half of the shorter page, and more than a paragraph of it, stands in the other too. */
const SAME_STORY = 0.5
const LEAST_STORY = 300

/**
 * Narrative clusters (REQ 3.3.3): pages of different sites that tell one story in one text, also where an editor
 * rewrote the paragraph that is cited. Page id to the id of the page that told it first; pages that tell their own are
 * left out.
 */
export function clusterNarratives(
  items: readonly (DuplicateItem & { readonly pageId: string; readonly site: string })[],
  clusters: ReadonlyMap<string, string>,
): Map<string, string> {
  const pages = new Map<
    string,
    { text: string; size: number; site: string; publishedAt: string | null; shared: Map<string, number> }
  >()
  for (const { id, text, pageId, site, publishedAt = null } of items) {
    const page = pages.get(pageId) ?? { text: '', size: 0, site, publishedAt, shared: new Map<string, number>() }
    page.text += text
    page.size += sizeOf(text)
    const cluster = clusters.get(id)
    if (cluster !== undefined) page.shared.set(cluster, (page.shared.get(cluster) ?? 0) + sizeOf(text))
    pages.set(pageId, page)
  }
  const told = [...pages].map(([id, page]) => ({ id, ...page }))
  const parents = told.map((_, index) => index)
  told.forEach((one, first) => {
    if (one.shared.size === 0) return
    told.slice(first + 1).forEach((other, step) => {
      if (one.site === other.site) return
      let common = 0
      for (const [cluster, size] of one.shared) common += Math.min(size, other.shared.get(cluster) ?? 0)
      if (common < LEAST_STORY || common < SAME_STORY * Math.min(one.size, other.size)) return
      parents[rootOf(parents, first + 1 + step)] = rootOf(parents, first)
    })
  })
  return nameClusters(told, parents)
}

/** A sentence that this many texts have is a formula of the trade, not a copy. */
const COMMONPLACE = 40
/** Characters: shorter sentences ("All rights reserved.") recur in unrelated texts. */
const LEAST_SENTENCE = 30
/** Characters in common, about one full sentence, before two texts are compared at all. */
const LEAST_SHARED = 60
/** An editor may cut a copy or add to it: most of the shorter text, and a good part of the longer, must be shared. */
const SHARE_OF_SHORTER = 0.6
const SHARE_OF_LONGER = 0.4

/** Pairs of which whole sentences make up most of the shorter text and a good part of the longer. */
function* sharedSentences(items: readonly DuplicateItem[]): Steps<readonly (readonly [number, number])[]> {
  const holders = new Map<string, number[]>()
  const lengths: number[] = []
  for (const [index, { text }] of items.entries()) {
    const own = new Set(splitSentences(text).map((sentence) => normalisedText(sentence.text)))
    let length = 0
    for (const sentence of own) {
      const size = sizeOf(sentence)
      length += size
      if (size < LEAST_SENTENCE) continue
      const known = holders.get(sentence)
      if (known === undefined) holders.set(sentence, [index])
      else known.push(index)
    }
    lengths.push(length)
    yield
  }
  const shared = new Map<number, number>()
  for (const [sentence, at] of holders) {
    if (at.length > COMMONPLACE) continue
    for (const [place, first] of at.entries()) {
      for (const second of at.slice(place + 1)) {
        const pair = first * items.length + second
        shared.set(pair, (shared.get(pair) ?? 0) + sizeOf(sentence))
      }
    }
    yield
  }
  const pairs: (readonly [number, number])[] = []
  for (const [pair, size] of shared) {
    const [first, second] = [Math.floor(pair / items.length), pair % items.length]
    const sizes = [lengths[first] ?? 0, lengths[second] ?? 0]
    const [least, most] = [Math.min(...sizes), Math.max(...sizes)]
    if (size >= LEAST_SHARED && size >= SHARE_OF_SHORTER * least && size >= SHARE_OF_LONGER * most)
      pairs.push([first, second])
  }
  return pairs
}

/** A kana or a kanji says as much as two letters. */
function sizeOf(text: string): number {
  return text.length + (text.match(/[\u3040-\u30ff\u3400-\u9fff]/g)?.length ?? 0)
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
    const canonical = group.reduce((best, item) => (comesFirst(item, best) ? item : best))
    for (const item of group) clusters.set(item.id, canonical.id)
  }
  return clusters
}

function comesFirst(item: DuplicateItem, other: DuplicateItem): boolean {
  const [own, its] = [item.publishedAt ?? '9999', other.publishedAt ?? '9999']
  if (own !== its) return own < its
  if (item.text.length !== other.text.length) return item.text.length > other.text.length
  return item.id < other.id
}

function rootOf(parents: number[], index: number): number {
  let root = index
  for (let parent = parents[root] ?? root; parent !== root; parent = parents[root] ?? root) {
    parents[root] = parents[parent] ?? parent
    root = parent
  }
  return root
}

function jaccard(a: ReadonlySet<number>, b: ReadonlySet<number>): number {
  if (a.size === 0 || b.size === 0) return 0
  let common = 0
  for (const value of a) if (b.has(value)) common += 1
  return common / (a.size + b.size - common)
}
