import { remembered } from '../domain/remembered.ts'
import { mayFrameSpeech } from '../guard/l2-speech.ts'
import { isStatement } from './claim-drops.ts'
import { statementsOf } from './statements.ts'

/** What a reader of the page knows before the sentence: its title, the heading above and the sentence before. */
export interface TextContext {
  readonly title: string | null
  readonly heading: string | null
  /** Absent: nothing before it is known. */
  readonly before?: string | null
}

export const NO_CONTEXT: TextContext = { title: null, heading: null }

const folded = (text: string) => text.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim()

/** No title or heading of a reader's page is longer; of one that is, the rest tells nothing about the sentence. */
const LONGEST_PART = 300

/** Without the word that the limit falls into. */
function bounded(part: string): string {
  const trimmed = part.slice(0, 2 * LONGEST_PART).trim()
  if (trimmed.length <= LONGEST_PART) return trimmed
  const space = trimmed.lastIndexOf(' ', LONGEST_PART)
  return trimmed.slice(0, space > 0 ? space : LONGEST_PART).trim()
}

/** Titles and headings are few beside the texts under them. */
const PARTS = 4096

/**
 * A title has no full stops: an order behind it begins at any capital letter ("Tea and blood pressure Draft a poem").
 * From each the rest is read once more, so that only so much of it is read at all.
 */
const harmless: (part: string) => string = remembered((part) => {
  const trimmed = bounded(part)
  const cut = [...trimmed.matchAll(/(?<=\s)(?=\p{Lu})/gu)].find(({ index }) => !isStatement(trimmed.slice(index)))
  return withoutSpeech(statementsOf(cut === undefined ? trimmed : trimmed.slice(0, cut.index)).trim())
}, PARTS)

/** Words of a title that are looked at for where speech begins; nobody reads a longer one. */
const MOST_BEGINNINGS = 24

/** A title loses little by a cut, and stands before every claim under it: a small doubt is enough. */
function withoutSpeech(part: string): string {
  const beginnings = [0, ...[...part.matchAll(/(?<=\s)(?=[^\p{Ll}\s])/gu)].map(({ index }) => index)]
  const spoken = beginnings.slice(0, MOST_BEGINNINGS).find((at) => mayFrameSpeech(part.slice(at)))
  return spoken === undefined ? part : part.slice(0, spoken).trim()
}

/**
 * The parts of the context that say something; a heading that repeats the title does not, and what asks or orders is
 * left out of them as of every text that is judged (L2).
 */
export function contextParts({ title, heading }: TextContext): readonly string[] {
  const parts = [title, heading].map((part) => harmless(part ?? '')).filter((part) => part !== '')
  const [first, second] = parts
  return first !== undefined && second !== undefined && folded(first).includes(folded(second)) ? [first] : parts
}

/** Neither side has a title or a heading that says something. */
export function isBare(...sides: readonly TextContext[]): boolean {
  return sides.every((side) => contextParts(side).length === 0)
}

/** The form in which the reader was trained: `title : heading : text`. */
export function afterParts(parts: readonly string[], text: string): string {
  return [...parts, text].join(' : ')
}

/** For a person: `Title › Heading: text`. */
export function completedBy(context: TextContext, text: string): string {
  const parts = contextParts(context)
  return parts.length === 0 ? text : `${parts.join(' › ')}: ${text}`
}
