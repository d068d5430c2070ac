import { multilineRegExp } from '../domain/multiline-regexp.ts'
import type { Settings } from '../domain/settings.ts'
import { withAttachments } from './attached-files.ts'
import { unmarkedUtf16 } from './charset-detector.ts'
import { isImage } from './image-size.ts'
import { jsonAsHtml, MOST_VALUES } from './json-page.ts'
import { isOle, isZip } from './office/container-kind.ts'
import type { ReadOffice } from './office-reader.ts'
import { createReader, type ReadPage } from './reader.ts'
import { type Extract, type Extraction, type RawDocument, UNEXPECTED_FAILURE } from './types.ts'

/** Chooses the reader by content type and first bytes. A bad document is an outcome, never an exception. */
export function createExtract(settings: Settings['extract']): Extract {
  const readers = openReaders(settings)
  const read = async (document: RawDocument, depth: number, signal?: AbortSignal): Promise<Extraction> => {
    try {
      return await extractByKind(document, readers, depth, signal)
    } catch (error) {
      signal?.throwIfAborted()
      return { ok: false, failure: 'empty', reason: `${UNEXPECTED_FAILURE}: ${messageOf(error)}` }
    }
  }
  return (document, signal) => read(document, 0, signal)
}

interface Readers {
  readonly page: ReadPage
  readonly pdf: () => Promise<Extract>
  readonly image: () => Promise<Extract>
  readonly office: () => Promise<ReadOffice>
}

/** Each is loaded by the first document that needs it. */
function openReaders(settings: Settings['extract']): Readers {
  const once = <T>(load: () => Promise<T>) => {
    let loaded: Promise<T> | null = null
    return () => {
      loaded ??= load()
      return loaded
    }
  }
  return {
    page: createReader(),
    pdf: once(() => import('./pdf-reader.ts').then(({ createPdfReader }) => createPdfReader(settings))),
    image: once(() => import('./image-reader.ts').then(({ createImageReader }) => createImageReader(settings))),
    office: once(() => import('./office-reader.ts').then(({ createOfficeReader }) => createOfficeReader(settings))),
  }
}

async function extractByKind(
  document: RawDocument,
  readers: Readers,
  depth: number,
  signal: AbortSignal | undefined,
): Promise<Extraction> {
  if (document.body.length === 0) return { ok: false, failure: 'empty', reason: 'The document has no bytes' }
  const kind = kindOf(document)
  if (kind === 'pdf') return (await readers.pdf())(document, signal)
  if (kind === 'html' || kind === 'text') return readers.page(document, kind, signal)
  if (kind === 'image') return (await readers.image())(document, signal)
  if (kind === 'office') {
    const reading = await (await readers.office())(document, signal)
    return withAttachments(reading, depth, (inner, below) => extractByKind(inner, readers, below, signal))
  }
  const record = kind === 'json' ? jsonAsHtml(new TextDecoder().decode(document.body)) : null
  if (record === 'too long')
    return { ok: false, failure: 'too_costly', reason: `The record holds more than ${MOST_VALUES} values` }
  if (record !== null) {
    const page = { ...document, contentType: 'text/html; charset=utf-8', body: new TextEncoder().encode(record) }
    return readers.page(page, 'html', signal)
  }
  return {
    ok: false,
    failure: 'unsupported_type',
    reason: `Cannot read ${document.contentType ?? 'this kind of document'}`,
  }
}

/**
 * `json` is the record of an API; `office` is whatever the process of office-reader.ts reads: Office files, books,
 * letters, tables, Markdown.
 */
type Kind = 'html' | 'pdf' | 'text' | 'json' | 'office' | 'image' | 'unknown'

const OFFICE_TYPE = multilineRegExp('')`
  ^(?:message/rfc822|text/(?:csv|tab-separated-values|markdown)
    |application/(?:vnd\.citationstyles\.csl\+json|epub\+zip|x-ole-storage
      |vnd\.openxmlformats-officedocument\..{1,80}
      |vnd\.ms-(?:word|excel|powerpoint)\..{1,80}macroenabled\..{1,20}))$`

/** The first bytes outrank the header: servers send PDFs as octet-stream and error pages as PDFs. */
export function kindOf(document: Pick<RawDocument, 'contentType' | 'body'>): Kind {
  const start = new TextDecoder('latin1').decode(document.body.subarray(0, 1024))
  const type = (document.contentType ?? '').split(';')[0]?.trim().toLowerCase() ?? ''
  if (isZip(document.body) || isOle(document.body)) return 'office'
  if (isImage(document.body)) return 'image'
  // A letter may quote a page, and carry a PDF inside.
  if (type === 'message/rfc822') return 'office'
  if (start.includes('%PDF-')) return 'pdf'
  if (/^(?:\ufeff|ï»¿)?\s*<(?:!doctype\s+html|html|head|body)\b/i.test(start.trimStart())) return 'html'
  if (type === 'application/pdf') return 'pdf'
  if (type === 'text/html' || type === 'application/xhtml+xml') return 'html'
  if (OFFICE_TYPE.test(type) && (!isBinary(document.body) || !type.startsWith('text/'))) return 'office'
  if (isBinary(document.body)) return 'unknown'
  if (type === 'application/json' || type.endsWith('+json')) return 'json'
  if (type === 'text/plain') return 'text'
  if (/<(?:html|body|p|div|h1|article)[\s>]/i.test(start) && !/json|javascript|css/.test(type)) return 'html'
  return 'unknown'
}

function isBinary(body: Uint8Array): boolean {
  const start = body.subarray(0, 512)
  const utf16 = (start[0] === 0xfe && start[1] === 0xff) || (start[0] === 0xff && start[1] === 0xfe)
  return !utf16 && start.includes(0) && unmarkedUtf16(body) === null
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
