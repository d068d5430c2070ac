/** `\w+` of the public evaluators: letters, digits and underscore of any script. */
const TOKEN = /[\p{L}\p{N}_]+/gu

export interface ShingleCounts {
  readonly right: number
  readonly extra: number
  readonly missing: number
}

/** Article bodies: counts of runs of four tokens in common, only in the prediction, only in the truth. */
export function compareShingles(truth: string, predicted: string, size = 4): ShingleCounts {
  const expected = shinglesOf(truth, size)
  const found = shinglesOf(predicted, size)
  let right = 0
  let extra = 0
  for (const [shingle, count] of found) {
    const common = Math.min(count, expected.get(shingle) ?? 0)
    right += common
    extra += count - common
  }
  const all = [...expected.values()].reduce((sum, count) => sum + count, 0)
  return { right, extra, missing: all - right }
}

function shinglesOf(text: string, size: number): Map<string, number> {
  const tokens = text.match(TOKEN) ?? []
  const counts = new Map<string, number>()
  for (let start = 0; start < Math.max(1, tokens.length - size + 1); start += 1) {
    const shingle = tokens.slice(start, start + size).join(' ')
    if (shingle !== '') counts.set(shingle, (counts.get(shingle) ?? 0) + 1)
  }
  return counts
}

/** Mean precision over pages with a prediction, mean recall over pages with a truth, and their harmonic mean. */
export function shingleF1(pages: readonly ShingleCounts[]): { precision: number; recall: number; f1: number } {
  const perfect = (page: ShingleCounts) => page.extra === 0 && page.missing === 0
  const precision = mean(
    pages
      .filter((page) => page.right + page.extra > 0)
      .map((page) => (perfect(page) ? 1 : page.right / (page.right + page.extra))),
  )
  const recall = mean(
    pages
      .filter((page) => page.right + page.missing > 0)
      .map((page) => (perfect(page) ? 1 : page.right / (page.right + page.missing))),
  )
  return { precision, recall, f1: precision + recall === 0 ? 0 : (2 * precision * recall) / (precision + recall) }
}

/** Pages of all kinds: F1 over the bag of lower-case words. */
export function wordF1(predicted: string, truth: string): number {
  const found = predicted.toLowerCase().match(TOKEN) ?? []
  const expected = truth.toLowerCase().match(TOKEN) ?? []
  if (expected.length === 0) return found.length === 0 ? 1 : 0
  if (found.length === 0) return 0
  const left = new Map<string, number>()
  for (const word of expected) left.set(word, (left.get(word) ?? 0) + 1)
  let common = 0
  for (const word of found) {
    const count = left.get(word) ?? 0
    if (count === 0) continue
    common += 1
    left.set(word, count - 1)
  }
  const precision = common / found.length
  const recall = common / expected.length
  return precision + recall === 0 ? 0 : (2 * precision * recall) / (precision + recall)
}

/** Share of the snippets that stand in the text; 1 when there are none. */
export function snippetShare(text: string, snippets: readonly string[]): number {
  if (snippets.length === 0) return 1
  const lower = text.toLowerCase()
  return snippets.filter((snippet) => lower.includes(snippet.toLowerCase())).length / snippets.length
}

export function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length
}
