/** Pairs of neighbouring letters and digits: `Tea 4` has te, ea, a4. Works for Japanese and English alike. */
function bigrams(text: string): ReadonlySet<string> {
  const letters = [
    ...text
      .normalize('NFKC')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]/gu, ''),
  ]
  return new Set(letters.slice(1).map((letter, index) => `${letters[index]}${letter}`))
}

/** Dice coefficient of two texts, 0..1. */
export function textOverlap(one: string, other: string): number {
  const [left, right] = [bigrams(one), bigrams(other)]
  if (left.size + right.size === 0) return one === other ? 1 : 0
  let shared = 0
  for (const pair of left) if (right.has(pair)) shared += 1
  return (2 * shared) / (left.size + right.size)
}

/** The candidate most like the text; the first of equals, null when none reaches `least`. */
export function closestText<T>(
  text: string,
  candidates: readonly T[],
  wordsOf: (one: T) => string,
  least: number,
): T | null {
  let best: { readonly one: T; readonly overlap: number } | null = null
  for (const one of candidates) {
    const overlap = textOverlap(text, wordsOf(one))
    if (overlap >= least && (best === null || overlap > best.overlap)) best = { one, overlap }
  }
  return best?.one ?? null
}
