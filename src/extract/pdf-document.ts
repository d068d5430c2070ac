import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Extraction } from './types.ts'

export type PdfDocument = Awaited<
  ReturnType<typeof import('pdfjs-dist/legacy/build/pdf.mjs')['getDocument']>['promise']
>

/** Takes the fonts that the library wants to load for drawing, and forgets them. */
const NO_DOCUMENT = { fonts: { add: () => {}, delete: () => {} } }

export async function openPdf(
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
    // With a place to put fonts, where nothing happens, no outline of any letter is made.
    disableFontFace: !('FontFace' in globalThis),
    ownerDocument: NO_DOCUMENT,
    useSystemFonts: false,
    verbosity: 0,
    // Pictures are no text and their decoding is the slow part; scans are drawn by pdfium.
    maxImageSize: 1,
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
