import type { EntityKind } from '../../domain/entity.ts'
import { multilineRegExp } from '../../domain/multiline-regexp.ts'
import {
  NO_NAMES,
  ORGANISATION_AFTER,
  ORGANISATION_BEFORE,
  ORGANISATION_HEADS,
  PERSON_AFTER,
  PERSON_BEFORE,
  PLACE_BEFORE,
  PLACE_OPENERS,
  PLACE_TAILS,
  PRODUCT_AFTER,
  PRODUCT_BEFORE,
  ROLES,
  SPEAKS,
} from './english-cues.ts'
import { KNOWN_ORGANISATIONS, MAKERS, PRODUCT_TAILS } from './english-known.ts'
import { FAMILY_NAMES, GIVEN_NAMES } from './english-people.ts'
import { PLACE_PHRASES, PLACE_WORDS } from './english-places.ts'
import type { Span } from './english-spans.ts'
import type { Token } from './english-tokens.ts'
import { isUnitSymbol } from './unit-symbols.ts'

export interface Decided {
  readonly kind: EntityKind
  readonly from: number
  readonly to: number
  /** By the name itself, not by the words around it. */
  readonly isSure: boolean
}

type IsCommon = (word: string) => boolean

const LEGAL_TAIL = multilineRegExp('u')`
    ^(?:Inc|Ltd|LLC|LLP|PLC|Plc|Corp|Corporation|Co|Company|GmbH|AG|SA|S\.A|S\.p\.A|SpA|SE|BV|B\.V|NV
    |N\.V|KK|K\.K|AB|ASA|Oy|Oyj|Limited|Incorporated|Holdings|Pty|Pte|plc|International|Worldwide
    |Global)$`
const MODEL = /^(?=.*\d)(?=.*\p{L})[\p{L}\d.+-]{2,}$/u
const VERSION = /^\d{1,4}(?:\.\d{1,3}){0,3}[A-Za-z]{0,3}$/u

/** Before a figure no product: CI 0.6, Week 12. */
const STATISTICS =
  /^(?:CI|OR|HR|RR|SD|SE|IQR|SMD|MD|AUC|NNT|Week|Day|Month|Year|Table|Figure|Fig|Section|Chapter|Stage|Phase|Grade)$/u

/** What the run of capitals names; a run may hold two names (a place or firm before a person), or none. */
export function englishKind(tokens: readonly Token[], span: Span, isCommon: IsCommon): readonly Decided[] {
  const words = wordsOf(tokens, span)
  if (words.length === 0 || isUnit(tokens, span)) return []
  if (words.length === 2 && STATISTICS.test(words[0] ?? '') && VERSION.test(words[1] ?? '')) return []
  const own = byItself(tokens, span, words)
  if (own !== null) return [{ ...span, kind: own, isSure: true }]
  const parted = placeThenName(tokens, span, isCommon)
  if (parted !== null) return parted
  const around = byContext(tokens, span, words, isCommon)
  return around === null ? [] : [{ ...span, kind: around, isSure: false }]
}

export function isUnit(tokens: readonly Token[], span: Span): boolean {
  const [word = '', ...others] = wordsOf(tokens, span)
  const [before, after] = [tokens[span.from - 1]?.text ?? '', tokens[span.to]?.text ?? '']
  return others.length === 0 && isUnitSymbol(word, before, after)
}

function wordsOf(tokens: readonly Token[], { from, to }: Span): readonly string[] {
  return tokens.slice(from, to).flatMap(({ text }) => (/^[\p{L}\p{N}]/u.test(text) ? [text] : []))
}

