/** Levenshtein, with a swap of two neighbours counted as one mistake: `editDistance('serach', 'search')` is 1. */
export function editDistance(a: string, b: string): number {
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, j) => j)]
  const cell = (i: number, j: number) => rows[i]?.[j] ?? Number.POSITIVE_INFINITY
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i]
    rows.push(row)
    for (let j = 1; j <= b.length; j += 1) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1
      const least = Math.min(cell(i - 1, j) + 1, cell(i, j - 1) + 1, cell(i - 1, j - 1) + same)
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      row.push(swapped ? Math.min(least, cell(i - 2, j - 2) + 1) : least)
    }
  }
  return cell(a.length, b.length)
}

/** Longer than any name: the work grows with the product of both lengths. */
const LONGEST_TYPED = 64

/** The names, those first that the fewest mistakes lead to; of the same distance in the order they came. */
export function byEditDistance(typed: string, names: readonly string[]) {
  const word = typed.toLowerCase().slice(0, LONGEST_TYPED)
  return names
    .map((name) => ({ name, distance: editDistance(word, name.toLowerCase()) }))
    .sort((a, b) => a.distance - b.distance)
}

/** The name a typing mistake most likely meant: at most a third of the letters differ, or `mistakes`; null if none. */
export function nearestName(typed: string, names: readonly string[], mistakes = 2): string | null {
  const best = byEditDistance(typed, names)[0]
  const near = Math.max(mistakes, Math.floor(Math.min(typed.length, LONGEST_TYPED) / 3))
  return best !== undefined && best.distance <= near ? best.name : null
}
