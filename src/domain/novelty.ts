/** REQ 3.1.7.4: novelty is measured over the last 20 fragments. */
export const NOVELTY_WINDOW = 20
/** A search is exhausted when two cycles of ten bring less than a tenth of new fragments each. */
const NOVELTY_CYCLE = 10
const NOVELTY_FLOOR = 0.1
/** Characters of a shingle, as in src/rank/signatures.ts. */
const SHINGLE = 5

/** Character shingles work for Japanese and English alike; a text shorter than one is one by itself. */
function* runsOf(text: string): Generator<string> {
  const plain = text.normalize('NFKC').toLowerCase().replace(/\s+/gu, ' ').trim()
  for (let i = 0; i + SHINGLE <= plain.length; i += 1) yield plain.slice(i, i + SHINGLE)
  if (plain.length < SHINGLE && plain !== '') yield plain
}

/**
 * Those of the wanted shingles that the texts have. What is asked about is little, what was read before may be very
 * much.
 */
function foundIn(texts: readonly string[], wanted: ReadonlySet<string>): Set<string> {
  const found = new Set<string>()
  for (const text of texts) for (const run of runsOf(text)) if (wanted.has(run)) found.add(run)
  return found
}

/** A fragment is new when at least half of its shingles were not seen before. */
const NEW_SHARE = 0.5

/** For each text whether it says what neither the known texts nor those before it in the list say. */
export function noveltyFlags(textsInOrder: readonly string[], known: readonly string[] = []): boolean[] {
  const shingles = textsInOrder.map((text) => new Set(runsOf(text)))
  const seen = foundIn(known, new Set(shingles.flatMap((own) => [...own])))
  return shingles.map((own) => {
    let fresh = 0
    for (const run of own) if (!seen.has(run)) fresh += 1
    for (const run of own) seen.add(run)
    return own.size > 0 && fresh / own.size >= NEW_SHARE
  })
}

/** A fragment a search has read; `useful` when its ranking kept it. */
interface FetchedText {
  readonly text: string
  readonly useful: boolean
}

/**
 * REQ 3.1.7.4: which of the last 20 fetched fragments are new useful ones. `known` is what the task had read before the
 * search; what was read counts as said, useful or not.
 */
export function newUsefulFlags(fetchedInOrder: readonly FetchedText[], known: readonly string[] = []): boolean[] {
  const last = fetchedInOrder.slice(-NOVELTY_WINDOW)
  const before = fetchedInOrder.slice(0, -NOVELTY_WINDOW)
  const fresh = noveltyFlags(
    last.map(({ text }) => text),
    [...known, ...before.map(({ text }) => text)],
  )
  return last.map(({ useful }, index) => useful && fresh[index] === true)
}

/** REQ 3.1.7.4: among the last 20 fetched fragments, the share of new useful ones. */
export function noveltyScore(newUseful: readonly boolean[]): number {
  return shareOf(newUseful.slice(-NOVELTY_WINDOW))
}

function shareOf(flags: readonly boolean[]): number {
  return flags.length === 0 ? 0 : flags.filter(Boolean).length / flags.length
}

/** REQ 3.3.2: among the n-grams of the last fragments, the share that no fragment before has. */
export function uniqueNgramShare(fragmentsInOrder: readonly string[], last = NOVELTY_WINDOW): number {
  const from = Math.max(0, fragmentsInOrder.length - last)
  const recent = fragmentsInOrder.slice(from).map((text) => new Set(runsOf(text)))
  const seen = foundIn(fragmentsInOrder.slice(0, from), new Set(recent.flatMap((own) => [...own])))
  let [fresh, all] = [0, 0]
  for (const own of recent) {
    all += own.size
    for (const run of own) if (!seen.has(run)) fresh += 1
    for (const run of own) seen.add(run)
  }
  return all === 0 ? 0 : fresh / all
}

/** REQ 3.1.7.4: below 10 % over two cycles of ten fetched fragments each ends the search. */
export function noveltyExhausted(newUseful: readonly boolean[]): boolean {
  if (newUseful.length < 2 * NOVELTY_CYCLE) return false
  return [newUseful.slice(-2 * NOVELTY_CYCLE, -NOVELTY_CYCLE), newUseful.slice(-NOVELTY_CYCLE)].every(
    (cycle) => shareOf(cycle) < NOVELTY_FLOOR,
  )
}

/** What a search found, one entry a fragment. */
export interface FoundFragment {
  readonly domain: string
  readonly cluster_id: string | null
}

/** REQ 7: at most a fifth of the fragments repeat another, at most 60 % come from one domain. */
export const DUPLICATE_LIMIT = 0.2
export const ONE_DOMAIN_LIMIT = 0.6

/** REQ 4.6: share of fragments that repeat another of their cluster. */
export function duplicateShare(found: readonly FoundFragment[]): number {
  const clustered = found.flatMap(({ cluster_id }) => cluster_id ?? [])
  return found.length === 0 ? 0 : (clustered.length - new Set(clustered).size) / found.length
}

/** REQ 4.6: different domains for each fragment, and the domain that has most of them. */
export function domainSpread(found: readonly FoundFragment[]): {
  readonly diversity: number
  readonly largest: { readonly domain: string; readonly share: number } | null
} {
  const counts = new Map<string, number>()
  for (const { domain } of found) counts.set(domain, (counts.get(domain) ?? 0) + 1)
  const [most] = [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
  return {
    diversity: found.length === 0 ? 0 : counts.size / found.length,
    largest: most === undefined ? null : { domain: most[0], share: most[1] / found.length },
  }
}
