/** Shorter words differ by a letter and are other words. */
const LEAST = 7

/** Philip and Phillip. */
const LEAST_DOUBLED = 5

function singled(word: string): string {
  return word.replace(/(\p{L})\1/gu, '$1')
}

/**
 * Two letters changed places, or one is missing or twice inside a long word: a slip of the pen. Another letter in its
 * place is another name (Anderson, Andersen), and so is another first or last letter.
 */
export function isOneSlip(first: string, second: string): boolean {
  if (Math.min(first.length, second.length) >= LEAST_DOUBLED && singled(first) === singled(second)) return true
  const [short, long] = first.length <= second.length ? [first, second] : [second, first]
  if (short.length < LEAST || long.length - short.length > 1) return false
  if (/\d/u.test(first) || /\d/u.test(second)) return false
  let at = 0
  while (at < short.length && short[at] === long[at]) at += 1
  if (at < 2) return false
  if (short.length === long.length)
    return (
      at + 2 <= short.length &&
      short[at] === long[at + 1] &&
      short[at + 1] === long[at] &&
      short.slice(at + 2) === long.slice(at + 2)
    )
  return at < short.length - 1 && short.slice(at) === long.slice(at + 1)
}
