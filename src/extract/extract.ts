import type { Settings } from '../domain/settings.ts'
import { createReader, type ReadPage } from './reader.ts'
import { type Extract, type Extraction, type RawDocument, UNEXPECTED_FAILURE } from './types.ts'

/** Chooses HTML or PDF by content type and first bytes. A bad document is an outcome, never an exception. */
export function createExtract(settings: Settings['extract']): Extract {
  const readPage = createReader()
  let readPdf: Promise<Extract> | null = null
  const pdfReader = () => {
    readPdf ??= import('./pdf-reader.ts').then(({ createPdfReader }) => createPdfReader(settings))
    return readPdf
  }
  return async (document, signal) => {
    try {
      return await extractByKind(document, readPage, pdfReader, signal)
    } catch (error) {
      signal?.throwIfAborted()
      return { ok: false, failure: 'empty', reason: `${UNEXPECTED_FAILURE}: ${messageOf(error)}` }
    }
  }
}

async function extractByKind(
  document: RawDocument,
  readPage: ReadPage,
  pdfReader: () => Promise<Extract>,
  signal: AbortSignal | undefined,
): Promise<Extraction> {
  if (document.body.length === 0) return { ok: false, failure: 'empty', reason: 'The document has no bytes' }
  const kind = kindOf(document)
  if (kind === 'pdf') {
    const readPdf = await pdfReader()
    return readPdf(document, signal)
  }
  if (kind === 'html' || kind === 'text' || kind === 'jats') return readPage(document, kind, signal)
  return {
    ok: false,
    failure: 'unsupported_type',
    reason: `Cannot read ${document.contentType ?? 'this kind of document'}`,
  }
}

type Kind = 'html' | 'pdf' | 'text' | 'jats' | 'unknown'

/** The first bytes outrank the header: servers send PDFs as octet-stream and error pages as PDFs. */
export function kindOf(document: Pick<RawDocument, 'contentType' | 'body'>): Kind {
  const start = new TextDecoder('latin1').decode(document.body.subarray(0, 1024))
  const type = (document.contentType ?? '').split(';')[0]?.trim().toLowerCase() ?? ''
  if (start.includes('%PDF-')) return 'pdf'
  if (/^(?:\ufeff|ï»¿)?\s*<(?:!doctype\s+html|html|head|body)\b/i.test(start.trimStart())) return 'html'
  if (type === 'application/pdf') return 'pdf'
  if (type === 'text/html' || type === 'application/xhtml+xml') return 'html'
  if (isBinary(document.body)) return 'unknown'
  if (isJats(start)) return 'jats'
  if (type === 'text/plain' || type === 'text/markdown') return 'text'
  if (/<(?:html|body|p|div|h1|article)[\s>]/i.test(start) && !/json|javascript|css/.test(type)) return 'html'
  return 'unknown'
}

/** JATS, the XML in which Europe PMC and many journals keep articles (ANSI/NISO Z39.96). */
function isJats(start: string): boolean {
  if (!/^(?:\ufeff|ï»¿)?\s*(?:<\?xml|<!DOCTYPE\s+article\b|<article[\s>])/iu.test(start)) return false
  return /<!DOCTYPE\s+article\b/iu.test(start) || /<article\s[^>]{0,600}(?:article-type|dtd-version)=/iu.test(start)
}

function isBinary(body: Uint8Array): boolean {
  const start = body.subarray(0, 512)
  const utf16 = (start[0] === 0xfe && start[1] === 0xff) || (start[0] === 0xff && start[1] === 0xfe)
  return !utf16 && start.includes(0)
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
