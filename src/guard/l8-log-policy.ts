import { sha256 } from '../domain/ids.ts'
import { leakMask, REDACTED } from './l4-output-check.ts'
import { hidePaths } from './l7-machine-paths.ts'
import { isSecretName, redactSecrets } from './l8-secrets.ts'

/** All that may be logged of a model's input or output (REQ 4.4.1 L8). */
interface TextSummary {
  readonly hash: string
  readonly length: number
  readonly preview: string
}

/** L8 (REQ 4.4.1): the start of a text that a log line may show. */
const PREVIEW_LENGTH = 100
/** Nobody reads more of an error, and the search for paths takes the square of its length. */
const MESSAGE_LENGTH = 4000

/** `systemPrompt` is given where the text may quote it; its words are masked before the preview is cut. */
export function summariseForLog(text: string, systemPrompt = ''): TextSummary {
  const safe = leakMask(systemPrompt)(text).replace(/\s+/g, ' ')
  return { hash: sha256(text).slice(0, 16), length: text.length, preview: safe.slice(0, PREVIEW_LENGTH) }
}

/**
 * What may be written of an exception where others read it: no stack, no path of this machine, no secret, no words of
 * the prompt.
 */
export function redactMessage(message: string, systemPrompt = ''): string {
  const told = redactSecrets(leakMask(systemPrompt)(message)).slice(0, MESSAGE_LENGTH)
  return hidePaths(told).trimEnd()
}

/**
 * A log line as it may be kept (REQ 4.4.1 L8): no string of it holds a credential, a tag or words of a prompt. Stacks
 * and paths stay: the log is where an error_id is looked up. `mask` knows the prompts (leakMask).
 */
export function redactedLine(line: Readonly<Record<string, unknown>>, mask: (text: string) => string): string {
  return JSON.stringify(line, (key, value: unknown) => {
    if (value instanceof Error) return { name: value.name, message: value.message, stack: value.stack }
    if (typeof value !== 'string') return value
    return isSecretName(key) ? REDACTED : redactSecrets(mask(value))
  })
}
