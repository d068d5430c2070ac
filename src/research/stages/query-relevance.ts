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
  /** The most relevant of its title and its fragments; their vectors must be there. */
  ofPage(title: string, fragments: readonly Fragment[]): Promise<number>
  /** The entries that share words with the query, most first, then newest. */
  mostRelevantByWords(entries: readonly SitemapEntry[], most: number): readonly SitemapEntry[]
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

  function wordShare(text: string): number {
    if (wanted.length === 0) return 0
    const terms = new Set(analyser.analyse(text))
    return wanted.filter((term) => terms.has(term)).length / wanted.length
  }

  function fused(words: number, vector: Float32Array | null | undefined): number {
    const meaning = queryVector === null || !vector ? 0 : Math.max(0, dot(queryVector, vector))
    return (wordWeight * words + meaningWeight * meaning) / total
  }

  return {
    async ofLinks(links) {
      // A link without words of its own (sitemap) is judged by its address.
      const texts = links.map(({ url, text }) => (text === '' ? pathWords(url) : text))
      const vectors = await embedder.embed(texts, signal)
      return links.map(({ url, text }, index) => fused(wordShare(`${text} ${pathWords(url)}`), vectors[index]))
    },
    async ofPage(title, fragments) {
      const [vector] = await embedder.embed([title], signal)
      const best = fragments.map((fragment) =>
        fused(wordShare(fragment.text_content), store.vectors.get('fragment', fragment.id, embedder.modelId)),
      )
      return Math.max(fused(wordShare(title), vector), ...best)
    },
    mostRelevantByWords(entries, most) {
      return entries
        .map((entry) => ({ entry, share: wordShare(pathWords(entry.url)) }))
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
