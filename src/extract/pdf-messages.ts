import type { Settings } from '../domain/settings.ts'
import type { Ocr } from './ocr.ts'
import type { Extraction, RawDocument } from './types.ts'

export type PdfChildSettings = Settings['extract'] & { readonly memoryMb: number }

export type ToPdfChild =
  | { readonly kind: 'read'; readonly document: RawDocument }
  /** What was seen in the pictures that the child asked about. */
  | { readonly kind: 'scanned'; readonly reading: Awaited<ReturnType<Ocr>> }

export type FromPdfChild =
  /** The document is there and its time begins; before it the process may have had to start. */
  | { readonly kind: 'taken' }
  | { readonly kind: 'scans'; readonly pages: readonly number[]; readonly doubtful: readonly number[] }
  | { readonly kind: 'done'; readonly extraction: Extraction }
