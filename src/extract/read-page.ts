import type { Weights } from './choose-units.ts'
import { type Extraction, type RawDocument, UNEXPECTED_FAILURE } from './types.ts'

/** Reads HTML and plain text. A bad document is an outcome, never an exception. */
export function createPageReading(): (document: RawDocument, kind: 'html' | 'text' | 'jats') => Promise<Extraction> {
  let weights: Promise<Weights> | null = null
  return async (document, kind) => {
    try {
      if (kind === 'text') return await (await import('./plain-text.ts')).extractText(document)
      if (kind === 'jats') return await (await import('./jats.ts')).extractJats(document)
      const { extractHtml } = await import('./html.ts')
      // Read once, by the first page that needs them: they are large for a start that may see no page.
      weights ??= import('./choose-units.ts').then(({ readWeights }) => readWeights())
      return await extractHtml(document, await weights)
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      return { ok: false, failure: 'empty', reason: `${UNEXPECTED_FAILURE}: ${reason}` }
    }
  }
}
