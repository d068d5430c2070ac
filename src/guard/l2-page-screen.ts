import { atOnce, inTurns, type Steps } from '../domain/in-turns.ts'
import { withoutInvisible } from '../domain/invisible.ts'
import type { Heading } from '../domain/page.ts'
import { splitSentences } from '../domain/sentences.ts'
import { readDoubts } from './l2-doubts.ts'
import {
  type DangerFinding,
  type DangerMatch,
  dangerMatches,
  detectDanger,
  phraseMatches,
  SPEECH,
} from './l2-input-cleaning.ts'
import { NO_READINGS, type ReadSpeech, type ReadStated, type SpeechReadings } from './l2-speech.ts'

interface ScreenedFragment {
  readonly text_content: string
  readonly heading_context: string | null
  readonly heading_hierarchy: readonly Heading[]
  /** With the invisible characters that the stored text does not keep; absent where there were none. */
  readonly as_written?: string
  /** Somebody's post or comment on the page; absent or null for what its maker wrote. */
  readonly post_id?: string | null
  readonly post_author?: string | null
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
  /** The page attacks the AI that reads it and loses its trust (L6). Merely suspect text is removed without blame. */
  readonly isDangerous: boolean
}

export interface ScreenedPage<F extends ScreenedFragment> extends PageTexts<F>, Screening {
  /** It attacks, and only in posts or comments: whoever made the page did not. */
  readonly attacksOnlyInPosts: boolean
  /** Passages left out, whole or in part. */
  readonly dropped: number
}

/**
 * L2 (REQ 4.4.1) for everything of a page that may be stored and shown: fragments, title, authors and the headings kept
 * as context. What carries an instruction stays out, wherever on the page it stands, a sentence that is suspect alone;
 * what only speaks of one stays, letter for letter but for what nobody sees: a title is a source's own name, and
 * prompts (L3) and answers (L7) clean what they take.
 */
export function screenPage<F extends ScreenedFragment>(page: PageTexts<F>): ScreenedPage<F> {
  return atOnce(pageScreening(page))
}

/**
 * The same for a page of any length: the event loop gets its turns between the fragments. Sentences in doubt are read
 * by a model where there is one.
 */
export async function screenPageInTurns<F extends ScreenedFragment>(
  page: PageTexts<F>,
  readSpeech?: ReadSpeech,
  readStated?: ReadStated,
): Promise<ScreenedPage<F>> {
  const readings =
    readSpeech === undefined ? NO_READINGS : await readDoubts(page.fragments.map(writtenOf), readSpeech, readStated)
  return inTurns(pageScreening(page, readings))
}

function* pageScreening<F extends ScreenedFragment>(
  page: PageTexts<F>,
  readings: SpeechReadings = NO_READINGS,
): Steps<ScreenedPage<F>> {
  const findings: PlacedFinding[] = []
  const isSafe = (text: string, part: string) => {
    const found = detectDanger(text)
    findings.push(...found.map((finding) => ({ ...finding, part })))
    return !isKeptOut(found)
  }
  const read: { readonly fragment: F; readonly found: readonly DangerMatch[] }[] = []
  for (const fragment of page.fragments) {
    const found = dangerMatches(writtenOf(fragment), readings)
    read.push({ fragment, found })
    for (const { end: _, ...finding } of found) findings.push({ ...finding, part: 'text' })
    yield
  }
  const spread = yield* spreadOrders(page.fragments.map(writtenOf))
  findings.push(...spread.map(({ finding }) => ({ ...finding, part: 'text' })))
  const parts = new Set(spread.flatMap(({ first, last }) => page.fragments.slice(first, last + 1)))
  const kept: F[] = []
  for (const { fragment, found } of read) {
    if (!parts.has(fragment)) kept.push(...safePart(fragment, found, readings))
    yield
  }
  const unsafe = new Set([...parts].map(({ text_content }) => text_content))
  const byMaker = [...parts, ...read.filter(({ found }) => isAttacked(found)).map(({ fragment }) => fragment)].some(
    ({ post_id }) => (post_id ?? null) === null,
  )
  const title = page.title !== null && isSafe(page.title, 'title') ? withoutInvisible(page.title) : null
  // One field is cut at its commas into several names: what one of them orders, the next may go on with.
  const areSafe = isSafe(page.authors.join(', '), 'author')
  const authors = areSafe ? page.authors.map(withoutInvisible) : []
  const isUnsafe = headingCheck(unsafe)
  const fragments: F[] = []
  for (const fragment of kept) {
    fragments.push(withSafeAuthor(withSafeHeadings(fragment, isUnsafe)))
    yield
  }
  const isDangerous = isAttacked(findings)
  const inText = findings.every(({ part, severity }) => part === 'text' || severity !== 'instruction')
  return {
    title,
    authors,
    fragments,
    findings,
    isDangerous,
    attacksOnlyInPosts: isDangerous && inText && !byMaker,
    dropped: droppedOf(page.fragments, kept),
  }
}

