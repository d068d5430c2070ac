const K1 = 1.2
const B = 0.75

/** BM25 of every document for the query, all given as terms (EXPLORE 4.3). A query term counts once. */
export function bm25Scores(query: readonly string[], documents: readonly (readonly string[])[]): number[] {
  if (documents.length === 0) return []
  const terms = new Set(query)
  const meanLength = documents.reduce((sum, document) => sum + document.length, 0) / documents.length
  const counts = documents.map((document) => termCounts(document, terms))
  const holding = new Map<string, number>()
  for (const count of counts) for (const term of count.keys()) holding.set(term, (holding.get(term) ?? 0) + 1)
  return counts.map((count, index) => {
    const length = documents[index]?.length ?? 0
    const damping = K1 * (1 - B + (B * length) / (meanLength || 1))
    let score = 0
    for (const [term, frequency] of count) {
      const having = holding.get(term) ?? 0
      const rarity = Math.log(1 + (documents.length - having + 0.5) / (having + 0.5))
      score += (rarity * frequency * (K1 + 1)) / (frequency + damping)
    }
    return score
  })
}

function termCounts(document: readonly string[], wanted: ReadonlySet<string>): Map<string, number> {
  const counts = new Map<string, number>()
  for (const term of document) if (wanted.has(term)) counts.set(term, (counts.get(term) ?? 0) + 1)
  return counts
}
