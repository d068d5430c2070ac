export const NOVELTY_WINDOW = 20
export const NOVELTY_CYCLE = 10
export const NOVELTY_FLOOR = 0.1
const SHINGLE = 5

/** Character shingles work for Japanese and English alike. */
function shingles(text: string): Set<string> {
  const plain = text.normalize('NFKC').toLowerCase().replace(/\s+/gu, ' ').trim()
  const grams = new Set<string>()
  for (let i = 0; i + SHINGLE <= plain.length; i += 1) grams.add(plain.slice(i, i + SHINGLE))
  if (grams.size === 0 && plain !== '') grams.add(plain)
  return grams
}

/** A fragment is new when at least half of its shingles were not seen before. */
const NEW_SHARE = 0.5

/** REQ 3.1.7.4: among the last 20 useful fragments, the share that brought something not said before. */
export function noveltyScore(fragmentsInOrder: readonly string[]): number {
  return noveltyFlags(fragmentsInOrder).slice(-NOVELTY_WINDOW).reduce(mean, 0)
}

function mean(sum: number, flag: boolean, _index: number, all: readonly boolean[]): number {
  return sum + (flag ? 1 : 0) / all.length
}

export function noveltyFlags(fragmentsInOrder: readonly string[]): boolean[] {
  const seen = new Set<string>()
  return fragmentsInOrder.map((text) => {
    const grams = shingles(text)
    let fresh = 0
    for (const gram of grams) if (!seen.has(gram)) fresh += 1
    for (const gram of grams) seen.add(gram)
    return grams.size > 0 && fresh / grams.size >= NEW_SHARE
  })
}

/** REQ 3.1.7.4: below 10 % over two cycles of ten fragments each ends the search. */
export function noveltyExhausted(fragmentsInOrder: readonly string[]): boolean {
  const flags = noveltyFlags(fragmentsInOrder)
  if (flags.length < 2 * NOVELTY_CYCLE) return false
  return [flags.slice(-2 * NOVELTY_CYCLE, -NOVELTY_CYCLE), flags.slice(-NOVELTY_CYCLE)].every(
    (cycle) => cycle.reduce(mean, 0) < NOVELTY_FLOOR,
  )
}
