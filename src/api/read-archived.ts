import { z } from 'zod'
import { type AnswerOf, defineUseCase } from './define-use-case.ts'
import { givenId, ok, time, webShortText, webUrl } from './fields.ts'

const found = z.object({
  ok,
  found: z.literal(true),
  url: webUrl,
  captured_at: time,
  content_type: webShortText,
  /** The text of an HTML page, decoded; null for anything else. */
  html: z.string().nullable(),
  /** The bytes of anything else. */
  base64: z.string().nullable(),
})

export const readArchived = defineUseCase({
  name: 'read_archived',
  title: 'Read from the archive',
  description: 'The archived bytes of a page, of its screenshot, or of something it was made of; never the network',
  input: z.strictObject({
    page_id: givenId.describe('The page'),
    fragment_id: givenId.optional().describe('A passage of an earlier version of the page: that version is read'),
    screenshot: z.boolean().optional().describe('Its picture instead of its text'),
    resource: z.string().max(4096).optional().describe('Address of what the page refers to'),
  }),
  output: z.discriminatedUnion('found', [found, z.object({ ok, found: z.literal(false) })]),
})

export type ReadArchived = AnswerOf<typeof readArchived>
