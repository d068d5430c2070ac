import { withoutInvisible } from '../domain/invisible.ts'
import type { Heading } from '../domain/page.ts'
import { splitSentences } from '../domain/sentences.ts'
import { type DangerFinding, type DangerMatch, dangerMatches, detectDanger } from './l2-input-cleaning.ts'

interface ScreenedFragment {
  readonly text_content: string
  readonly heading_context: string | null
  readonly heading_hierarchy: readonly Heading[]
  /** With the invisible characters that the stored text does not keep; absent where there were none. */
  readonly as_written?: string
}

interface PageTexts<F extends ScreenedFragment> {
  readonly title: string | null
  readonly authors: readonly string[]
  readonly fragments: readonly F[]
}

/** A finding with the field it stands in: `text`, `title`, `author`, `licence`... */
type PlacedFinding = DangerFinding & { readonly part: string }

export interface Screening {
  /** All findings, with the part of the page they stand in; the first of each place is enough for the audit log. */
  readonly findings: readonly PlacedFinding[]
  /**
   * Something attacks the AI that reads it: the page loses its trust (L6). What is only suspect is kept out and blamed
   * on nobody.
   */
  readonly isDangerous: boolean
}

export interface ScreenedPage<F extends ScreenedFragment> extends PageTexts<F>, Screening {}

/**
 * L2 (REQ 4.4.1) for everything of a page that may be stored and shown: fragments, title, authors and the headings kept
 * as context. What carries an instruction stays out, wherever on the page it stands, a sentence that is suspect alone;
 * what only speaks of one stays, letter for letter but for what nobody sees: a title is a source's own name, and
 * prompts (L3) and answers (L7) clean what they take.
 */
export function screenPage<F extends ScreenedFragment>(page: PageTexts<F>): ScreenedPage<F> {
  const findings: PlacedFinding[] = []
  const isSafe = (text: string, part: string) => {
    const found = detectDanger(text)
    findings.push(...found.map((finding) => ({ ...finding, part })))
    return !isKeptOut(found)
  }
  const read = page.fragments.map((fragment) => ({ fragment, found: dangerMatches(writtenOf(fragment)) }))
  for (const { found } of read) findings.push(...found.map(({ end: _, ...finding }) => ({ ...finding, part: 'text' })))
  const spread = ordersAcross(page.fragments.map(writtenOf))
  findings.push(...spread.map(({ finding }) => ({ ...finding, part: 'text' })))
  const parts = new Set(spread.flatMap(({ first, last }) => page.fragments.slice(first, last + 1)))
  const kept = read.flatMap(({ fragment, found }) => (parts.has(fragment) ? [] : safePart(fragment, found)))
  const unsafe = new Set([...parts].map(({ text_content }) => text_content))
  const title = page.title !== null && isSafe(page.title, 'title') ? withoutInvisible(page.title) : null
  // One field is cut at its commas into several names: what one of them orders, the next may go on with.
  const areSafe = isSafe(page.authors.join(', '), 'author')
  const authors = areSafe ? page.authors.map(withoutInvisible) : []
  return {
    title,
    authors,
    fragments: kept.map((fragment) => withSafeHeadings(fragment, unsafe)),
    findings,
    isDangerous: isAttacked(findings),
  }
}

/** The fragment as it may be stored: as it is, without the sentences that are suspect, or not at all. */
function safePart<F extends ScreenedFragment>(fragment: F, found: readonly DangerMatch[]): readonly F[] {
  if (fragment.text_content === '' || isAttacked(found)) return []
  const suspects = found.filter(({ severity }) => severity === 'suspect')
  if (suspects.length === 0) return [fragment]
  // What nobody sees has moved the places.
  if (fragment.as_written !== undefined) return []
  const text = withoutSentences(fragment.text_content, suspects)
  return text === '' || isKeptOut(detectDanger(text)) ? [] : [{ ...fragment, text_content: text }]
}

