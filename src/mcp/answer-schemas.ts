import { z } from 'zod'
import type { ErrorAnswer, LyraMeta } from '../domain/answers.ts'
import { ERROR_TABLE, type ErrorCode } from '../domain/errors.ts'
import { TRUST_ORDER } from '../domain/trust.ts'

/** Pieces the output schemas share. Lengths bound what one answer may carry; L7 cuts to them. */
export const ok = z.literal(true)
export const id = z.string().max(200)
export const ids = z.array(id).max(2000)
export const shortText = z.string().max(1000)
export const longText = z.string().max(8000)
export const url = z.string().max(4096)
export const domain = z.string().max(253)
export const time = z.string().max(40)
export const lines = z.array(shortText).max(500)
export const trustLevel = z.enum(TRUST_ORDER)
export const verificationStatus = z.enum(['pending', 'verified', 'rejected', 'contested'])
export const searchState = z.enum(['running', 'satisfied', 'partial', 'exhausted'])
export const budget = z.object({ max_pages: z.number(), max_seconds: z.number() })

export const metaSchema: z.ZodType<LyraMeta> = z.object({
  unverified_domains: z.array(domain).max(200),
  blocked_domains: z.array(domain).max(200),
  security_warnings: z.array(shortText).max(200),
  untrusted_fields: z.array(z.string().max(200)).max(100),
})

const errorCode = z.enum(Object.keys(ERROR_TABLE) as [ErrorCode, ...ErrorCode[]])

export const errorSchema: z.ZodType<ErrorAnswer> = z.object({
  ok: z.literal(false),
  error: z.object({
    code: errorCode,
    message: z.string().max(1000),
    hint: z.string().max(500).exactOptional(),
    error_id: z.string().max(100).exactOptional(),
    details: z.record(z.string(), z.unknown()).exactOptional(),
  }),
})
