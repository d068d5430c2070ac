import { isJapanese } from '../rules/words.ts'
import { fold, type PreparedSource } from './prepared-source.ts'

const QUOTED = /[“"]([^“”"]{3,600})[”"]|[「『]([^「」『』]{3,300})[」』]/gu
const LEAST_WORDS = 3
const LEAST_CHARACTERS = 8
/** Enough to tell which sentence is quoted, too little to miss a word by. */
const LEAST_TO_FIND = 5

/** What stands in quotation marks and is more than a name or a word. */
export function quotationsOf(statement: string, least = LEAST_CHARACTERS): readonly string[] {
  return [...statement.matchAll(QUOTED)]
    .map(([, latin, japanese]) => (latin ?? japanese ?? '').trim())
    .filter((quote) => (isJapanese(quote) ? quote.length >= least : quote.split(/\s+/u).length >= LEAST_WORDS))
}

/** The same with short ones, to find the sentence that is quoted. */
export const quotedWords = (statement: string) => quotationsOf(statement, LEAST_TO_FIND)

/** Letters and digits alone: marks and spaces of a quotation follow its paper, not its words. */
export function bareLetters(text: string): string {
  return fold(text).replace(/[^\p{L}\p{N}]+/gu, '')
}

/** The quotations that are nowhere in the source; one with … is looked for in its parts. */
export function compareQuotes(statement: string, source: PreparedSource): readonly string[] {
  const quotes = quotationsOf(statement)
  if (quotes.length === 0) return []
  const letters = bareLetters(source.folded)
  return quotes.filter((quote) => {
    const parts = quote.split(/…|\.{3}|\[[^[\]]{0,80}\]/u).map(bareLetters)
    return parts.some((part) => part !== '' && !letters.includes(part))
  })
}
