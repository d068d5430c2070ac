/** The middle of 1 to 5: neither useful nor useless. */
const INDIFFERENT = 3

/**
 * What a person's ratings make of a ranking score (FEEDBACK 5): the mean over the aspects, each step worth a factor of
 * the square root of two. 1 halves the score, 3 leaves it, 5 doubles it.
 */
export function ratingWeight(ratings: readonly number[]): number {
  if (ratings.length === 0) return 1
  const mean = ratings.reduce((sum, rating) => sum + rating, 0) / ratings.length
  return 2 ** ((mean - INDIFFERENT) / 2)
}
