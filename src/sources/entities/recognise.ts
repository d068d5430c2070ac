import type { RecognisedName } from '../../domain/entity.ts'
import { englishNames } from './english-names.ts'
import { isJapaneseText } from './fold-letters.ts'
import { identifierNames, withoutOverlaps } from './identifier-names.ts'
import { japaneseNames, kindAround } from './japanese-names.ts'
import { readingOf, type TaggedWord } from './japanese-words.ts'
import type { NameHead } from './name-head.ts'
import type { ReadName } from './read-name.ts'
import type { RuleName } from './rule-name.ts'

export interface RecogniserParts {
  /** English words that are no names, in small letters. */
  readonly commonWords: ReadonlySet<string>
  /** Japanese words with what the dictionary says of them; asked for Japanese text alone. */
  readonly tagged: (text: string) => readonly TaggedWord[]
}

/** What a room that meets text is given. */
export interface NameReader {
  recognise(text: string): readonly RecognisedName[]
  /** How a Japanese name is read, in katakana. */
  reading: ReadName
}

/** With the head its word counts beside that of the rules; without one they decide alone. */
export function createNameReader(parts: RecogniserParts, head?: NameHead): NameReader {
  return {
    recognise: (text) => {
      if (head === undefined) return recogniseNames(parts, text).map(plain)
      const read = text.slice(0, LONGEST)
      const words = isJapaneseText(read) ? parts.tagged(read) : []
      const found = recogniseNames({ ...parts, tagged: () => words }, read)
      return head({ text: read, found, words, isCommon: (word) => parts.commonWords.has(word) })
    },
    reading: (name) => readingOf(parts.tagged(name)),
  }
}

/** The longest text that is read at once; a passage is shorter. */
const LONGEST = 20_000

/** Organisations, people, places, products, laws and identifiers that a text names, in their order (REQ 3.1.2). */
export function recogniseNames({ commonWords, tagged }: RecogniserParts, text: string): readonly RuleName[] {
  const read = text.slice(0, LONGEST)
  const numbers = identifierNames(read).map((one) => ({ ...one, isSure: true }))
  const isFree = (one: RecognisedName) => !numbers.some(({ start, end }) => one.start < end && start < one.end)
  const japanese = isJapaneseText(read) ? japaneseNames(read, tagged(read)) : []
  const inJapanese = (one: RecognisedName) => japanese.some(({ start, end }) => one.start < end && start < one.end)
  const latin = englishNames(read, (word) => commonWords.has(word))
    .filter((one) => !inJapanese(one))
    .flatMap((one) => (one.isSure || !besideJapanese(read, one) ? [one] : inJapaneseText(read, one)))
  return withoutOverlaps([...numbers, ...[...japanese, ...latin].filter(isFree)])
}

function plain({ start, end, text, kind }: RecognisedName): RecognisedName {
  return { start, end, text, kind }
}

function besideJapanese(text: string, { start, end }: RecognisedName): boolean {
  return isJapaneseText(text.slice(Math.max(0, start - 2), start)) || isJapaneseText(text.slice(end, end + 2))
}

/** In Japanese text the words around it are Japanese; letters that nothing is said of are any abbreviation. */
function inJapaneseText(text: string, one: RuleName): readonly RuleName[] {
  const kind = kindAround(text, { ...one, group: '*' })
  if (kind !== null) return [{ ...one, kind }]
  return /^[A-Z]{2,6}$/u.test(one.text) && !KNOWN_LETTERS.has(one.text) ? [] : [one]
}

const KNOWN_LETTERS = new Set(
  (
    'NHK NTT KDDI ANA JAL JAXA NASA WHO IMF OECD UNESCO UNICEF NATO ASEAN FIFA IOC JOC IBM NEC TBS JICA ' +
    'JETRO NEDO IAEA WTO ' +
    'OPEC FBI CIA FDA EPA SEC BBC CNN SAP GE GM HP AMD LG ESA CERN IPCC EU UN JR TDK NSK YKK DHC AGC ' +
    'INPEX ENEOS IHI JFE'
  ).split(' '),
)
