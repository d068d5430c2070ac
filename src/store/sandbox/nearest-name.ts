import { editDistance } from '../../domain/edit-distance.ts'

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
