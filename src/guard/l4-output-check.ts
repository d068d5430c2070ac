export interface OutputFinding {
  readonly kind: 'url' | 'ip_address' | 'too_long' | 'prompt_fragment' | 'tag_name'
  readonly position: number
}

export interface CheckedOutput {
  /** Cut and masked; safe to pass on. */
  readonly text: string
  readonly findings: readonly OutputFinding[]
}

export interface OutputExpectation {
  /** The system instruction whose words must not come back. */
  readonly systemPrompt: string
  /** Characters a normal answer has; ten times that is cut (REQ L4). */
  readonly expectedLength: number
}

export const REDACTED = '[REDACTED]'
/** Consecutive characters of the prompt that count as a leak (REQ L4). */
export const LEAK_LENGTH = 20

const URL_LIKE = /\b(?:https?|ftp):\/\/[^\s<>"'）」]+/gi
const IPV4 = /(?<![\d.])(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)\.){3}(?:25[0-5]|2[0-4]\d|1?\d?\d)(?![\d.])/g
const IPV6 =
  /(?<![\w:])(?:(?:[0-9a-f]{1,4}:){7}[0-9a-f]{1,4}|(?:[0-9a-f]{1,4}:){1,7}:(?:[0-9a-f]{1,4}(?::[0-9a-f]{1,4}){0,6})?|::(?:[0-9a-f]{1,4}:){0,6}[0-9a-f]{1,4})(?![\w:])/gi
const TAG_NAME = /<?\/?LYRA-[0-9a-f]{4,32}>?/gi

interface Span {
  readonly from: number
  readonly to: number
}

/** Case and spacing do not hide a leak: both sides are compared without them. */
function squeeze(text: string): { text: string; origin: readonly number[] } {
  const origin: number[] = []
  let squeezed = ''
  for (let i = 0; i < text.length; i += 1) {
    const char = text.charAt(i)
    if (/\s/.test(char)) continue
    // Some capitals lower to two characters; the first keeps the places aligned.
    squeezed += char.toLowerCase().charAt(0)
    origin.push(i)
  }
  return { text: squeezed, origin }
}

/** Where 20 or more characters of the prompt stand in the output. */
export function promptFragments(output: string, systemPrompt: string): readonly Span[] {
  const prompt = squeeze(systemPrompt).text
  const seen = squeeze(output)
  if (prompt.length < LEAK_LENGTH) return []
  const grams = new Set<string>()
  for (let i = 0; i + LEAK_LENGTH <= prompt.length; i += 1) grams.add(prompt.slice(i, i + LEAK_LENGTH))
  const spans: { from: number; to: number }[] = []
  for (let i = 0; i + LEAK_LENGTH <= seen.text.length; i += 1) {
    if (!grams.has(seen.text.slice(i, i + LEAK_LENGTH))) continue
    const from = seen.origin[i] ?? 0
    const to = (seen.origin[i + LEAK_LENGTH - 1] ?? output.length - 1) + 1
    const last = spans.at(-1)
    if (last !== undefined && from <= last.to) last.to = to
    else spans.push({ from, to })
  }
  return spans
}

export function maskPromptFragments(text: string, systemPrompt: string): string {
  let masked = text
  for (const { from, to } of promptFragments(text, systemPrompt).toReversed())
    masked = masked.slice(0, from) + REDACTED + masked.slice(to)
  return masked
}

/** L4 (REQ 4.4.1): reports URLs and addresses, cuts what is far too long, masks what came from the prompt. */
export function checkOutput(output: string, { systemPrompt, expectedLength }: OutputExpectation): CheckedOutput {
  const findings: OutputFinding[] = []
  const limit = expectedLength * 10
  if (output.length > limit) findings.push({ kind: 'too_long', position: limit })
  const text = output.slice(0, limit)
  const report = (kind: OutputFinding['kind'], expression: RegExp) => {
    for (const match of text.matchAll(expression)) findings.push({ kind, position: match.index })
  }
  report('url', URL_LIKE)
  report('ip_address', IPV4)
  report('ip_address', IPV6)
  report('tag_name', TAG_NAME)
  for (const { from } of promptFragments(text, systemPrompt)) findings.push({ kind: 'prompt_fragment', position: from })
  const masked = maskPromptFragments(text, systemPrompt).replace(TAG_NAME, REDACTED)
  return { text: masked, findings: findings.sort((a, b) => a.position - b.position) }
}
