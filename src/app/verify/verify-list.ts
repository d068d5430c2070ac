import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import { z } from 'zod'
import { LyraError } from '../../domain/errors.ts'
import { OUTCOMES } from '../../domain/outcome.ts'

const address = z.url({ protocol: /^https?$/ })
const name = z.string().min(1).max(60)
const shown = z.strictObject({ url: address, text: z.string().min(1) })

const listSchema = z.strictObject({
  dated: z.iso.date(),
  stale_after_days: z.int().min(1),
  search: z.strictObject({
    queries: z
      .array(
        z.strictObject({
          id: name,
          query: z.string().min(1).max(200),
          language: z.string().min(2).max(8).optional(),
          /** Least results; 0: the query can have none. */
          least: z.int().min(0),
          host: z.string().min(1).optional(),
        }),
      )
      .min(1)
      .max(5),
  }),
  fetch: z.strictObject({
    pages: z
      .array(z.strictObject({ id: name, url: address, outcome: z.enum(OUTCOMES), text: z.string().min(1).optional() }))
      .min(1)
      .max(20),
    tor: shown,
    wayback: z.strictObject({ url: address, least: z.int().min(1) }),
  }),
  browser: z.strictObject({
    pages: z
      .array(shown.extend({ id: name }))
      .min(1)
      .max(5),
  }),
  challenge: z.strictObject({
    pages: z
      .array(z.strictObject({ id: name, url: address }))
      .min(1)
      .max(10),
  }),
  session: z.strictObject({ set: address, echo: shown, elsewhere: shown, headers: shown, tagged: address }),
  academic: z.strictObject({
    papers: z
      .array(
        z.strictObject({ type: z.enum(['doi', 'pmid', 'arxiv']), value: z.string().min(1), title: z.string().min(1) }),
      )
      .min(1)
      .max(5),
    search: z.strictObject({ query: z.string().min(1), least: z.int().min(1) }),
  }),
  models: z.strictObject({
    triples: z.int().min(1),
    pairs: z.int().min(1),
    least_vectors: z.number().min(0).max(1),
    least_stances: z.number().min(0).max(1),
  }),
})

export type VerifyList = z.infer<typeof listSchema>

export function loadVerifyList(file: string): VerifyList {
  let data: unknown
  try {
    data = parse(readFileSync(file, 'utf8'))
  } catch (cause) {
    throw new LyraError('INVALID_CONFIG', `the list ${file} cannot be read`, { cause })
  }
  const parsed = listSchema.safeParse(data)
  if (parsed.success) return parsed.data
  const issue = parsed.error.issues[0]
  throw new LyraError('INVALID_CONFIG', `${file}: ${issue?.path.join('.') || 'list'}: ${issue?.message}`)
}

export function isStale(
  { dated, stale_after_days: days }: Pick<VerifyList, 'dated' | 'stale_after_days'>,
  now: number,
): boolean {
  return now - Date.parse(dated) > days * 86_400_000
}
