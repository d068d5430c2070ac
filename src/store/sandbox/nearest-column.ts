import { byEditDistance, nearestName } from '../../domain/edit-distance.ts'

/** The view or column meant, when one is close, or when one is part of the other: `claim` for `claims_by_domain`. */
export function nearestColumn(wrong: string, names: readonly string[]): string | null {
  const sorted = [...names].sort()
  const near = nearestName(wrong, sorted, 1)
  const word = wrong.toLowerCase().slice(0, 64)
  if (near !== null || word.length < 4) return near
  const isPart = (name: string) => name.includes(word) || (name.length > 3 && word.includes(name))
  const parts = byEditDistance(word, sorted).filter(({ name }) => isPart(name))
  // A whole word of the name before letters in the middle of one: `text` is claim_text, not context.
  return (parts.find(({ name }) => name.split('_').includes(word)) ?? parts[0])?.name ?? null
}
