import { sha256 } from '../domain/ids.ts'
import { maskPromptFragments, REDACTED } from './l4-output-check.ts'

/** All that may be logged of a model's input or output (REQ L8). */
export interface TextSummary {
  readonly hash: string
  readonly length: number
  readonly preview: string
}

const PREVIEW_LENGTH = 100
const TAG_NAME = /LYRA-[0-9a-f]{4,32}/gi
const SECRET =
  /\b(?:authorization|cookie|set-cookie|api[-_ ]?key|token|password|secret)\b\s*[:=]\s*(?:bearer\s+)?[^\s,;&"']+|\bbearer\s+[\w.~+/-]{8,}=*/gi
const UNIX_PATH = /(?<![\w:/.])(?:file:\/\/)?(?:\/[\w.@+-]+){2,}\/?(?::\d+(?::\d+)?)?/g
const WINDOWS_PATH = /\b[A-Za-z]:\\(?:[^\s\\:*?"<>|]+\\?)+/g
const STACK_LINE = /\n\s+at\s[^\n]*/g

/** `systemPrompt` is given where the text may quote it; its words are masked before the preview is cut. */
export function summariseForLog(text: string, systemPrompt = ''): TextSummary {
  const safe = maskPromptFragments(text, systemPrompt).replace(TAG_NAME, REDACTED).replace(/\s+/g, ' ')
  return { hash: sha256(text).slice(0, 16), length: text.length, preview: safe.slice(0, PREVIEW_LENGTH) }
}

/** What may be written of an exception: no stack, no path of this machine, no secret, no words of the prompt. */
export function redactMessage(message: string, systemPrompt = ''): string {
  return maskPromptFragments(message, systemPrompt)
    .replace(STACK_LINE, '')
    .replace(TAG_NAME, REDACTED)
    .replace(SECRET, REDACTED)
    .replace(WINDOWS_PATH, '[PATH]')
    .replace(UNIX_PATH, '[PATH]')
}
