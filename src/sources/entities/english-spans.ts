import { multilineRegExp } from '../../domain/multiline-regexp.ts'
import { MINISTRY_WORDS, NO_NAMES, OF_HEADS, ORGANISATION_HEADS, ROLES } from './english-cues.ts'
import { GIVEN_NAMES } from './english-people.ts'
import { PLACE_PHRASES, PLACE_WORDS } from './english-places.ts'
import type { Token } from './english-tokens.ts'

/** Tokens `from` up to `to`, the latter not included. */
export interface Span {
  readonly from: number
  readonly to: number
}

const JOINS_PERSON = new Set('de la du von van der den del di da al bin ibn dos ten ter'.split(' '))
/** In tokens. */
const LONGEST_NAME = 16
/** Words that open a sentence and no name. */
const OPENERS = new Set(
  (
    'the a an in on at by for from with as to of and or but if when while after before both its his her ' +
    'their our my it he she we they ' +
    'you i this that these those there here is are was were be been do does did has have had can could ' +
    'will would may might must ' +
    'not no so yet nor up out off over under about into than then thus hence meanwhile however moreover ' +
    'furthermore nevertheless ' +
    'although though because since unless until whereas what who whom whose which where why how all any ' +
    'each every some many most few ' +
    'several such other another one two three four five six seven eight nine ten first second third last ' +
    'next new old today yesterday ' +
    'tomorrow let us please yes also even only just still again once during despite according unlike ' +
    'like among between against within ' +
    'without through across around near beyond except per via upon amid'
  ).split(' '),
)
const LEGAL = /^(?:Inc|Ltd|LLC|LLP|PLC|Plc|Corp|Co|GmbH|AG|SA|S\.A|SE|BV|B\.V|NV|N\.V|KK|K\.K|AB|Limited|L\.P|LP)$/u
const ENDS_DOTTED =
  /^(?:Inc|Ltd|Corp|Co|Bros|Jr|Sr|St|Mt|\p{Lu}|S\.A|S\.p\.A|B\.V|N\.V|K\.K|L\.P|L\.L\.C|U\.S|U\.K|Univ|Dept)$/u

/** Runs of capitalised words that may be names; what opens a sentence is a name only where more says so. */
export function capitalSpans(tokens: readonly Token[], isCommon: (word: string) => boolean): readonly Span[] {
  const spans: Span[] = []
  let at = 0
  while (at < tokens.length) {
    const place = placeAt(tokens, at)
    if (place > 0 && !goesOn(tokens, at + place)) {
      spans.push({ from: at, to: at + place })
      at += place
      continue
    }
    if (!mayBegin(tokens, at, isCommon)) {
      at += 1
      continue
    }
    const to = endOf(tokens, at, isCommon)
    spans.push({ from: at, to })
    at = Math.max(to, at + 1)
  }
  return spans
}

/** New York Times goes on, New York does not. */
function goesOn(tokens: readonly Token[], at: number): boolean {
  const next = tokens[at]
  return next?.isCapital === true && !ROLES.has(next.text) && !NO_NAMES.has(next.text) && !PLACE_WORDS.has(next.text)
}

/** How many tokens from here on are a known place of several words. */
function placeAt(tokens: readonly Token[], at: number): number {
  const phrases = PLACE_PHRASES.get(tokens[at]?.text ?? '') ?? []
  const fits = phrases.filter((words) => words.every((word, step) => tokens[at + step]?.text === word))
  return Math.max(0, ...fits.map((words) => words.length))
}

