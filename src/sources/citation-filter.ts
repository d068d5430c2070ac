import type { CitedPaper, Paper } from '../domain/paper.ts'

/** TRUST 3.2 (B+C hybrid). */
const INFLUENTIAL_WEIGHT = 0.5
const SIMILARITY_WEIGHT = 0.3
const RELEVANCE_WEIGHT = 0.2

export interface CitationQuestion {
  readonly source: Paper
  readonly related: readonly CitedPaper[]
  readonly query: string
}

/** Both in 0..1: embedding similarity of two abstracts, stance model's relevance of an abstract to the query. */
export interface CitationScorer {
  similarity(first: string, second: string): Promise<number>
  relevance(query: string, abstract: string): Promise<number>
}

export interface RankedCitation extends CitedPaper {
  readonly score: number
  readonly similarity: number
  readonly relevance: number
}

/** Related papers, best first. Those without an abstract are skipped; one paper told by two sources counts once. */
export async function rankCitations(
  { source, related, query }: CitationQuestion,
  scorer: CitationScorer,
): Promise<readonly RankedCitation[]> {
  const own = source.abstract ?? source.title
  const ranked: RankedCitation[] = []
  for (const entry of oncePerPaper(related)) {
    const abstract = entry.work.abstract
    if (abstract === null || abstract.trim() === '') continue
    const influence = entry.is_influential ? INFLUENTIAL_WEIGHT : 0
    const similarity = await scorer.similarity(own, abstract)
    const relevance = await scorer.relevance(query, abstract)
    const score = influence + SIMILARITY_WEIGHT * similarity + RELEVANCE_WEIGHT * relevance
    ranked.push({ ...entry, score, similarity, relevance })
  }
  // A stable sort: equal scores keep the order in which the sources listed them.
  return ranked.sort((a, b) => b.score - a.score)
}

/** TRUST 3.1 deduplicates by DOI; influence told by one source holds for the paper. */
function oncePerPaper(related: readonly CitedPaper[]): readonly CitedPaper[] {
  const papers = new Map<string, CitedPaper>()
  related.forEach((entry, index) => {
    const doi = entry.work.identifiers.find((identifier) => identifier.type === 'doi')?.value.toLowerCase()
    const key = doi ?? `#${index}`
    const known = papers.get(key)
    if (known === undefined) {
      papers.set(key, entry)
      return
    }
    const better = known.work.abstract === null ? entry : known
    papers.set(key, { ...better, is_influential: known.is_influential || entry.is_influential })
  })
  return [...papers.values()]
}
