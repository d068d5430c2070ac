import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { ErrorAnswer } from '../api/error-answer.ts'
import { answerError } from '../app/answer-error.ts'
import { redactedJson, redactionFor } from '../app/redaction.ts'
import { ERROR_TABLE, isInternalError, LyraError } from '../domain/errors.ts'
import { type Logger, silentLogger } from '../domain/log.ts'
import { cleanErrorMessage } from '../guard/l7-response-sanitiser.ts'
import type { Call, World } from './command.ts'
import { settingsOf } from './session.ts'

export interface DescribedError {
  readonly told: ErrorAnswer['error']
  /** What is known of a crash that no log keeps. */
  readonly detail: string | null
}

/**
 * An error as the command line prints it (REQ 4.4.1 L7, L8). User errors keep their message, since its paths are the
 * user's own. A crash prints the generic answer of a tool with its error_id; the stack goes to the log of the home.
 */
export async function describeError(error: unknown, open: Call['open'], world: World): Promise<DescribedError> {
  if (error instanceof LyraError && !isInternalError(error.code)) {
    const { code, message, hint, details } = error
    const { retry } = ERROR_TABLE[code]
    const told = { code, message, hint, retry, ...(Object.keys(details).length === 0 ? {} : { details }) }
    return { told: JSON.parse(redactedJson(told)) as DescribedError['told'], detail: null }
  }
  const { log, home } = await crashLog(open, world)
  const parts = { log: log ?? silentLogger, ...(home === undefined ? {} : { home }) }
  const { error: told } = answerError(parts, 'cli', error)
  const unkept = log === null && error instanceof Error && !(error instanceof LyraError)
  return { told, detail: unkept ? cleanErrorMessage(`${error.name}: ${error.message}`, redactionFor(home)) : null }
}

/** Only a home that is there: a crash must not create one. */
async function crashLog(open: Call['open'], world: World): Promise<{ log: Logger | null; home?: string }> {
  try {
    const settings = await settingsOf({ open, world })
    const folder = join(settings.home, 'logs')
    if (settings.log.level === 'silent' || !existsSync(folder)) return { log: null, home: settings.home }
    const { openLogger } = await import('../app/log.ts')
    return { log: openLogger({ ...settings.log, to: 'file' }, folder), home: settings.home }
  } catch {
    // Loading the settings may itself be what failed.
    return { log: null }
  }
}
