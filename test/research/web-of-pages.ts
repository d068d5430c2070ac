import type { Outcome } from '../../src/domain/outcome.ts'
import { kindOf } from '../../src/extract/extract.ts'
import { createPageReading } from '../../src/extract/read-page.ts'
import type { NetResponse, PageFetch, PageFetcher } from '../../src/net/types.ts'
import type { ResearchParts } from '../../src/research/parts.ts'

/** What lies at an address: the text of a page (HTML or JATS), another address, or how asking for it ends. */
export type Answer =
  | string
  | { readonly outcome: Exclude<Outcome, 'ok' | 'not_modified'> }
  | { readonly redirectsTo: string; readonly text: string }

export interface WebOfPages {
  readonly parts: Pick<ResearchParts, 'fetcher' | 'extract' | 'readBack'>
  /** Addresses asked for, in order. */
  readonly asked: string[]
}

/** A web of pages by their address, read by the real readers. `onAsk` runs before an answer; it may throw. */
export function webOfPages(
  pages: Readonly<Record<string, Answer>>,
  onAsk: (url: string) => void = () => {},
): WebOfPages {
  const asked: string[] = []
  const read = createPageReading()
  const responseAt = (url: string): NetResponse | null => {
    const answer = pages[url]
    if (answer === undefined || (typeof answer === 'object' && 'outcome' in answer)) return null
    const text = typeof answer === 'string' ? answer : answer.text
    const type = text.startsWith('<?xml') ? 'application/xml' : 'text/html'
    const finalUrl = typeof answer === 'string' ? url : answer.redirectsTo
    return { status: 200, headers: { 'content-type': type }, body: new TextEncoder().encode(text), finalUrl }
  }
  const fetcher: PageFetcher = {
    warnings: [],
    fetchPage: async ({ url }, onStart): Promise<PageFetch> => {
      onStart?.()
      asked.push(url)
      onAsk(url)
      const answer = pages[url]
      const response = responseAt(url)
      if (response !== null)
        return {
          result: { outcome: 'ok', route: 'http', response, archive: null, elapsedMs: 1 },
          attempts: [],
          screenshot: null,
        }
      const outcome = typeof answer === 'object' && 'outcome' in answer ? answer.outcome : 'not_found'
      const result = { outcome, route: 'http', reason: `it was ${outcome}`, archive: null, elapsedMs: 1 } as const
      return { result, attempts: [], screenshot: null }
    },
  }
  return {
    asked,
    parts: {
      fetcher,
      extract: (document) => read(document, kindOf(document) === 'jats' ? 'jats' : 'html'),
      readBack: async (page) => responseAt(page.url),
    },
  }
}

/** A page of an article: paragraphs under its title. */
export function article(title: string, ...paragraphs: readonly string[]): string {
  const text = paragraphs.map((one) => `<p>${one}</p>`).join('\n')
  return `<!doctype html><html lang="en"><head><title>${title}</title></head><body><main><article><h1>${title}</h1>
${text}</article></main></body></html>`
}
