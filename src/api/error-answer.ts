import { z } from 'zod'
import { ERROR_TABLE, type ErrorCode } from '../domain/errors.ts'
import type { DeepReadonly } from './define-use-case.ts'
import { ownText, ownValue, shortText } from './fields.ts'

const errorCode = z.enum(Object.keys(ERROR_TABLE) as [ErrorCode, ...ErrorCode[]])

/** What every use case answers when it fails. */
export const errorAnswer = z.object({
  ok: z.literal(false),
  error: z.object({
    code: errorCode,
    message: shortText,
    hint: ownText(500).exactOptional(),
    /** Whether the same call may succeed: never, later, or after a person did something. */
    retry: z.enum(['never', 'later', 'human']),
    error_id: ownText(100).exactOptional(),
    details: z.record(z.string(), ownValue).exactOptional(),
  }),
})

export type ErrorAnswer = DeepReadonly<z.output<typeof errorAnswer>>