function withoutSentences(text: string, suspects: readonly DangerMatch[]): string {
  let rest = ''
  let from = 0
  for (const { start, end } of splitSentences(text)) {
    if (!suspects.some((suspect) => suspect.position < end && suspect.end > start)) rest += text.slice(from, end)
    from = end
  }
  return rest.trim()
}

function writtenOf(fragment: ScreenedFragment): string {
  return fragment.as_written ?? fragment.text_content
}

/**
 * Exact enough to be read over the end of a paragraph; the other patterns would join a heading to the text below it.
 */
const READ_ACROSS = ['ignore_instructions', 'reveal_prompt']

/** Orders of which one text begins what a later one goes on with; each by its place in the first. */
export function ordersAcross(
  texts: readonly string[],
): readonly { readonly finding: DangerFinding; readonly first: number; readonly last: number }[] {
  const ends: number[] = []
  let whole = ''
  for (const text of texts) {
    whole += `${text}\n`
    ends.push(whole.length)
  }
  return dangerMatches(whole).flatMap(({ pattern, position, end, severity }) => {
    const first = ends.findIndex((after) => position < after)
    const last = ends.findIndex((after) => end <= after)
    if (severity !== 'instruction' || !READ_ACROSS.includes(pattern) || first === last) return []
    return [{ finding: { pattern, position: position - (ends[first - 1] ?? 0), severity }, first, last }]
  })
}

/**
 * L2 for single fields that come from the web and are stored: licence, snippet, media type, link text. Null where one
 * gave orders; else letter for letter, but for what nobody sees. What one field begins, the next may go on with.
 */
export function screenFields<K extends string>(
  fields: Readonly<Record<K, string | null>>,
): Screening & { readonly safe: Readonly<Record<K, string | null>> } {
  const findings: PlacedFinding[] = []
  const names = Object.keys(fields) as K[]
  for (const part of names)
    findings.push(...detectDanger(wordsOf(fields[part] ?? '')).map((finding) => ({ ...finding, part })))
  for (const { finding, first, last } of ordersAcross(names.map((name) => wordsOf(fields[name] ?? ''))))
    for (const part of names.slice(first, last + 1)) findings.push({ ...finding, part })
  const ordered = new Set(findings.filter(({ severity }) => severity !== 'mention').map(({ part }) => part))
  const safe = names.map((name) => {
    const text = fields[name]
    return [name, text === null || ordered.has(name) ? null : withoutInvisible(text)] as const
  })
  return { safe: Object.fromEntries(safe) as Record<K, string | null>, findings, isDangerous: isAttacked(findings) }
}

/** An address speaks in its path: /ignore-all-previous-instructions and %20 are read as words. */
function wordsOf(text: string): string {
  if (!/^https?:\/\//i.test(text)) return text
  return text
    .replace(/%([0-7][0-9a-f])/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
    .replace(/[-_+/]/g, ' ')
}

function isAttacked(findings: readonly DangerFinding[]): boolean {
  return findings.some(({ severity }) => severity === 'instruction')
}

function isKeptOut(findings: readonly DangerFinding[]): boolean {
  return findings.some(({ severity }) => severity !== 'mention')
}

/** A heading that is no fragment of its own any more must not come back as the context of others. */
function withSafeHeadings<F extends ScreenedFragment>(fragment: F, unsafe: ReadonlySet<string>): F {
  const isUnsafe = (text: string) => unsafe.has(text) || hasInstruction(text)
  const safe = fragment.heading_hierarchy.filter(({ text }) => !isUnsafe(text))
  const context = fragment.heading_context !== null && isUnsafe(fragment.heading_context)
  if (safe.length === fragment.heading_hierarchy.length && !context) return fragment
  return {
    ...fragment,
    heading_hierarchy: safe,
    heading_context: context ? (safe.at(-1)?.text ?? null) : fragment.heading_context,
  }
}

/** Also one that is only suspect: a field or a heading is kept out whole. */
export function hasInstruction(text: string): boolean {
  return isKeptOut(detectDanger(text))
}
