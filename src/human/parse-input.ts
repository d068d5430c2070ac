import type { z } from 'zod'
import { LyraError } from '../domain/errors.ts'

/**
 * Input that has no schema of its own at the tool (payload, data) is parsed here; the field is named in the refusal.
 */
export function parseInput<T>(schema: z.ZodType<T>, value: unknown, what: string): T {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  const issues = parsed.error.issues.map((issue) => {
    const field = [what, ...issue.path.map(String)].join('.')
    return `${field}: ${issue.message}`
  })
  throw new LyraError('INVALID_PARAMS', issues.join('; '), { details: { fields: issues } })
}
