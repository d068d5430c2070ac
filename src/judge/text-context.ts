import { multilineRegExp } from '../domain/multiline-regexp.ts'
import { remembered } from '../domain/remembered.ts'
import { splitSentences } from '../domain/sentences.ts'
import { isQuestion } from './claim-drops/questions.ts'
import { ordersAnything } from './claim-drops.ts'

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
 * A title has no full stops: an order or a question behind it begins at any capital letter ("Tea and blood pressure
 * Draft a poem"). A title that itself asks names what its page is about as well as one that states it. Whether it
 * speaks to a machine is read by the reader (quiet-context.ts), which knows a headline from an order.
 */
const harmless: (part: string) => string = remembered((part) => {
  const trimmed = bounded(part)
  const beginnings = [...trimmed.matchAll(/(?<=\s)(?=\p{Lu})/gu)].map(({ index }) => index)
  const cut = beginnings.find((at) => ordersHere(trimmed.slice(at)) || asksAnew(trimmed, at))
  return withoutOrders(trimmed.slice(0, cut)).trim()
}, PARTS)

/** "Open Data", "Evening Post": what closes a title in two capitals is a name, whatever its first word can mean. */
const NAME = /^\p{Lu}\p{Ll}+(?: \p{Lu}\p{Ll}+)?$/u
const ordersHere = (rest: string): boolean => !NAME.test(rest) && ordersAnything(rest)

const ASKS = multilineRegExp('iu')`
  ^(?:what|how|why|who|which|where|when|whose|do|does|did|is|are|was|were|has|have|can|could|will|would)\b`
/** Behind one of these a title goes on: "After the fire: who pays?", "Ferry inquiry | Did the captain know?". */
const GOES_ON = /[:|–—?!.·\-"“(]\s*$/u

/** A question of its own begins there, behind words that nothing parts from it. */
function asksAnew(title: string, at: number): boolean {
  const rest = title.slice(at)
  return ASKS.test(rest) && isQuestion(rest) && !GOES_ON.test(title.slice(0, at))
}

function withoutOrders(part: string): string {
  const sentences = part.split('\n').flatMap((line) => splitSentences(line).map(({ text }) => text))
  const kept = sentences.filter((sentence) => !ordersHere(sentence.replace(/^[|｜–—-]\s*/u, '')))
  return kept.length === sentences.length ? part : kept.join(' ')
}

/**
 * The parts of the context that say something; a heading that repeats the title does not, and what orders is left
 * out of them as of every text that is judged (L2).
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