function mayBegin(tokens: readonly Token[], at: number, isCommon: (word: string) => boolean): boolean {
  const token = tokens[at]
  if (token === undefined || !token.isCapital) return false
  if (
    tokens[at - 1]?.text === 'of' &&
    ROLES.has(tokens[at - 2]?.text ?? '') &&
    /^(?:State|Staff|Defense|Defence|Justice)$/u.test(token.text)
  )
    return false
  if (ROLES.has(token.text)) return opensOrganisation(tokens, at, isCommon)
  const next = tokens[at + 1]
  const isFollowed = next?.isCapital === true && !next.opens && !ROLES.has(next.text)
  if (NO_NAMES.has(token.text)) return isFollowed && opensOrganisation(tokens, at, isCommon)
  if (!token.opens) return token.text.length > 1 || isInitial(tokens, at)
  const small = token.text.toLowerCase()
  if (OPENERS.has(small) || /['’](?:ve|re|ll|d|m|t)$/u.test(small)) return false
  if (PLACE_WORDS.has(token.text) || GIVEN_NAMES.has(token.text) || OF_HEADS.has(token.text)) return true
  if (/^\p{Lu}[\p{Lu}\d&]+$/u.test(token.text) || /\p{Ll}\p{Lu}|\d/u.test(token.text)) return true
  if (!isCommon(small)) return true
  return isFollowed && !/(?:ly|ing)$/u.test(small) && opensOrganisation(tokens, at, isCommon)
}

/** American Airlines, General Motors: the run ends with the head of an organisation, a law or a place. */
function opensOrganisation(tokens: readonly Token[], at: number, isCommon: (word: string) => boolean): boolean {
  const to = endOf(tokens, at, isCommon)
  const last = tokens[to - 1]?.text === '.' ? tokens[to - 2] : tokens[to - 1]
  return (
    to - at > 1 &&
    last !== undefined &&
    (ORGANISATION_HEADS.has(last.text) ||
      LEGAL.test(last.text) ||
      /^(?:Act|Code|Law|Regulation|Directive|Treaty|Convention|River|Lake|Island)$/u.test(last.text))
  )
}

function isInitial(tokens: readonly Token[], at: number): boolean {
  return tokens[at + 1]?.text === '.' && (tokens[at + 2]?.isCapital ?? false)
}

/** Information Commissioner's Office, People's Party: any word's, not a name's. */
function joinsPossessive(tokens: readonly Token[], at: number, isCommon: (word: string) => boolean): boolean {
  const [owner, here] = [tokens[at - 1], tokens[at]]
  if (owner === undefined || here === undefined || !here.isCapital || here.start - owner.end > 3) return false
  if (!isCommon(owner.text.toLowerCase()) && !ROLES.has(owner.text)) return false
  return (
    ORGANISATION_HEADS.has(here.text) || ORGANISATION_HEADS.has(tokens[at + 1]?.text ?? '') || here.text === 'Republic'
  )
}

function endOf(tokens: readonly Token[], from: number, isCommon: (word: string) => boolean): number {
  let at = from + 1
  for (;;) {
    const before = tokens[at - 1]
    const here = tokens[at]
    const next = tokens[at + 1]
    if (here === undefined || before === undefined || at - from >= LONGEST_NAME) return at
    const isTight = here.start - before.end <= 1
    if (here.text === '.' && here.start === before.end && ENDS_DOTTED.test(before.text)) {
      const after = tokens[at + 2]
      if (LEGAL.test(before.text) && next?.text === ',' && after !== undefined && LEGAL.test(after.text)) {
        at += 1
        continue
      }
      if (next === undefined || next.opens || !next.isCapital)
        return LEGAL.test(before.text) || /^(?:Jr|Sr)$/u.test(before.text) ? at + 1 : at
      at += 1
      if (LEGAL.test(before.text) && tokens[at]?.text !== ',') return at
      continue
    }
    if (here.text === ',' && next !== undefined && LEGAL.test(next.text)) {
      at += 1
      continue
    }
    if (here.text === ',' && next !== undefined && isMinistryList(tokens, from, at)) {
      at += 2
      continue
    }
    if (before.isPossessive) {
      if (!joinsPossessive(tokens, at, isCommon)) return at
      at += 1
      continue
    }
    if (!isTight && before.text !== '.') return at
    const added = takes(tokens, from, at)
    if (added === 0) return at
    at += added
  }
}

/** How many tokens the name goes on by at this place. */
function takes(tokens: readonly Token[], from: number, at: number): number {
  const here = tokens[at]
  const next = tokens[at + 1]
  if (here === undefined) return 0
  if (here.text === 'plc') return 1
  if (here.isCapital && !here.opens) {
    if (ROLES.has(here.text) && !isRoleInOffice(tokens, at) && tokens[at - 1]?.text !== 'of') return 0
    if (
      NO_NAMES.has(here.text) &&
      !(next?.isCapital === true && ORGANISATION_HEADS.has(next.text)) &&
      !/^[IV]+$/u.test(here.text)
    )
      return 0
    return 1
  }
  if (/^\d{1,4}(?:\.\d{1,3}){0,3}[A-Za-z]{0,3}$/u.test(here.text)) return takesNumber(tokens, at) ? 1 : 0
  if (next === undefined || !next.isCapital || next.opens) return 0
  if (here.text === '&' || here.text === '+') return 1
  if (here.text === 'of' || here.text === 'for') return joinsOf(tokens, from, at) ? 1 : 0
  if (here.text === 'the') return /^(?:of|for)$/u.test(tokens[at - 1]?.text ?? '') ? 1 : 0
  if (here.text === 'and') return joinsAnd(tokens, from, at) ? 1 : 0
  if (JOINS_PERSON.has(here.text)) return 1
  return 0
}

/** Secretary of a department is a role; the Secretariat, or Attorney General's Office, an office. */
function isRoleInOffice(tokens: readonly Token[], at: number): boolean {
  return (
    tokens[at + 1]?.isCapital === true &&
    /^(?:Office|Institute|Association|Electric|Motors|Mills|Dynamics|Assembly|Hospital)$/u.test(
      tokens[at + 1]?.text ?? '',
    )
  )
}

/** Windows 11, iPhone 15; not "Toyota 12 percent". */
function takesNumber(tokens: readonly Token[], at: number): boolean {
  const after = tokens[at + 1]?.text ?? ''
  const number = Number.parseFloat(tokens[at]?.text ?? '')
  if (number >= 1900 && number <= 2100) return false
  return !multilineRegExp('u')`
    ^(?:percent|per|%|million|billion|trillion|people|employees|years?|days?|months?|hours?|times
    |points?|units|dollars|euros|yen|st|nd|rd|th|of)$`.test(after)
}

function joinsOf(tokens: readonly Token[], from: number, at: number): boolean {
  return (
    tokens.slice(from, at).some(({ text }) => OF_HEADS.has(text)) &&
    !/^(?:January|February|March|April|May|June|July|August|September|October|November|December)$/u.test(
      tokens[at + 1]?.text ?? '',
    )
  )
}

function joinsAnd(tokens: readonly Token[], from: number, at: number): boolean {
  const own = tokens.slice(from, at)
  const next = tokens[at + 1]?.text ?? ''
  const afterOf = own.some(({ text }) => text === 'of' || text === 'for')
  if (afterOf && MINISTRY_WORDS.has(next)) return true
  const last = own.at(-1)?.text ?? ''
  if (
    !MINISTRY_WORDS.has(last) &&
    !/^(?:Securities|Exchange|Centers|Oceanic|Aeronautics|Science|Markets|Competition|Standards|Import|Export)$/u.test(
      last,
    )
  )
    return false
  for (let step = at + 1; step < at + LONGEST_NAME && tokens[step]?.isCapital === true; step += 1)
    if (ORGANISATION_HEADS.has(tokens[step]?.text ?? '')) return true
  return false
}

/** Ministry of Economy, Trade and Industry. */
function isMinistryList(tokens: readonly Token[], from: number, at: number): boolean {
  const own = tokens.slice(from, at)
  if (!own.some(({ text }) => text === 'of' || text === 'for') || !own.some(({ text }) => OF_HEADS.has(text)))
    return false
  if (!MINISTRY_WORDS.has(own.at(-1)?.text ?? '') || !MINISTRY_WORDS.has(tokens[at + 1]?.text ?? '')) return false
  for (let step = at + 2; step < at + 8; step += 1)
    if (tokens[step]?.text === 'and') return MINISTRY_WORDS.has(tokens[step + 1]?.text ?? '')
  return false
}
