import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseDate } from './dates.ts'
import { tidy } from './dom.ts'
import { toFragments } from './fragments.ts'
import { identifiersOfPage } from './identifiers.ts'
import { createLanguageDetector } from './language.ts'
import { pdfBlocks } from './pdf-blocks.ts'
import { type PdfPage, pageLines } from './pdf-lines.ts'
import { judgeQuality } from './quality.ts'
import type { Extraction, RawDocument } from './types.ts'

/** Pages beyond this are left out: a thousand-page scan must not hold the pipeline. */
const MOST_PAGES = 300

export async function extractPdf(raw: RawDocument): Promise<Extraction> {
  const opened = await openPdf(raw.body)
  if (!opened.ok) return opened.failure
  try {
    const { pages, info } = await readPages(opened.document)
    const { blocks, title } = pdfBlocks(pages)
    const detect = await createLanguageDetector()
    const text = blocks.map((block) => block.text).join('\n\n')
    const language = detect(text.slice(0, 4000))
    const fragments = toFragments(blocks, 'pdf', detect, language)
    if (fragments.length === 0) {
      return { ok: false, failure: 'empty', reason: 'The PDF carries no text (a scan, perhaps)' }
    }
    const quality = judgeQuality({ fragments, pageLength: text.length, adElements: 0, affiliateLinks: 0, linkShare: 0 })
    return {
      ok: true,
      page: {
        title: sensibleTitle(info.Title) ?? title,
        authors: (info.Author ?? '')
          .split(/\s*[;、]\s*/)
          .map(tidy)
          .filter((name) => name !== ''),
        publishedAt: pdfDate(info.CreationDate),
        updatedAt: pdfDate(info.ModDate),
        canonicalUrl: null,
        language,
        pageType: 'pdf',
        fragments,
        identifiers: identifiersOfPage({ url: raw.url, meta: new Map(), text, links: [] }),
        links: [],
        quality: quality.score,
        qualityFlags: quality.flags,
      },
    }
  } finally {
    await opened.document.loadingTask.destroy()
  }
}

type PdfDocument = Awaited<ReturnType<typeof import('pdfjs-dist/legacy/build/pdf.mjs')['getDocument']>['promise']>

async function openPdf(
  body: Uint8Array,
): Promise<{ ok: true; document: PdfDocument } | { ok: false; failure: Extraction }> {
  const pdfjs = await import('pdfjs-dist/legacy/build/pdf.mjs')
  const root = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'))
  const folder = (name: string) => `${pathToFileURL(join(root, name)).href}/`.replace(/^file:\/\//, '')
  const task = pdfjs.getDocument({
    data: Uint8Array.from(body),
    cMapUrl: folder('cmaps'),
    cMapPacked: true,
    standardFontDataUrl: folder('standard_fonts'),
    isEvalSupported: false,
    disableFontFace: true,
    useSystemFonts: false,
    verbosity: 0,
  })
  try {
    return { ok: true, document: await task.promise }
  } catch (error) {
    await task.destroy()
    const locked = error instanceof Error && error.name === 'PasswordException'
    const reason = error instanceof Error ? error.message : String(error)
    return { ok: false, failure: { ok: false, failure: locked ? 'password_pdf' : 'broken_pdf', reason } }
  }
}

interface PdfInfo {
  readonly Title?: string
  readonly Author?: string
  readonly CreationDate?: string
  readonly ModDate?: string
}

async function readPages(document: PdfDocument): Promise<{ pages: PdfPage[]; info: PdfInfo }> {
  const metadata = await document.getMetadata().catch(() => null)
  const pages: PdfPage[] = []
  for (let number = 1; number <= Math.min(document.numPages, MOST_PAGES); number += 1) {
    // One damaged page does not cost the others.
    const page = await document.getPage(number).catch(() => null)
    const content = await page?.getTextContent().catch(() => null)
    if (page === null || content === null || content === undefined) continue
    const [left, bottom, right, top] = page.view as [number, number, number, number]
    const items = content.items.flatMap((item) => {
      if (!('str' in item) || item.str.trim() === '') return []
      const [a, b, , , x, y] = item.transform as [number, number, number, number, number, number]
      // Text set sideways is a stamp or an axis label.
      if (Math.abs(b) > Math.abs(a)) return []
      return [
        {
          text: item.str,
          x: x - left,
          y: y - bottom,
          width: item.width,
          size: item.height || Math.abs(a),
          font: item.fontName,
        },
      ]
    })
    pages.push({ number, width: right - left, height: top - bottom, lines: pageLines(items, right - left) })
    page.cleanup()
  }
  return { pages, info: (metadata?.info ?? {}) as PdfInfo }
}

function sensibleTitle(title: string | undefined): string | null {
  const text = tidy(title ?? '')
  return text.length < 5 || /^(?:untitled|microsoft word|slide \d|.*\.(?:docx?|pdf|tex|dvi|indd))/i.test(text)
    ? null
    : text
}

function pdfDate(value: string | undefined): string | null {
  const match = /^D:(\d{4})(\d{2})(\d{2})/.exec(value ?? '')
  return match === null ? null : parseDate(`${match[1]}-${match[2]}-${match[3]}`)
}
