import { inTurns, type Steps } from '../../domain/in-turns.ts'
import type { Fragment } from '../../domain/page.ts'
import { dot } from '../../domain/vector.ts'
import type { SitemapEntry } from '../../net/sitemap.ts'
import type { ResearchParts } from '../parts.ts'
import type { SearchCall } from '../search-call.ts'

/**
 * How relevant a link or a page is to the query of a search, 0..1: shared words and meaning, weighted like the ranking.
 */
export interface QueryRelevance {
  ofLinks(links: readonly { readonly url: string; readonly text: string }[]): Promise<readonly number[]>
  /** Its vector must be there. */
  ofFragments(fragments: readonly Fragment[]): Promise<readonly number[]>
  /** The most relevant of its title and its fragments; their vectors must be there. */
  ofPage(title: string, fragments: readonly Fragment[]): Promise<number>
  /** The entries that share words with the query, most first, then newest. */
  mostRelevantByWords(entries: readonly SitemapEntry[], most: number): Promise<readonly SitemapEntry[]>
}

export type RelevanceDeps = Pick<ResearchParts, 'embedder' | 'store' | 'analyser' | 'settings'>

export async function openQueryRelevance(
  deps: RelevanceDeps,
  { query, signal }: SearchCall,
  queryVector: Float32Array | null,
): Promise<QueryRelevance> {
  const { embedder, settings, store } = deps
  const analyser = await deps.analyser()
  const wanted = [...new Set(analyser.analyse(query))]
  const { bm25_weight: wordWeight, embedding_weight: meaningWeight } = settings.ranking
  const total = wordWeight + meaningWeight || 1

  function* sharingWords(texts: readonly string[]): Steps<readonly number[]> {
    const shares: number[] = []
    for (const text of texts) {
      const terms = new Set((yield* analyser.analysing(text)).terms)
      shares.push(wanted.length === 0 ? 0 : wanted.filter((term) => terms.has(term)).length / wanted.length)
      yield
    }
    return shares
  }

  const wordShares = (texts: readonly string[]) => inTurns(sharingWords(texts))

  function fused(words: number, vector: Float32Array | null | undefined): number {
    const meaning = queryVector === null || !vector ? 0 : Math.max(0, dot(queryVector, vector))
    return (wordWeight * words + meaningWeight * meaning) / total
  }

  async function ofFragments(fragments: readonly Fragment[]): Promise<readonly number[]> {
    const shares = await wordShares(fragments.map(({ text_content }) => text_content))
    return fragments.map(({ id }, index) =>
      fused(shares[index] ?? 0, store.vectors.get('fragment', id, embedder.modelId)),
    )
  }

  return {
    ofFragments,
    async ofLinks(links) {
      // A link without words of its own (sitemap) is judged by its address.
      const texts = links.map(({ url, text }) => (text === '' ? pathWords(url) : text))
      const vectors = await embedder.embed(texts, signal)
      const shares = await wordShares(links.map(({ url, text }) => `${text} ${pathWords(url)}`))
      return links.map((_, index) => fused(shares[index] ?? 0, vectors[index]))
    },
    async ofPage(title, fragments) {
      const [vector] = await embedder.embed([title], signal)
      const [ofTitle = 0] = await wordShares([title])
      return Math.max(fused(ofTitle, vector), ...(await ofFragments(fragments)))
    },
    async mostRelevantByWords(entries, most) {
      const shares = await wordShares(entries.map((entry) => pathWords(entry.url)))
      return entries
        .map((entry, index) => ({ entry, share: shares[index] ?? 0 }))
        .filter(({ share }) => share > 0)
        .sort((a, b) => b.share - a.share || (b.entry.lastModified ?? '').localeCompare(a.entry.lastModified ?? ''))
        .slice(0, most)
        .map(({ entry }) => entry)
    },
  }
}

/** The words of an address: `/guides/blood-pressure.html` is "guides blood pressure". */
function pathWords(url: string): string {
  const path = URL.parse(url)?.pathname ?? ''
  return decoded(path)
    .replace(/\.[a-z]{2,5}$/i, '')
    .replace(/[-_/+.]+/g, ' ')
    .trim()
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
