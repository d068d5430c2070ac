import type { EntityKind, RecognisedName } from '../../domain/entity.ts'
import { multilineRegExp } from '../../domain/multiline-regexp.ts'
import { englishKind } from './english-kinds.ts'
import { capitalSpans, type Span } from './english-spans.ts'
import { englishTokens, type Token } from './english-tokens.ts'

/** Laws that are cited by their number. */
const NUMBERED_LAW = multilineRegExp('gu')`
  \b(?:Regulation|Directive|Decision)\s\((?:EU|EC|EEC)\)\s(?:No\.?\s)?\d{2,4}/\d{2,4}\b
  |\b(?:Council\s)?Directive\s\d{2,4}/\d{1,4}/(?:EC|EU|EEC)\b
  |\bPublic\sLaw\s(?:No\.\s)?\d{2,3}-\d{1,3}\b
  |\b\d{1,3}\sU\.S\.C\.(?:\s§+\s?\d{1,5}[a-z]?)?
  |\bTitle\s(?:[IVX]{1,5}|\d{1,2})\b(?=\sof\sthe\s(?:Education|Civil))
  |\bAct\sNo\.\s\d{1,4}\sof\s\d{4}\b`

/** Names in Latin letters: in English text, and where Japanese text writes them. */
export function englishNames(text: string, isCommon: (word: string) => boolean): RecognisedName[] {
  const numbered: RecognisedName[] = [...text.matchAll(NUMBERED_LAW)].map((match) => ({
    start: match.index,
    end: match.index + match[0].length,
    text: match[0],
    kind: 'law',
  }))
  const tokens = englishTokens(text)
  const shout = isHeadline(tokens)
  const spans = capitalSpans(tokens, shout ? () => true : isCommon)
  const found = spans.flatMap((span) => named(text, tokens, span, isCommon)).map((one) => trimmed(text, one))
  return [...numbered, ...smallProducts(text, isCommon), ...withSameKinds(found)]
}

/** What of a law is cited: Section 230 of the ... */
const CITED_PART =
  /\b(?:Section|Article|Title|Chapter|Part|Schedule|Annex|Rule|Paragraph)s?\s[\dIVX]{1,5}[A-Za-z]?(?:\(\w{1,3}\)){0,3}\sof\s(?:the\s)?$/u

/** An article is no part of a name; the year of a law is. */
function trimmed(text: string, one: Found): Found {
  const before = one.kind === 'law' ? CITED_PART.exec(text.slice(Math.max(0, one.start - 60), one.start)) : null
  const start = one.start + (/^(?:The|A|An)\s/u.exec(one.text)?.[0].length ?? 0) - (before?.[0].length ?? 0)
  const year = one.kind === 'law' ? /^(?:\sof)?\s(?:1[6-9]|20)\d{2}\b/u.exec(text.slice(one.end, one.end + 10)) : null
  const dot = /^\p{Lu}(?:\.\p{Lu})+$/u.test(one.text) && text[one.end] === '.' ? 1 : 0
  const end = one.end + (year?.[0].length ?? dot)
  return { ...one, start, end, text: text.slice(start, end) }
}

const SMALL_PRODUCT =
  /(?<![\w.-])([a-z][a-z0-9]{2,20})\s\d{1,3}\.\d{1,3}(?:\.\d{1,3})?(?![\w%])(?!\s?(?:percent|million|billion|[a-z]{1,2}\b))/gu

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

interface Found extends RecognisedName {
  readonly isSure: boolean
}

/** What one place says of a name holds for the others of the same text. */
function withSameKinds(found: readonly Found[]): readonly RecognisedName[] {
  const sure = new Map<string, EntityKind>()
  for (const { text, kind, isSure } of found) {
    if (!isSure) continue
    sure.set(text, kind)
    const last = text.split(' ').at(-1) ?? ''
    if (kind === 'person' && last.length > 2) sure.set(last, kind)
  }
  return found.map(({ start, end, text, kind, isSure }) => ({
    start,
    end,
    text,
    kind: isSure ? kind : (sure.get(text) ?? kind),
  }))
}
