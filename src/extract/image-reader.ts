import type { Settings } from '../domain/settings.ts'
import { toFragments } from './fragments.ts'
import { imageSize } from './image-size.ts'
import { createLanguageDetector } from './language.ts'
import { createOcr } from './ocr.ts'
import { pdfBlocks } from './pdf-blocks.ts'
import { scannedPage } from './pdf-scans.ts'
import { judgeQuality } from './quality.ts'
import type { Extract, Extraction } from './types.ts'

/** Size of the body text that lines of a picture are scaled to, in points. */
const BODY_SIZE = 10
/** Unpacked, a pixel takes four bytes and more; the process that reads has a limit of its own behind this one. */
const MOST_PIXELS = 40_000_000

/** Photographs and screenshots of text, read by OCR in the process that reads scanned pages. */
export function createImageReader(settings: Settings['extract']): Extract {
  const ocr = createOcr(settings)
  return async ({ body }): Promise<Extraction> => {
    const size = imageSize(body)
    if (size === null) return failed('broken_document', 'The picture has no size that can be read')
    if (size.width * size.height > MOST_PIXELS)
      return failed('too_large', `The picture has ${size.width} by ${size.height} pixels`)
    if (!settings.ocr) return failed('ocr_failed', 'OCR is off (extract.ocr)')
    const { pages, failed: unread } = await ocr({ body, pages: [1], doubtful: [], picture: size })
    const [page] = pages
    if (page === undefined) return failed('ocr_failed', `The picture: ${unread[0]?.reason ?? 'no answer'}`)
    const scan = scannedPage(page, settings.ocr_confidence, BODY_SIZE)
    const { blocks, title } = pdfBlocks([scan])
    const text = blocks.map((block) => block.text).join('\n\n')
    const detect = await createLanguageDetector(text)
    const language = detect(text.slice(0, 4000))
    const { confidence } = scan
    const fragments = toFragments(blocks, 'ocr', detect, language).map((one) => ({ ...one, confidence }))
    if (fragments.length === 0) return failed('empty', 'The picture shows no text that can be read surely enough')
    const quality = judgeQuality({ fragments, pageLength: text.length, adElements: 0, affiliateLinks: 0, linkShare: 0 })
    return {
      ok: true,
      page: {
        title,
        authors: [],
        publishedAt: null,
        updatedAt: null,
        canonicalUrl: null,
        language,
        pageType: 'other',
        fragments,
        identifiers: [],
        links: [],
        quality: quality.score,
        qualityFlags: [...quality.flags, 'ocr', `ocr_confidence_${Math.round(100 * confidence)}`],
        qualityReasons: quality.reasons,
      },
    }
  }
}

function failed(failure: 'broken_document' | 'too_large' | 'ocr_failed' | 'empty', reason: string): Extraction {
  return { ok: false, failure, reason }
}
