/** From this share of the shorter text's letter triples in the other on, two texts are the same words. */
const SAME_WORDS = 0.8
const LETTERS = 3

function folded(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s\p{P}\p{S}]+/gu, '')
}

function triples(text: string): ReadonlySet<string> {
  const letters = [...folded(text)]
  const found = new Set<string>()
  for (let at = 0; at + LETTERS <= letters.length; at += 1) found.add(letters.slice(at, at + LETTERS).join(''))
  return found
}

/** Do the two texts share their words, the one perhaps with more around it? Works alike for English and Japanese. */
export function sharesWords(first: string, second: string): number {
  const [a, b] = [triples(first), triples(second)]
  const [small, large] = a.size <= b.size ? [a, b] : [b, a]
  if (small.size === 0) return 0
  let shared = 0
  for (const triple of small) if (large.has(triple)) shared += 1
  return shared / small.size
}

/** The best of the candidates that holds the same words, by its place in the list; null when none does. */
export function bestMatch(text: string, candidates: readonly string[]): number | null {
  let best: { readonly at: number; readonly share: number } | null = null
  for (const [at, candidate] of candidates.entries()) {
    const share = sharesWords(text, candidate)
    if (share >= SAME_WORDS && (best === null || share > best.share)) best = { at, share }
  }
  return best?.at ?? null
}
