import type { RecognisedName } from '../../domain/entity.ts'
import { multilineRegExp } from '../../domain/multiline-regexp.ts'
import { LAW_HEADS, LAW_SHORT } from './english-cues.ts'
import { PLACE_WORDS } from './english-places.ts'
import type { Token } from './english-tokens.ts'

/** Laws that are cited by their number. */
const NUMBERED = multilineRegExp('gu')`
  \b(?:Commission\s|Council\s)?(?:Delegated\s|Implementing\s)?(?:Regulation|Directive|Decision)\s
    \((?:EU|EC|EEC)\)\s(?:No\.?\s)?\d{2,4}/\d{2,4}\b
  |\b(?:Council\s)?Directive\s\d{2,4}/\d{1,4}/(?:EC|EU|EEC)\b
  |\b(?:Public\sLaw|Pub\.\sL\.|Executive\sOrder|Proclamation)\s(?:No\.\s)?\d{1,5}(?:-\d{1,3})?\b
  |\b\d{1,3}\sU\.?S\.?C\.?(?:\s§{1,2}\s?|\s)\d{1,5}[a-z]?\b|\b\d{1,3}\s(?:C\.F\.R\.
    |CFR)\s(?:Part\s|§\s?)?\d{1,5}(?:\.\d{1,4})?\b
  |\bAct\sNo\.\s\d{1,4}\sof\s\d{4}\b|\b(?:First|Second|Fourth|Fifth|Sixth|Eighth|Tenth|Fourteenth)\sAmendment\b
  |\bTitle\s(?:IX|VII|VI|II)\b(?!\sof)|\bRule\s\d{1,3}[a-z]?-\d{1,2}\b`
/** What of a law is cited, before or behind its name. */
const PART_BEFORE = multilineRegExp('u')`
    \b(?:[Ss]ections?|[Aa]rticles?|[Tt]itle|[Cc]hapter|Part|Schedule|Annex|Rule|[Pp]aragraph
    |§{1,2})\s?[\dIVX]{1,5}[A-Za-z]?(?:\(\w{1,3}\)){0,3}(?:\sof\s(?:the\s)?|\s)$`
const PART_BEHIND = /^(?:,?\s(?:[Ss]ection|[Aa]rticle|s\.|§|Art\.)\s?[\dIVX]{1,5}[A-Za-z]?(?:\(\w{1,3}\)){0,3})/u
const YEAR_BEHIND = /^(?:\sof|,)?\s(?:1[6-9]|20)\d{2}\b/u
const INNER = new Set('of and for the with on to in from against & - –'.split(' '))
/** A head that goes on: Act on the Protection of ..., Treaty of ... */
const GOES_ON = new Set('on of for to concerning relating'.split(' '))
/** In tokens. */
const LONGEST = 16

/** Laws by the head of their name, with the small words inside it, the year and what is cited of it. */
export function englishLaws(text: string, tokens: readonly Token[]): RecognisedName[] {
  const found: RecognisedName[] = [...text.matchAll(NUMBERED)].map((match) =>
    cited(text, match.index, match.index + match[0].length),
  )
  for (const [at, token] of tokens.entries()) {
    if (LAW_SHORT.has(token.text)) found.push(cited(text, token.start, token.end))
    if (!LAW_HEADS.has(token.text) || found.some(({ start, end }) => token.start < end && start < token.end)) continue
    const from = firstOf(tokens, at)
    const to = lastOf(tokens, at)
    if (from === at && to === at + 1) continue
    found.push(cited(text, tokens[from]?.start ?? token.start, tokens[to - 1]?.end ?? token.end))
  }
  return found
}

function cited(text: string, start: number, end: number): RecognisedName {
  const before = PART_BEFORE.exec(text.slice(Math.max(0, start - 60), start))?.[0].length ?? 0
  const year = YEAR_BEHIND.exec(text.slice(end, end + 12))?.[0].length ?? 0
  const behind = PART_BEHIND.exec(text.slice(end + year, end + year + 40))?.[0].length ?? 0
  const [first, last] = [start - before, end + year + behind]
  return { start: first, end: last, text: text.slice(first, last), kind: 'law' }
}

function isName(token: Token | undefined): boolean {
  return (
    token?.isCapital === true &&
    !/^(?:The|A|An|This|That|Under|In|By|Since|If|When|After|Before|Although|While)$/u.test(token.text)
  )
}

/** Back over capitals; a small word is taken where a capital stands before it. */
function firstOf(tokens: readonly Token[], at: number): number {
  let from = at
  for (let step = at - 1; step >= 0 && at - step < LONGEST; step -= 1) {
    const token = tokens[step]
    if (token === undefined || !/^[\p{L}\p{N}&–-]/u.test(token.text)) break
    if (LAW_HEADS.has(token.text) || (token.isPossessive && PLACE_WORDS.has(token.text))) break
    if (isName(token)) from = step
    else if (token.opens || !INNER.has(token.text)) break
  }
  return from
}

function lastOf(tokens: readonly Token[], at: number): number {
  if (!GOES_ON.has(tokens[at + 1]?.text ?? '')) return at + 1
  let to = at + 1
  for (let step = at + 1; step < tokens.length && step - at < LONGEST; step += 1) {
    const token = tokens[step]
    if (token === undefined) break
    if (isName(token) && !token.opens) to = step + 1
    else if (!INNER.has(token.text) && !GOES_ON.has(token.text)) break
  }
  return to
}
