import { z } from 'zod'

const text = z.string().max(100_000)
const dateParts = z.array(z.array(z.union([z.number(), z.string()])))

/** One entry of a reference library, as far as it is read (CSL-JSON). */
export const libraryItemSchema = z.object({
  id: z.union([z.string(), z.number()]).optional(),
  type: z.string().max(100).optional(),
  title: text.optional(),
  author: z
    .array(z.object({ family: text.optional(), given: text.optional(), literal: text.optional() }))
    .max(4000)
    .optional(),
  issued: z.object({ 'date-parts': dateParts.optional(), raw: z.string().max(100).optional() }).optional(),
  abstract: text.optional(),
  note: text.optional(),
  'container-title': text.optional(),
  publisher: text.optional(),
  DOI: z.string().max(500).optional(),
  ISBN: z.string().max(500).optional(),
  PMID: z.union([z.string().max(50), z.number()]).optional(),
  URL: z.string().max(4000).optional(),
  language: z.string().max(50).optional(),
})
export type LibraryItem = z.infer<typeof libraryItemSchema>

export const LIBRARY_ITEM_TYPE = 'application/vnd.citationstyles.csl+json'
