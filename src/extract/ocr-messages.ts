import { z } from 'zod'

/** What the reading process is asked: pages of one PDF, numbered from 1, or one picture as page 1. */
export interface OcrRequest {
  readonly body: Uint8Array
  readonly pages: readonly number[]
  /** Of these, pages that have a little text of their own: read only where there is much more to see. */
  readonly doubtful: readonly number[]
  readonly pixels: number
  /** The body is a picture (PNG, JPEG...) of this size, no PDF. */
  readonly picture?: { readonly width: number; readonly height: number } | undefined
}

const ocrLine = z.object({
  text: z.string(),
  /** In points from the lower left, like the text layer's. */
  x: z.number(),
  right: z.number(),
  y: z.number(),
  size: z.number(),
  /** 0..1, tesseract's own. */
  confidence: z.number(),
})

const ocrPage = z.object({
  kind: z.literal('page'),
  number: z.int(),
  width: z.number(),
  height: z.number(),
  language: z.enum(['eng', 'jpn']).nullable(),
  /** Empty for a blank page. */
  lines: z.array(ocrLine),
})

export const ocrMessage = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('ready') }),
  ocrPage,
  z.object({ kind: z.literal('failed'), number: z.int(), reason: z.string() }),
  z.object({ kind: z.literal('done') }),
])

export type OcrLine = z.infer<typeof ocrLine>
export type OcrPage = z.infer<typeof ocrPage>
export type OcrMessage = z.infer<typeof ocrMessage>
