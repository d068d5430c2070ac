import type { EntityKind, RecognisedName } from '../../domain/entity.ts'
import { multilineRegExp } from '../../domain/multiline-regexp.ts'
import { englishKind } from './english-kinds.ts'
import { englishLaws } from './english-laws.ts'
import { capitalSpans, type Span } from './english-spans.ts'
import { englishTokens, type Token } from './english-tokens.ts'
import type { RuleName } from './rule-name.ts'

/** Names in Latin letters: in English text, and where Japanese text writes them. */
export function englishNames(text: string, isListed: (word: string) => boolean): RuleName[] {
  const isCommon = (word: string) => isCommonForm(word, isListed)
  const tokens = englishTokens(text)
  const laws = englishLaws(text, tokens)
  const spans = capitalSpans(tokens, isHeadline(tokens) ? () => true : isCommon)
  const found = spans.flatMap((span) => named(text, tokens, span, isCommon)).map((one) => trimmed(text, one))
  const isFree = ({ start, end }: RecognisedName) => !laws.some((law) => start < law.end && law.start < end)
  return [
    ...laws.map((law) => ({ ...law, isSure: true })),
    ...smallProducts(text, isCommon).map((one) => ({ ...one, isSure: true })),
    ...withSameKinds(found.filter(isFree)),
  ]
}

/** A form of a word that the list has: its plural, its past, its adverb. */
export function isCommonForm(word: string, isListed: (word: string) => boolean): boolean {
  if (isListed(word)) return true
  return ENDINGS.some(
    ([ending, instead]) =>
      word.length > ending.length + 3 &&
      word.endsWith(ending) &&
      isListed(`${word.slice(0, -ending.length)}${instead}`),
  )
}

const ENDINGS: readonly (readonly [ending: string, instead: string])[] = [
  ['s', ''],
  ['es', ''],
  ['ies', 'y'],
  ['ed', ''],
  ['ed', 'e'],
  ['ing', ''],
  ['ing', 'e'],
  ['ly', ''],
  ['er', ''],
  ['er', 'e'],
  ['ers', ''],
  ['ers', 'e'],
  ['ness', ''],
]

/** An article is no part of a name; the last dot of U.S. is, and the 's of a firm that owns nothing (Macy's). */
function trimmed(text: string, one: Found): Found {
  const start = one.start + (/^(?:The|A|An)\s/u.exec(one.text)?.[0].length ?? 0)
  const dot = /^\p{Lu}(?:\.\p{Lu})+$/u.test(one.text) && text[one.end] === '.' ? 1 : 0
  const owner = one.kind === 'organisation' && OWNS_NOTHING.test(text.slice(one.end, one.end + 14)) ? 2 : 0
  const end = one.end + Math.max(dot, owner)
  return { ...one, start, end, text: text.slice(start, end) }
}

const OWNS_NOTHING =
  /^['’]s(?=[,.;)]|$|\s(?:announced|said|reported|plans|opened|closed|sold|bought|and|has|will|is|was)\b)/u

const SMALL_PRODUCT = multilineRegExp('gu')`
    (?<![\w.-])([a-z][a-z0-9]{2,20})\s\d{1,3}\.\d{1,3}(?:\.\d{1,3})?(?![\w%])(?!\s?(?:percent|million
    |billion|[a-z]{1,2}\b))`

/** Programs are written small as well: `nginx 1.25`. */
function smallProducts(text: string, isCommon: (word: string) => boolean): RecognisedName[] {
  return [...text.matchAll(SMALL_PRODUCT)].flatMap((match): RecognisedName[] =>
    isCommon(match[1] ?? '')
      ? []
      : [{ start: match.index, end: match.index + match[0].length, text: match[0], kind: 'product' }],
  )
}

/** Most of its longer words are capitalised: capitals say nothing there. */
function isHeadline(tokens: readonly Token[]): boolean {
  const words = tokens.filter(({ text }) => /^\p{L}{4,}$/u.test(text))
  return words.length >= 6 && words.filter(({ isCapital }) => isCapital).length > words.length * 0.75
}

function named(text: string, tokens: readonly Token[], span: Span, isCommon: (word: string) => boolean): Found[] {
  const decided = englishKind(tokens, span, isCommon)
  return decided.map(({ kind, from, to, isSure }) => {
    const [start, end] = [tokens[from]?.start ?? 0, endOfToken(tokens, to)]
    return { start, end, text: text.slice(start, end), kind, isSure }
  })
}

function endOfToken(tokens: readonly Token[], to: number): number {
  return tokens[to - 1]?.end ?? 0
}

type Found = RuleName

/** What one place says of a name holds for the others of the same text. */
function withSameKinds(found: readonly Found[]): readonly Found[] {
  const sure = new Map<string, EntityKind>()
  for (const { text, kind, isSure } of found) {
    if (!isSure) continue
    sure.set(text, kind)
    const last = text.split(' ').at(-1) ?? ''
    if (kind === 'person' && last.length > 2) sure.set(last, kind)
  }
  return found.map((one) =>
    one.isSure ? one : { ...one, kind: sure.get(one.text) ?? one.kind, isSure: sure.has(one.text) },
  )
}
