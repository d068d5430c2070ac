import type { FoldedText } from '../domain/folded-text.ts'
import { multilineRegExp } from '../domain/multiline-regexp.ts'
import { cleanInput } from './l2-input-cleaning.ts'
import { decodingsOf, joined, placeOf, replaceSpans, type Span } from './l4-decodings.ts'
import { tagNames } from './l4-tag-name.ts'

interface OutputFinding {
  readonly kind: 'url' | 'ip_address' | 'too_long' | 'prompt_fragment' | 'tag_name'
  readonly position: number
}

interface CheckedOutput {
  /** Cut and masked; safe to pass on. */
  readonly text: string
  readonly findings: readonly OutputFinding[]
}

interface OutputExpectation {
  /** The system instruction whose words must not come back. */
  readonly systemPrompt: string
  /** Characters a normal answer has; ten times that is cut (REQ 4.4.1 L4). */
  readonly expectedLength: number
  /**
   * What the model was given to read: words that a page has in common with the prompt came from the page, and are no
   * leak.
   */
  readonly data?: string
}

export const REDACTED = '[REDACTED]'
/** Consecutive characters of the prompt that count as a leak, its spaces among them (REQ 4.4.1 L4). */
const LEAK_LENGTH = 20

/**
 * REQ 4.4.1 L4 names http, https and ftp; a client follows the others as well. Read on folded text, so that no width or
 * joiner hides one.
 */
const URL_LIKE = multilineRegExp('giu')`
  (?:(?:h(?:tt|xx)ps?|ftps?|wss?):[\\/]{1,2}|(?<![\p{L}\p{N}:/])\/\/(?=[\p{L}\p{N}-]+\.\p{L}{2})
    |(?<![\p{L}\p{N}.@-])www\.(?=[\p{L}\p{N}]))[^\s<>"'()「」。、]+`
const IPV4 = /(?<![\d.])(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)\.){3}(?:25[0-5]|2[0-4]\d|1?\d?\d)(?!\d|\.\d)/g
const IPV6 = multilineRegExp('gi')`
  (?<![\w:])(?:(?:[0-9a-f]{1,4}:){7}[0-9a-f]{1,4}|(?:[0-9a-f]{1,4}:){1,7}:(?:[0-9a-f]{1,4}(?::[0-9a-f]{1,4}){0,6})?
    |::(?:[0-9a-f]{1,4}:){0,6}[0-9a-f]{1,4})(?![\w:])`

/** The addresses a text names, as they read when folded, without what ends their sentence. */
export function urlsIn(text: string): readonly string[] {
  const found = decodingsOf(text).flatMap((reading) =>
    [...reading.text.matchAll(URL_LIKE)].map(([url]) => url.replace(/(?<![.,;:!?\]])[.,;:!?\]]+$/, '').toLowerCase()),
  )
  return [...new Set(found)]
}

/**
 * Case never hides a leak. `kept`: only runs of white space are made one, which is the count of REQ 4.4.1 L4. `words`:
 * whatever stands between words counts as one space. `letters`: spread letters, in twenty letters and digits.
 */
const SPACINGS = ['kept', 'words', 'letters'] as const
type Spacing = (typeof SPACINGS)[number]

function squeeze({ text }: FoldedText, spacing: Spacing): { text: string; places: readonly number[] } {
  const places: number[] = []
  let squeezed = ''
  for (let i = 0; i < text.length; i += 1) {
    const char = text.charAt(i)
    const isLetter = /[\p{L}\p{N}]/u.test(char)
    if (!isLetter && spacing === 'letters') continue
    const isGap = !isLetter && (spacing === 'words' || /\s/.test(char))
    if (isGap && squeezed.endsWith(' ')) continue
    // Some capitals lower to two characters; the first keeps the places aligned.
    squeezed += isGap ? ' ' : char.toLowerCase().charAt(0)
    places.push(i)
  }
  return { text: squeezed, places }
}

function* windows(text: string, spacing: Spacing): Generator<readonly [number, string]> {
  for (let i = 0; i + LEAK_LENGTH <= text.length; i += 1) {
    const window = text.slice(i, i + LEAK_LENGTH)
    // A mark at the edge that both sides may write differently is no character in common.
    if (spacing === 'words' && (window.startsWith(' ') || window.endsWith(' '))) continue
    yield [i, window]
  }
}

