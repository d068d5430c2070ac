import type { Steps } from '../../domain/in-turns.ts'
import type { Page } from '../../domain/page.ts'
import { isStruckWhole } from '../../domain/revision.ts'
import { dot } from '../../domain/vector.ts'
import { type PreparedSource, prepareSource } from '../../judge/alignment/prepared-source.ts'
import type { WordCounts } from '../../judge/alignment/word-counts.ts'
import type { Embedder } from '../../models/types.ts'
import type { Store } from '../../store/types.ts'

/** The texts of a check: each page is read and its sentences are embedded once, when a statement first needs it. */
export interface SourceTexts {
  /** One page, or several that a statement cites together. */
  prepared(pages: readonly Page[]): PreparedSource
  /** Nearness of each of their sentences to a vector. */
  similarities(pages: readonly Page[], vector: Float32Array, signal: AbortSignal): Promise<readonly number[]>
  readonly counts: WordCounts
  /** Reads every text that words are counted in, page by page, so that no statement does it in one go. */
  readAll(): Steps<void>
}

export function sourceTexts(
  { store, embedder }: { readonly store: Pick<Store, 'fragments'>; readonly embedder: Embedder },
  gathered: readonly Page[],
  /** What the archived head of a page calls it, its site and its authors. */
  headOf: (page: Page) => string = () => '',
): SourceTexts {
  const known = new Map<string, PreparedSource>()
  const prepared = (pages: readonly Page[]): PreparedSource => {
    const key = pages.map(({ id }) => id).join(' ')
    const before = known.get(key)
    if (before !== undefined) return before
    const [first] = pages
    const made = prepareSource({
      passages: pages.flatMap(({ id: page }) =>
        store.fragments
          .ofPage(page)
          // What its page has struck out it does not say.
          .filter((fragment) => !isStruckWhole(fragment))
          .map(({ id, text_content: text, heading_context: heading }) => ({ id, text, heading })),
      ),
      frame: pages.map((page) => `${frameOf(page)}\n${headOf(page)}`).join('\n'),
      ...(first === undefined ? { year: null, month: null } : dateOf(first)),
    })
    known.set(key, made)
    return made
  }
  return {
    prepared,
    // The embedder remembers texts: a page that is compared again costs nothing.
    similarities: async (pages, vector, signal) => {
      const texts = prepared(pages).sentences.map(({ text }) => text)
      return (await embedder.embed(texts, signal)).map((one) => dot(one, vector))
    },
    counts: wordCounts(gathered, prepared),
    *readAll() {
      for (const page of gathered.slice(0, MOST_COUNTED)) {
        prepared([page])
        yield
      }
    },
  }
}

function frameOf({ title, domain, authors, url }: Page): string {
  return [title ?? '', domain, ...authors, readable(url)].join('\n')
}

/** Over all gathered texts, made when first asked. */
function wordCounts(gathered: readonly Page[], prepared: SourceTexts['prepared']): WordCounts {
  let all: readonly PreparedSource[] | null = null
  const texts = () => {
    all ??= gathered.slice(0, MOST_COUNTED).map((page) => prepared([page]))
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