function droppedOf<F extends ScreenedFragment>(read: readonly F[], kept: readonly F[]): number {
  const whole = new Set(kept)
  return read.filter((fragment) => fragment.text_content !== '' && !whole.has(fragment)).length
}

/** The fragment as it may be stored: as it is, without the sentences that are suspect, or not at all. */
function safePart<F extends ScreenedFragment>(
  fragment: F,
  found: readonly DangerMatch[],
  readings: SpeechReadings,
): readonly F[] {
  if (fragment.text_content === '' || isAttacked(found)) return []
  const suspects = found.filter(({ severity }) => severity === 'suspect')
  if (suspects.length === 0) return [fragment]
  // What nobody sees has moved the places.
  if (fragment.as_written !== undefined) return []
  const text = withoutSentences(fragment.text_content, suspects)
  return text === '' || isKeptOut(detectDanger(text, readings)) ? [] : [{ ...fragment, text_content: text }]
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

interface SpreadOrder {
  readonly finding: DangerFinding
  readonly first: number
  readonly last: number
}

/** Orders of which one text begins what a later one goes on with; each by its place in the first. */
export function ordersAcross(texts: readonly string[]): readonly SpreadOrder[] {
  return atOnce(spreadOrders(texts))
}

/** Characters read at once, and those of the neighbours that are read with them: no order is nearly as long. */
const WINDOW = 40_000
const OVERLAP = 2000

function* spreadOrders(texts: readonly string[]): Steps<readonly SpreadOrder[]> {
  const ends: number[] = []
  let whole = ''
  for (const text of texts) {
    whole += `${text}\n`
    ends.push(whole.length)
  }
  const textAt = placeFinder(ends)
  const found: SpreadOrder[] = []
  for (let from = 0; from < whole.length; from += WINDOW) {
    const start = Math.max(0, from - OVERLAP)
    for (const match of phraseMatches(whole.slice(start, from + WINDOW + OVERLAP))) {
      const position = start + match.position
      const { pattern, severity } = match
      if (severity !== 'instruction' || !READ_ACROSS.includes(pattern)) continue
      if (position < from || position >= from + WINDOW) continue
      const first = textAt(position)
      const last = textAt(start + match.end - 1)
      if (first === last) continue
      found.push({ finding: { pattern, position: position - (ends[first - 1] ?? 0), severity }, first, last })
    }
    yield
  }
  return found
}

/** Which of the texts a place of the joined text belongs to. */
function placeFinder(ends: readonly number[]): (position: number) => number {
  return (position) => {
    let [low, high] = [0, ends.length - 1]
    while (low < high) {
      const middle = (low + high) >> 1
      if (position < (ends[middle] ?? 0)) high = middle
      else low = middle + 1
    }
    return low
  }
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
  const told = toldOnce(findings)
  return {
    safe: Object.fromEntries(safe) as Record<K, string | null>,
    findings: told,
    isDangerous: isAttacked(told),
  }
}

/** Of a field that is kept out for an instruction, the doubts about its words tell nothing more. */
export function toldOnce(findings: readonly PlacedFinding[]): readonly PlacedFinding[] {
  const attacked = new Set(findings.filter(({ severity }) => severity === 'instruction').map(({ part }) => part))
  return findings.filter(({ pattern, part }) => pattern !== SPEECH || !attacked.has(part))
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

/** Each heading is read once, however many fragments stand under it. */
function headingCheck(unsafe: ReadonlySet<string>): (heading: string) => boolean {
  const known = new Map<string, boolean>()
  return (heading) => {
    const isUnsafe = known.get(heading) ?? (unsafe.has(heading) || hasInstruction(heading))
    known.set(heading, isUnsafe)
    return isUnsafe
  }
}

function withSafeAuthor<F extends ScreenedFragment>(fragment: F): F {
  const name = fragment.post_author ?? null
  if (name === null) return fragment
  return { ...fragment, post_author: hasInstruction(name) ? null : withoutInvisible(name) }
}

/** A heading that is no fragment of its own any more must not come back as the context of others. */
function withSafeHeadings<F extends ScreenedFragment>(fragment: F, isUnsafe: (heading: string) => boolean): F {
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