/** Stands in a prompt for what is no secret, such as the question of the research: no fragment is read across it. */
export const OPEN_PLACE = '\u0000'

/** Finds where 20 or more characters of the prompt stand in a text; made once for a prompt, used for many texts. */
function leakFinder(systemPrompt: string, given = ''): (text: string) => readonly Span[] {
  const known = SPACINGS.map((spacing) => {
    const grams = fragmentsOf(systemPrompt.split(OPEN_PLACE), spacing)
    for (const open of fragmentsOf([given], spacing)) grams.delete(open)
    return { spacing, grams }
  })
  return (text) => {
    if (text.length < LEAK_LENGTH) return []
    const spans: Span[] = []
    for (const reading of decodingsOf(text))
      for (const { spacing, grams } of known) {
        const seen = squeeze(reading, spacing)
        for (const [i, window] of windows(seen.text, spacing)) {
          if (!grams.has(window)) continue
          spans.push(placeOf(reading, text.length, seen.places[i] ?? 0, seen.places[i + LEAK_LENGTH - 1] ?? 0))
        }
      }
    return joined(spans).map((span) => withoutEdges(text, span))
  }
}

function fragmentsOf(texts: readonly string[], spacing: Spacing): Set<string> {
  const grams = new Set<string>()
  for (const reading of texts.flatMap(decodingsOf))
    for (const [, window] of windows(squeeze(reading, spacing).text, spacing)) grams.add(window)
  return grams
}

/** The space around what is masked stays. */
function withoutEdges(text: string, { from, to }: Span): Span {
  const words = text.slice(from, to)
  return { from: from + words.length - words.trimStart().length, to: to - words.length + words.trimEnd().length }
}

/** Masks the words of a prompt and every tag; for texts that may quote them. */
export function leakMask(systemPrompt: string): (text: string) => string {
  const leaks = leakFinder(systemPrompt)
  return (text) => replaceSpans(text, [...leaks(text), ...tagNames(text, 'parts')], REDACTED)
}

function leaksOf({ systemPrompt, data = '' }: OutputExpectation): (text: string) => readonly Span[] {
  return leakFinder(systemPrompt, cleanInput(data).text)
}

/** L4 (REQ 4.4.1): reports URLs and addresses, cuts what is far too long, masks what came from the prompt. */
function checkText(output: string, limit: number, leaks: (text: string) => readonly Span[]): CheckedOutput {
  const text = output.slice(0, limit)
  const found = new Map<string, OutputFinding>()
  const report = (kind: OutputFinding['kind'], position: number) => found.set(`${kind}:${position}`, { kind, position })
  if (output.length > limit) report('too_long', limit)
  for (const { text: read, origin } of decodingsOf(text))
    for (const [kind, expression] of ADDRESSES)
      for (const match of read.matchAll(expression)) report(kind, origin[match.index] ?? 0)
  const tags = tagNames(text, 'parts')
  for (const { from } of tags) report('tag_name', from)
  const fragments = leaks(text)
  for (const { from } of fragments) report('prompt_fragment', from)
  return {
    text: replaceSpans(text, [...fragments, ...tags], REDACTED),
    findings: [...found.values()].sort((a, b) => a.position - b.position),
  }
}

const ADDRESSES = [
  ['url', URL_LIKE],
  ['ip_address', IPV4],
  ['ip_address', IPV6],
] as const

/**
 * L4 for an answer in JSON: every string of it is checked as its reader will have it, after the parser has undone its
 * escapes; the place of a finding is its place in that string. What is no JSON, or too long to be read whole, is
 * checked as it stands.
 */
export function checkJsonOutput(output: string, expected: OutputExpectation): CheckedOutput {
  const limit = expected.expectedLength * 10
  const leaks = leaksOf(expected)
  const parsed = output.length > limit ? undefined : parseJson(output)
  if (parsed === undefined) return checkText(output, limit, leaks)
  const findings: OutputFinding[] = []
  const check = (value: unknown): unknown => {
    if (typeof value === 'string') {
      const checked = checkText(value, limit, leaks)
      findings.push(...checked.findings)
      return checked.text
    }
    if (Array.isArray(value)) return value.map(check)
    if (value === null || typeof value !== 'object') return value
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [check(key), check(item)]))
  }
  return { text: JSON.stringify(check(parsed)), findings }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
