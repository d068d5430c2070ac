import type { Weights } from './choose.ts'
import type { Extract, Extraction, RawDocument } from './types.ts'

/** Chooses HTML or PDF by content type and first bytes. A bad document is an outcome, never an exception. */
export function createExtract(): Extract {
  let weights: Promise<Weights> | null = null
  // Read once, by the first page that needs them: they are large for a start that may see no page.
  const weightsOf = () => {
    weights ??= import('./choose.ts').then(({ readWeights }) => readWeights())
    return weights
  }
  return async (document) => {
    try {
      return await extractByKind(document, weightsOf)
    } catch (error) {
      return { ok: false, failure: 'empty', reason: `The document could not be read: ${messageOf(error)}` }
    }
  }
}

async function extractByKind(document: RawDocument, weightsOf: () => Promise<Weights>): Promise<Extraction> {
  if (document.body.length === 0) return { ok: false, failure: 'empty', reason: 'The document has no bytes' }
  const kind = kindOf(document)
  if (kind === 'pdf') {
    const { extractPdf } = await import('./pdf.ts')
    return extractPdf(document)
  }
  if (kind === 'html') {
    const { extractHtml } = await import('./html.ts')
    return extractHtml(document, await weightsOf())
  }
  if (kind === 'text') {
    const { extractText } = await import('./plain-text.ts')
    return extractText(document)
  }
  return {
    ok: false,
    failure: 'unsupported_type',
    reason: `Cannot read ${document.contentType ?? 'this kind of document'}`,
  }
}

type Kind = 'html' | 'pdf' | 'text' | 'unknown'

/** The first bytes outrank the header: servers send PDFs as octet-stream and error pages as PDFs. */
export function kindOf(document: Pick<RawDocument, 'contentType' | 'body'>): Kind {
  const start = new TextDecoder('latin1').decode(document.body.subarray(0, 1024))
  const type = (document.contentType ?? '').split(';')[0]?.trim().toLowerCase() ?? ''
  if (start.includes('%PDF-')) return 'pdf'
  if (/^\s*(?:\ufeff|ï»¿)?\s*<(?:!doctype\s+html|html|head|body)\b/i.test(start)) return 'html'
  if (type === 'application/pdf') return 'pdf'
  if (type === 'text/html' || type === 'application/xhtml+xml') return 'html'
  if (isBinary(document.body)) return 'unknown'
  if (type === 'text/plain' || type === 'text/markdown') return 'text'
  if (/<(?:html|body|p|div|h1|article)[\s>]/i.test(start) && !/json|javascript|css/.test(type)) return 'html'
  return 'unknown'
}

function isBinary(body: Uint8Array): boolean {
  const start = body.subarray(0, 512)
  const utf16 = (start[0] === 0xfe && start[1] === 0xff) || (start[0] === 0xff && start[1] === 0xfe)
  return !utf16 && start.includes(0)
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
