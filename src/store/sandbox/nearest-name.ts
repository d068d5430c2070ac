/** Edit distance with swaps of neighbours counted once; small words only. */
export function editDistance(a: string, b: string): number {
  const width = b.length + 1
  const at = (table: number[], i: number, j: number) => table[i * width + j] ?? 0
  const table = new Array<number>((a.length + 1) * width).fill(0)
  for (let i = 0; i <= a.length; i += 1) table[i * width] = i
  for (let j = 0; j <= b.length; j += 1) table[j] = j
  for (let i = 1; i <= a.length; i += 1)
    for (let j = 1; j <= b.length; j += 1) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1
      let best = Math.min(at(table, i - 1, j) + 1, at(table, i, j - 1) + 1, at(table, i - 1, j - 1) + cost)
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        best = Math.min(best, at(table, i - 2, j - 2) + 1)
      table[i * width + j] = best
    }
  return at(table, a.length, b.length)
}

/** The name meant, when one is close: at most a third of the letters differ, or one is part of the other. */
export function nearestName(wrong: string, names: readonly string[]): string | null {
  const word = wrong.toLowerCase().slice(0, 64)
  const scored = names
    .map((name) => ({ name, distance: editDistance(word, name) }))
    .sort((a, b) => a.distance - b.distance || (a.name < b.name ? -1 : 1))
  const best = scored[0]
  if (best !== undefined && best.distance <= Math.max(1, Math.floor(word.length / 3))) return best.name
  if (word.length < 4) return null
  return scored.find(({ name }) => name.includes(word) || (name.length > 3 && word.includes(name)))?.name ?? null
}
