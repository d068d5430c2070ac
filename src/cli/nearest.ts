import { editDistance } from '../domain/edit-distance.ts'

/** The name a typing mistake most likely meant, or null when nothing is near. */
export function nearestName(typed: string, names: readonly string[]): string | null {
  let best: string | null = null
  let bestDistance = Number.POSITIVE_INFINITY
  for (const name of names) {
    const distance = editDistance(typed.toLowerCase(), name.toLowerCase())
    if (distance < bestDistance) {
      best = name
      bestDistance = distance
    }
  }
  const near = Math.max(2, Math.floor(typed.length / 3))
  return bestDistance <= near ? best : null
}
