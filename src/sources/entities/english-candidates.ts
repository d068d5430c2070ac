import type { RecognisedName } from '../../domain/entity.ts'
import { NO_NAMES, ORGANISATION_HEADS, PLACE_TAILS, ROLES } from './english-cues.ts'
import { isUnit } from './english-kinds.ts'
import { isCommonForm } from './english-names.ts'
import { FAMILY_NAMES, GIVEN_NAMES } from './english-people.ts'
import { PLACE_WORDS } from './english-places.ts'
import { capitalSpans, type Span } from './english-spans.ts'
import { englishTokens, type Token } from './english-tokens.ts'

interface Candidate {
  readonly start: number
  readonly end: number
  readonly features: readonly string[]
}

/** Runs of capitals, those too that open a sentence with any word, and the names of the rules. */
export function englishCandidates(
  text: string,
  found: readonly RecognisedName[],
  isListed: (word: string) => boolean,
): readonly Candidate[] {
  const tokens = englishTokens(text)
  const isCommon = (word: string) => isCommonForm(word, isListed)
  const small = smallWords(tokens)
  const wide = capitalSpans(tokens, () => false).filter(
    (span) => !isAnyWord(tokens, span, small, isCommon) && !isUnit(tokens, span),
  )
  const spans = [
    ...found.flatMap((name) => spanOf(tokens, name) ?? []),
    ...wide,
    ...wide.flatMap((span) => withoutOpener(tokens, span, isCommon)),
  ]
  return spans.flatMap((span) => {
    const [first, last] = [tokens[span.from], tokens[span.to - 1]]
    if (first === undefined || last === undefined || !/\p{Script=Latin}/u.test(text.slice(first.start, last.end)))
      return []
    const named = found.find((name) => name.start === first.start && spanOf(tokens, name)?.to === span.to)
    const end = named?.end ?? last.end
    return [{ start: first.start, end, features: featuresOf(tokens, span, isCommon) }]
  })
}

/** Words that the text also writes without a capital. */
function smallWords(tokens: readonly Token[]): ReadonlySet<string> {
  return new Set(tokens.flatMap(({ text }) => (/^\p{Ll}/u.test(text) ? [text] : [])))
}

/** "Bakers complained": a listed word that opens a sentence is no name, nor one that is written small elsewhere. */
function isAnyWord(
  tokens: readonly Token[],
  { from, to }: Span,
  small: ReadonlySet<string>,
  isCommon: (word: string) => boolean,
): boolean {
  const [first] = tokens.slice(from, to)
  if (to - from === 1 && first?.opens === true && isCommon(first.text.toLowerCase())) return true
  return tokens.slice(from, to).every(({ text }) => small.has(text.toLowerCase()))
}

function spanOf(tokens: readonly Token[], { start, end }: RecognisedName): Span | null {
  const from = tokens.findIndex((token) => token.start === start)
  if (from < 0) return null
  let to = from
  while (to < tokens.length && (tokens[to]?.start ?? end) < end) to += 1
  return { from, to }
}

/** "Yesterday Ostrava Steel": the word that opens the sentence may be no part of the name. */
function withoutOpener(
  tokens: readonly Token[],
  { from, to }: Span,
  isCommon: (word: string) => boolean,
): readonly Span[] {
  const first = tokens[from]
  return to - from > 1 &&
    first?.opens === true &&
    isCommon(first.text.toLowerCase()) &&
    tokens[from + 1]?.isCapital === true
    ? [{ from: from + 1, to }]
    : []
}

function featuresOf(tokens: readonly Token[], span: Span, isCommon: (word: string) => boolean): readonly string[] {
  const own = tokens.slice(span.from, span.to)
  const words = own.flatMap(({ text }) => (/^[\p{L}\p{N}]/u.test(text) ? [text] : []))
  const [first = '', last = ''] = [words[0], words.at(-1)]
  const common = words.filter((word) => isCommon(word.toLowerCase())).length
  const [before, after] = [tokens[span.from - 1], tokens[span.to]]
  const flags: readonly (readonly [string, boolean])[] = [
    ['opens', own[0]?.opens === true],
    ['owner', own.at(-1)?.isPossessive === true],
    ['acronym', /^\p{Lu}[\p{Lu}&]+$/u.test(first) && words.length === 1],
    ['mixed', words.some((word) => /\p{Ll}\p{Lu}/u.test(word))],
    ['digit', words.some((word) => /\d/u.test(word))],
    ['all-common', common === words.length],
    ['no-common', common === 0],
    ['given', GIVEN_NAMES.has(first)],
    ['family', FAMILY_NAMES.has(last)],
    ['place', PLACE_WORDS.has(first) || PLACE_WORDS.has(last)],
    ['head', ORGANISATION_HEADS.has(last) || ORGANISATION_HEADS.has(first)],
    ['tail', PLACE_TAILS.has(last)],
    ['role', ROLES.has(first)],
    ['role-before', before !== undefined && ROLES.has(before.text)],
    ['no-name', NO_NAMES.has(first)],
    ['of', own.some(({ text }) => text === 'of')],
    ['and', own.some(({ text }) => text === '&')],
    ['the-before', before?.text.toLowerCase() === 'the'],
    ['capital-after', after?.isCapital === true],
    ['capital-before', before?.isCapital === true && !before.opens],
  ]
  return [`words=${Math.min(words.length, 4)}`, ...flags.flatMap(([name, has]) => (has ? [name] : []))].map(
    (name) => `en:${name}`,
  )
}
