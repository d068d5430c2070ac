import { homedir } from 'node:os'
import { leakMask, OPEN_PLACE } from '../guard/l4-output-check.ts'
import type { Redaction } from '../guard/l7-response-sanitiser.ts'
import { redactedLine } from '../guard/l8-log-policy.ts'
import { PACKAGE_ROOT } from './package-root.ts'
import { systemPrompts } from './system-prompts.ts'

let mask: ((text: string) => string) | null = null

/** Masks prompt text and tags (REQ 4.4.1 L7, L8). Prompts are read on first use. */
export function maskPrompts(text: string): string {
  mask ??= leakMask(promptsIfThere().join(OPEN_PLACE))
  return mask(text)
}

/** A package without prompt files has nothing to mask and must still be able to write its log. */
function promptsIfThere(): readonly string[] {
  try {
    return systemPrompts()
  } catch {
    return []
  }
}

/** What an error's message must not tell a stranger; the home is known where settings are. */
export function redactionFor(home?: string): Redaction {
  return { places: [...(home === undefined ? [] : [home]), PACKAGE_ROOT, homedir()], mask: maskPrompts }
}

/** A line of a log or of the terminal as JSON, without credentials, tags and words of the prompts (REQ 4.4.1 L8). */
export function redactedJson(line: Readonly<Record<string, unknown>>): string {
  return redactedLine(line, maskPrompts)
}
