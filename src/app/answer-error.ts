import type { ErrorAnswer } from '../api/error-answer.ts'
import { ERROR_TABLE, isInternalError, LyraError } from '../domain/errors.ts'
import { type IdSource, randomIds } from '../domain/ids.ts'
import type { Logger } from '../domain/log.ts'
import { cleanErrorMessage } from '../guard/l7-response-sanitiser.ts'
import { redactionFor } from './redaction.ts'

export interface ErrorParts {
  readonly log: Logger
  /** LYRA_HOME, which no error may name. */
  readonly home?: string
  readonly ids?: IdSource
}

/**
 * Expected errors keep their words, cleaned; anything else becomes a generic message with an id to look up in the log
 * (REQ 4.4.1 L7).
 */
export function answerError(parts: ErrorParts, where: string, error: unknown): ErrorAnswer {
  const known = expected(error)
  const clean = (text: string) => cleanErrorMessage(text, redactionFor(parts.home))
  if (known !== null && !isInternalError(known.code)) {
    const { code, message, hint, details } = known
    const { retry } = ERROR_TABLE[code]
    const shown = Object.keys(details).length === 0 ? {} : { details: cleanDetails(details, clean) }
    return { ok: false, error: { code, message: clean(message), hint: clean(hint), retry, ...shown } }
  }
  const errorId = (parts.ids ?? randomIds()).next('err')
  parts.log.error('call.failed', {
    error_id: errorId,
    where,
    name: error instanceof Error ? error.name : typeof error,
    message: error instanceof Error ? error.message : String(error),
    stack: error instanceof Error ? error.stack : undefined,
  })
  const { advice, retry } = ERROR_TABLE[known?.code ?? 'INTERNAL_ERROR']
  return {
    ok: false,
    error: {
      code: known?.code ?? 'INTERNAL_ERROR',
      message: known === null ? 'Internal processing error' : clean(known.message),
      hint: known === null ? advice : clean(known.hint),
      retry,
      error_id: errorId,
    },
  }
}

function expected(error: unknown): LyraError | null {
  if (error instanceof LyraError) return error
  if (error instanceof Error && error.name === 'AbortError') return new LyraError('CANCELLED', 'The call was cancelled')
  return null
}

function cleanDetails(
  details: Readonly<Record<string, unknown>>,
  clean: (text: string) => string,
): Record<string, unknown> {
  const text = JSON.stringify(details, (_key, value) => (typeof value === 'string' ? clean(value) : value))
  return text === undefined || text.length > 4000 ? {} : JSON.parse(text)
}
