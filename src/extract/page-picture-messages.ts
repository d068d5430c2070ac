import { z } from 'zod'

export interface PictureRequest {
  readonly body: Uint8Array
  /** From 1 on; where the words are not on it, the pages around it are looked at. */
  readonly number: number
  readonly words: string
  readonly before: string
  readonly after: string
  readonly pixels: number
}

const box = z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() })

export const pictureMessage = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('taken') }),
  z.object({
    kind: z.literal('drawn'),
    number: z.number(),
    pages: z.number(),
    width: z.number(),
    height: z.number(),
    png: z.instanceof(Uint8Array),
    boxes: z.array(box),
  }),
  z.object({ kind: z.literal('failed'), problem: z.string() }),
])

export type PictureMessage = z.infer<typeof pictureMessage>
export type DrawnPicture = Omit<Extract<PictureMessage, { kind: 'drawn' }>, 'kind'>
export type PictureBox = z.infer<typeof box>
