import { multilineRegExp } from '../domain/multiline-regexp.ts'
import { toFragments, truncationFlag, withoutStrays } from './fragments.ts'
import { identifiersOfPage } from './identifiers.ts'
import { createLanguageDetector } from './language.ts'
import { namedDocuments } from './named-documents.ts'
import { pdfAuthors } from './pdf-authors.ts'
import { pdfBlocks } from './pdf-blocks.ts'
import { openPdf } from './pdf-document.ts'
import { createLinkList } from './pdf-links.ts'
import { fileDate, infoOf, outlineOf, publicationDate, sensibleTitle } from './pdf-metadata.ts'
import { readPages } from './pdf-pages.ts'
import { readScans, type ScanReading } from './pdf-scans.ts'
import { judgeQuality } from './quality.ts'
import type { Extraction, RawDocument } from './types.ts'

export interface PdfReading {
  /** Later pages are skipped: a thousand-page scan must not block the pipeline. */
  readonly maxPages: number
  /** How pages without text are read; null: not at all. */
  readonly scans: ScanReading | null
}

export async function extractPdf(raw: RawDocument, reading: PdfReading): Promise<Extraction> {
  return withoutStrayRejections(() => readPdf(raw, reading))
}

/** pdf.js sometimes drops a rejected promise when a damaged file ends early; unhandled, it would end the process. */
async function withoutStrayRejections<T>(work: () => Promise<T>): Promise<T> {
  const hold = (reason: unknown) => {
    if (!isPdfError(reason)) throw reason
  }
  process.on('unhandledRejection', hold)
  try {
    return await work()
  } finally {
    // The last dropped rejection is reported one turn later.
    await new Promise((resolve) => setTimeout(resolve, 5))
    process.off('unhandledRejection', hold)
  }
}

const PDF_ERROR_NAME = multilineRegExp('')`
  ^(?:ParserEOF|XRef\w*|InvalidPDF|UnknownError|MissingData|Abort|Response|Password|Format|Jpeg|Jbig2
    |Jpx)(?:Exception|Error)$|^UnknownErrorException$|^XRefEntryException$|^XRefParseException$`

function isPdfError(reason: unknown): boolean {
  const name = typeof reason === 'object' && reason !== null && 'name' in reason ? String(reason.name) : ''
  return PDF_ERROR_NAME.test(name)
}

async function readPdf(raw: RawDocument, { maxPages, scans }: PdfReading): Promise<Extraction> {
  const opened = await openPdf(raw.body)
  if (!opened.ok) return opened.failure
  try {
    const found = createLinkList()
    const written = await readPages(opened.document, maxPages, found)
    const info = await infoOf(opened.document)
    const { links } = found
    const { pages, scanned, problem, flags } = await readScans(raw.body, written, scans)
    const { blocks, title } = pdfBlocks(pages, await outlineOf(opened.document))
    const text = blocks.map((block) => block.text).join('\n\n')
    const detect = await createLanguageDetector(text)
    const language = detect(text.slice(0, 4000))
    const fragments = toFragments(withoutStrays(blocks), 'pdf', detect, language).map((fragment) => {
      const confidence = scanned.get(fragment.page_number ?? 0)
      return confidence === undefined ? fragment : { ...fragment, extraction_method: 'ocr' as const, confidence }
    })
    if (fragments.length === 0) {
      if (problem !== null) return { ok: false, failure: 'ocr_failed', reason: problem }
      return { ok: false, failure: 'empty', reason: 'The PDF carries no text' }
    }
    const quality = judgeQuality({ fragments, pageLength: text.length, adElements: 0, affiliateLinks: 0, linkShare: 0 })
    return {
      ok: true,
      page: {
        title: sensibleTitle(info.title) ?? title,
        authors: pdfAuthors(info.author),
        publishedAt: publicationDate(info, pages[0]),
        updatedAt: fileDate(info.modified),
        canonicalUrl: null,
        language,
        pageType: 'pdf',
        fragments,
        identifiers: identifiersOfPage({ url: raw.url, meta: new Map(), text, links }),
        documents: namedDocuments([raw.url, text, ...links].join('\n')),
        links,
        quality: quality.score,
        qualityFlags: [...quality.flags, ...flags, ...truncationFlag(fragments, opened.document.numPages > maxPages)],
        qualityReasons: quality.reasons,
      },
    }
  } finally {
    await opened.document.loadingTask.destroy()
  }
}
