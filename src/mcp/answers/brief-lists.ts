import { shortenText } from '../../domain/shorten-text.ts'
import { estimateTokens } from '../../domain/token-estimate.ts'

/** The first items that fit into so many tokens, and how many are left; one always fits. */
export function itemsThatFit<T>(items: readonly T[], tokens: number): { readonly fit: readonly T[]; left: number } {
  let used = 0
  const end = items.findIndex((item, at) => {
    used += estimateTokens(JSON.stringify(item))
    return at > 0 && used > tokens
  })
  const fit = end === -1 ? items : items.slice(0, end)
  return { fit, left: items.length - fit.length }
}

/** Lines for a reader who needs to know that there are more: `… and 12 more (get_status with details)`. */
export function firstLines(lines: readonly string[], most: number, longest: number, where: string): readonly string[] {
  const shown = lines.slice(0, most).map((line) => shortenText(line, longest))
  return lines.length > most ? [...shown, `… and ${lines.length - most} more (${where})`] : shown
}
