import { z } from 'zod'
import { id, ownText, time } from './fields.ts'

/** FEEDBACK 6, as it was written with add_note; 10,000 characters at most. */
export const noteText = ownText(10_000)

export const claimNote = z.object({
  /** What it was written on: the claim, its own fragment or page, or a passage that takes a side on it. */
  on: z.enum(['claim', 'source', 'evidence']),
  target_id: id,
  note: noteText,
  at: time,
})
export type ClaimNote = Readonly<z.infer<typeof claimNote>>