function byItself(tokens: readonly Token[], span: Span, words: readonly string[]): EntityKind | null {
  const [first = '', last = ''] = [words[0], words.at(-1)]
  if (words.length === 1) return bySingleWord(tokens, span, first)
  const phrase = words.join(' ')
  if (PLACE_PHRASES.get(first)?.some((place) => place.join(' ') === phrase) === true) return 'place'
  if (LEGAL_TAIL.test(last) || KNOWN_ORGANISATIONS.has(phrase)) return 'organisation'
  const joined = tokens.slice(span.from, span.to)
  const head = joined.findIndex(({ text }) => text === 'of' || text === 'for')
  if (head > 0 && ORGANISATION_HEADS.has(joined[head - 1]?.text ?? '')) return 'organisation'
  if (PLACE_OPENERS.has(first) && !ORGANISATION_HEADS.has(last)) return 'place'
  if (PLACE_TAILS.has(last) && !(GIVEN_NAMES.has(first) && words.length === 2 && FAMILY_NAMES.has(last))) {
    if (ORGANISATION_HEADS.has(first)) return 'organisation'
    return 'place'
  }
  if (/^(?:Route|Highway|Interstate)$/u.test(first) && VERSION.test(last)) return 'place'
  if (words.some((word, at) => at > 0 && MODEL.test(word)) || (VERSION.test(last) && words.length <= 4))
    return 'product'
  if (PRODUCT_TAILS.has(last) && /\p{Ll}\p{Lu}/u.test(first)) return 'product'
  if (/^(?:Model|Type|Series|Mark)$/u.test(words.at(-2) ?? '') && last.length <= 2) return 'product'
  if (MAKERS.has(first) && words.length <= 3 && !ORGANISATION_HEADS.has(last) && !PLACE_WORDS.has(last))
    return 'product'
  if (ORGANISATION_HEADS.has(last)) return 'organisation'
  if (
    head > 0 &&
    /^(?:Gulf|Bay|Isle|Strait|Sea|Cape|Republic|State|City|Port|District|Kingdom|Province)$/u.test(
      joined[head - 1]?.text ?? '',
    )
  )
    return 'place'
  if (joined.some(({ text }) => text === '&')) return 'organisation'
  if (isPersonName(words)) return 'person'
  return null
}

function bySingleWord(tokens: readonly Token[], span: Span, word: string): EntityKind | null {
  if (isPlaceWord(word)) return 'place'
  if (/^i\p{Lu}\p{Ll}/u.test(word)) return 'product'
  if (KNOWN_ORGANISATIONS.has(word) || MAKERS.has(word))
    return PRODUCT_AFTER.has(tokens[span.to]?.text ?? '') ? null : 'organisation'
  if (isTitleBefore(tokens, span)) return 'person'
  if (MODEL.test(word) && !/^\d/u.test(word)) return 'product'
  return null
}

/** Also where a dateline shouts it: VIENNA. */
function isPlaceWord(word: string): boolean {
  if (PLACE_WORDS.has(word) || /^(?:U\.S|U\.K|D\.C|U\.S\.A|U\.A\.E)$/u.test(word)) return true
  return /^\p{Lu}{4,}$/u.test(word) && PLACE_WORDS.has(`${word[0]}${word.slice(1).toLowerCase()}`)
}

function isPersonName(words: readonly string[]): boolean {
  if (words.length > 4 || words.some((word) => ORGANISATION_HEADS.has(word) || /\d/u.test(word))) return false
  const [first = '', last = ''] = [words[0], words.at(-1)]
  if (GIVEN_NAMES.has(first)) return last.length > 1 && !/^\p{Lu}{2,}$/u.test(last)
  if (/^\p{Lu}(?:\.\p{Lu})*\.?$/u.test(first) && last.length > 2 && !/^\p{Lu}+$/u.test(last)) return true
  return FAMILY_NAMES.has(last) && !PLACE_WORDS.has(first) && words.length <= 3
}

function isTitleBefore(tokens: readonly Token[], { from }: Span): boolean {
  const before = tokens[from - 1]?.text === '.' ? tokens[from - 2] : tokens[from - 1]
  if (before === undefined) return false
  return multilineRegExp('u')`
    ^(?:Mr|Mrs|Ms|Miss|Dr|Prof|Professor|Sir|Dame|Lord|Lady|Senator|Sen|Gov|Judge|Justice|Captain|Capt
    |President|Chancellor|Mayor|Minister|Governor|Rev|CEO)$`.test(before.text)
}

/** Tokyo Yamato Trading; American Jane Roe: a known place before a person is a name of its own. */
function placeThenName(tokens: readonly Token[], span: Span, isCommon: IsCommon): readonly Decided[] | null {
  const first = PLACE_PHRASES.get(tokens[span.from]?.text ?? '') ?? []
  const known = Math.max(
    0,
    ...first
      .filter((words) => words.every((word, at) => tokens[span.from + at]?.text === word))
      .map((words) => words.length),
  )
  for (let at = span.from + Math.max(1, known); at < span.to - 1; at += 1) {
    const token = tokens[at]
    if (token === undefined || !GIVEN_NAMES.has(token.text)) continue
    const before: Span = { from: span.from, to: at }
    const after: Span = { from: at, to: span.to }
    if (!isPersonName(wordsOf(tokens, after))) continue
    return [...englishKind(tokens, before, isCommon), { ...after, kind: 'person', isSure: true }]
  }
  return null
}

