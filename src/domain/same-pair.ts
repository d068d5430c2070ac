/**
 * Copies of a sentence against the same claim are one pair: they have this key in common. Width of letters, capitals
 * and spaces make no difference.
 */
export function samePairKey(sentence: string, claimText: string): string {
  return `${folded(sentence)}\n${folded(claimText)}`
}

function folded(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .split(/\s/u)
    .filter((word) => word !== '')
    .join(' ')
}
