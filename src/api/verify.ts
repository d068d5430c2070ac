import { z } from 'zod'
import { type AnswerOf, defineUseCase } from './define-use-case.ts'
import { ok, shortText, time, webShortText } from './fields.ts'

export const VERIFY_PARTS = ['search', 'fetch', 'browser', 'challenge', 'session', 'academic', 'models'] as const
export type VerifyPart = (typeof VERIFY_PARTS)[number]

const part = z.enum(VERIFY_PARTS)

/** One thing that was looked at. */
const check = z.object({
  part,
  id: shortText,
  /** `skipped`: could not be looked at here and now, which says nothing about Lyra. */
  status: z.enum(['passed', 'failed', 'skipped']),
  /** A skipped one that a machine need not have: Tor, a desktop, a key. */
  optional: z.boolean(),
  /** A page or an answer that came, and is not read as it is written now. */
  drift: z.boolean(),
  expected: shortText,
  /** An index may tell its refusal in its own words. */
  found: webShortText,
  elapsed_ms: z.number(),
})

export const verify = defineUseCase({
  name: 'verify',
  title: 'Check on the live web',
  description: 'Asks a published list of addresses and queries, politely, whether search, pages and sources still work',
  input: z.strictObject({
    parts: z.array(part).min(1).max(VERIFY_PARTS.length).describe('What is looked at'),
    list: z.string().min(1).max(4096).optional().describe('Another list in the form of config/verify.yaml'),
  }),
  output: z.object({
    ok,
    lyra: shortText,
    node: shortText,
    system: shortText,
    /** Day of the list, and whether it is too old to be relied on. */
    list_dated: shortText,
    list_stale: z.boolean(),
    replayed: z.boolean(),
    started_at: time,
    seconds: z.number(),
    parts: z.array(part),
    passed: z.number(),
    failed: z.number(),
    skipped: z.number(),
    checks: z.array(check).max(500),
  }),
})

export type VerifyAnswer = AnswerOf<typeof verify>
export type VerifyCheck = VerifyAnswer['checks'][number]