function byContext(
  tokens: readonly Token[],
  span: Span,
  words: readonly string[],
  isCommon: IsCommon,
): EntityKind | null {
  const [before = '', beforeThat = ''] = [1, 2].map((step) => tokens[span.from - step]?.text ?? '')
  const [after = '', afterThat = ''] = [0, 1].map((step) => tokens[span.to + step]?.text ?? '')
  const [first = '', last = ''] = [words[0], words.at(-1)]
  const isAcronym = words.length === 1 && /^\p{Lu}[\p{Lu}&]+$/u.test(first)
  if (isAcronym && (NO_NAMES.has(first) || first.length > 6 || first.length < 3)) return null
  if (words.length === 1 && /^\d+\p{Lu}{1,2}$/u.test(first)) return null
  const small = (text: string) => text.toLowerCase()
  if (
    isTitleBefore(tokens, span) ||
    (ROLES.has(before) && words.length <= 3 && !ROLES.has(after) && !words.every((word) => isCommon(small(word))))
  )
    return isAcronym ? 'organisation' : 'person'
  if (PRODUCT_AFTER.has(after) || (VERSION.test(after) && words.length === 1)) return 'product'
  if (before === 'as' && /^(?:sold|marketed|branded|prescribed)$/u.test(beforeThat)) return 'product'
  if (before === ',' && after === ',' && PRODUCT_AFTER.has(beforeThat)) return 'product'
  if (after === 'flows' || after === 'flooded') return 'place'
  if (isAcronym) return 'organisation'
  if (PERSON_BEFORE.has(small(before)) && words.length >= 2) return 'person'
  if (ORGANISATION_BEFORE.has(small(before)) && !/^(?:by|at)$/u.test(before)) return 'organisation'
  if (words.length >= 2 && words.length <= 3 && PERSON_AFTER.has(after) && !words.some((word) => isCommon(small(word))))
    return 'person'
  if (
    words.length >= 2 &&
    words.length <= 3 &&
    after === ',' &&
    /^(?:a|an|the|who|professor|director|chief|head|president|founder|CEO|chair|chairman|lead|senior)$/u.test(
      afterThat,
    ) &&
    !words.some((word) => isCommon(small(word)))
  )
    return 'person'
  if (after === ',' && PLACE_WORDS.has(afterThat) && words.length <= 2) return 'place'
  if (words.length === 1 && (FAMILY_NAMES.has(first) || GIVEN_NAMES.has(first)) && before !== 'in') return 'person'
  const isMixed = /\p{Ll}\p{Lu}/u.test(first)
  if (words.length === 1 && !isMixed && SPEAKS.has(after)) return 'person'
  if (ORGANISATION_AFTER.has(after)) return 'organisation'
  if (
    before === 'in' ||
    (PLACE_BEFORE.has(before) &&
      multilineRegExp('u')`
        ^(?:based|headquartered|located|city|town|village|north|south|east|west|born|live|lives|lived|moved
        |coast|people|residents|travelled|traveled|flew)$`.test(beforeThat))
  )
    return words.length === 1 || !words.every((word) => isCommon(small(word))) ? 'place' : null
  if (
    PRODUCT_BEFORE.has(small(before)) ||
    (/^(?:the|its|their|new|a|an)$/u.test(before) && PRODUCT_BEFORE.has(beforeThat))
  )
    return 'product'
  if (
    multilineRegExp('u')`
      ^(?:near|across|throughout|outside|around|toward|towards|northern|southern|eastern|western|central
      |downtown)$`.test(before)
  )
    return 'place'
  if (words.length === 2 && !words.some((word) => isCommon(small(word)) || ORGANISATION_HEADS.has(word)))
    return 'person'
  if (words.every((word) => isCommon(small(word)))) return null
  const opens = tokens[span.from]?.opens === true
  if (opens && words.length === 1 && !/\p{Ll}\p{Lu}/u.test(last)) return null
  if (words.length === 1 && /^(?:from|to|through|via|into)$/u.test(before)) return 'place'
  if (words.length > 1) return 'organisation'
  if (/^(?:the|a|an|new|its|his|her|their|with|on|using)$/u.test(before)) return 'product'
  const isOwner = tokens[span.to - 1]?.isPossessive === true
  return isMixed || isOwner || ORGANISATION_BEFORE.has(before) ? 'organisation' : null
}
