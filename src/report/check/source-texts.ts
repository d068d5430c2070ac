import type { Page } from '../../domain/page.ts'
import { dot } from '../../domain/vector.ts'
import { type PreparedSource, prepareSource } from '../../judge/alignment/prepared-source.ts'
import type { WordCounts } from '../../judge/alignment/word-counts.ts'
import type { Embedder } from '../../models/types.ts'
import type { Store } from '../../store/types.ts'

/** The texts of a check: each page is read and its sentences are embedded once, when a statement first needs it. */
export interface SourceTexts {
  prepared(page: Page): PreparedSource
  /** Nearness of each sentence of the page to a vector. */
  similarities(page: Page, vector: Float32Array, signal: AbortSignal): Promise<readonly number[]>
  readonly counts: WordCounts
}

export function sourceTexts(
  { store, embedder }: { readonly store: Pick<Store, 'fragments'>; readonly embedder: Embedder },
  gathered: readonly Page[],
): SourceTexts {
  const known = new Map<string, PreparedSource>()
  const vectors = new Map<string, readonly Float32Array[]>()
  const prepared = (page: Page): PreparedSource => {
    const before = known.get(page.id)
    if (before !== undefined) return before
    const made = prepareSource({
      passages: store.fragments.ofPage(page.id).map(({ id, text_content: text, heading_context: heading }) => ({
        ...{ id, text, heading },
      })),
      frame: [page.title ?? '', page.domain, ...page.authors, readable(page.url)].join('\n'),
      ...dateOf(page),
    })
    known.set(page.id, made)
    return made
  }
  return {
    prepared,
    similarities: async (page, vector, signal) => {
      let own = vectors.get(page.id)
      if (own === undefined) {
        own = await embedder.embed(
          prepared(page).sentences.map(({ text }) => text),
          signal,
        )
        vectors.set(page.id, own)
      }
      return own.map((one) => dot(one, vector))
    },
    counts: wordCounts(gathered, prepared),
  }
}

/** Over all gathered texts, made when first asked. */
function wordCounts(gathered: readonly Page[], prepared: (page: Page) => PreparedSource): WordCounts {
  let all: readonly PreparedSource[] | null = null
  const texts = () => {
    all ??= gathered.slice(0, MOST_COUNTED).map(prepared)
    return all
  }
  let names: ReadonlySet<string> | null = null
  const counted = new Map<string, number>()
  return {
    texts: Math.max(1, Math.min(gathered.length, MOST_COUNTED)),
    count: (word) => {
      const before = counted.get(word)
      if (before !== undefined) return before
      const count = texts().filter(({ words, folded }) => words.has(word) || folded.includes(word)).length
      counted.set(word, count)
      return count
    },
    isName: (word) => {
      names ??= new Set(texts().flatMap((text) => [...text.names]))
      return names.has(word) && !texts().some(({ plainWords }) => plainWords.has(word))
    },
  }
}

/** Enough texts to tell a rare word from a frequent one. */
const MOST_COUNTED = 300

function dateOf({ published_at: published, updated_at: updated, year }: Page) {
  const date = published ?? updated
  const month = date === null ? Number.NaN : Number(date.slice(5, 7))
  return {
    year: date === null ? year : Number(date.slice(0, 4)),
    month: Number.isInteger(month) && month >= 1 && month <= 12 ? month : null,
  }
}

function readable(url: string): string {
  try {
    return decodeURI(url)
  } catch {
    return url
  }
}
