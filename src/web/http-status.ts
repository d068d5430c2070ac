import type { ErrorCode } from '../domain/errors.ts'

type HttpStatus = 400 | 404 | 409 | 500

/** What the caller can change is told as such; anything else is ours. */
const STATUS: Readonly<Partial<Record<ErrorCode, HttpStatus>>> = {
  INVALID_PARAMS: 400,
  QUERY_REJECTED: 400,
  TASK_NOT_FOUND: 404,
  NOT_FOUND: 404,
  BUDGET_EXHAUSTED: 409,
  AUTH_REQUIRED: 409,
  CANCELLED: 409,
}

export function httpStatus(code: ErrorCode): HttpStatus {
  return STATUS[code] ?? 500
}
