import { parse as parseHost } from 'tldts'
import { withoutInvisible } from '../../domain/invisible.ts'
import { multilineRegExp } from '../../domain/multiline-regexp.ts'
import type { Identifier } from '../../domain/paper.ts'
import type { AddressedKind } from '../../domain/target.ts'
import { normaliseUrl, parseWebUrl } from '../../domain/url.ts'
import { identifiersIn } from '../../extract/identifiers.ts'
import { patentsAndLaws } from '../../extract/patents-and-laws.ts'
import { hostProblem } from './host-problem.ts'

/** What a caller named, as far as its form tells. */
export type RecognisedTarget =
  | { readonly kind: 'url'; readonly value: string }
  | { readonly kind: AddressedKind; readonly value: string }
  | { readonly kind: 'citation'; readonly value: string }
  | {
      readonly kind: 'unknown'
      readonly outcome: 'refused_address' | 'unknown_identifier'
      readonly reason: string
    }

/** Longer texts are sentences or attacks, not numbers. */
const LONGEST_NUMBER = 300
const SCHEME = /^([a-z][a-z\d+.-]{0,30}):/i
/** Prefixes by which people name a number, and which look like a scheme. */
const NUMBER_PREFIX = /^(?:doi|arxiv|pmid|pmcid|isbn(?:-1[03])?|urn|patent|law|trial)$/i
const CITATION_ID = /^cit_[0-9a-f]{16}$/
const DOI_HOSTS = ['doi.org', 'dx.doi.org', 'www.doi.org']

/** ClinicalTrials.gov, jRCT, ISRCTN, UMIN, the Chinese and the Australian register, EudraCT and CTIS. */
const TRIAL = multilineRegExp('i')`
  ^(?:NCT\d{8}|jRCTs?\d{9,10}|ISRCTN\d{8}|UMIN\d{9}|ChiCTR[-A-Z]{0,8}\d{8,10}|ACTRN\d{14}
  |\d{4}-\d{6}-\d{2}(?:-\d{2})?)$`
/** Offices and digits as people write them, without the kind code that running text needs. */
const PATENT = /^(US|EP|WO|JP|CN|KR|DE|GB|FR|CA|AU|TW)[\s-]?([\d][\d/,.\s-]{3,18})\s?([ABCUSTY]\d?)?$/i
const LAW_ID = /^[1-5]\d{2}[A-Z]{2}\d{10}$/

/** Recognises an address or a number by its form alone; nothing is asked. */
export function recogniseTarget(given: string): RecognisedTarget {
  const text = withoutInvisible(given).trim()
  if (CITATION_ID.test(text)) return { kind: 'citation', value: text }
  const scheme = SCHEME.exec(text)?.[1]?.toLowerCase()
  if (scheme === 'http' || scheme === 'https') return webAddress(text)
  const number = numbered(text)
  if (number !== null) return number
  // `example.com:8080/page` begins like a scheme.
  const bare = bareAddress(text)
  if (bare !== null) return webAddress(`https://${bare}`)
  if (scheme !== undefined && !NUMBER_PREFIX.test(scheme))
    return refused(
      scheme === 'file'
        ? 'files are read with `lyra read <task_id> <file>`, never by an address'
        : `only http and https addresses are read, not ${scheme}:`,
    )
  return unknown()
}

function webAddress(text: string): RecognisedTarget {
  const url = parseWebUrl(text)
  if (url === null) return refused('this is not an address that can be asked for')
  if (url.username !== '' || url.password !== '') return refused('the address holds a user name or a password')
  const problem = hostProblem(url.hostname)
  if (problem !== null) return refused(problem)
  if (DOI_HOSTS.includes(url.hostname)) {
    const [doi] = identifiersIn(decoded(url.pathname)).filter(({ type }) => type === 'doi')
    if (doi !== undefined) return { kind: 'doi', value: doi.value }
  }
  return { kind: 'url', value: normaliseUrl(url.href) ?? url.href }
}

/** Without a scheme, and under a suffix that names can be registered under: `pmda.go.jp/english`. */
function bareAddress(text: string): string | null {
  const host = /^([\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){1,8})(?::\d{1,5})?(?:[/?#]\S{0,2000})?$/u.exec(text)?.[1]
  if (host === undefined) return null
  const { isIcann, domain } = parseHost(host)
  return isIcann === true && domain !== null ? text : null
}

function numbered(text: string): RecognisedTarget | null {
  if (text.length > LONGEST_NUMBER) return null
  const plain = text.normalize('NFKC').replace(/[\u2010-\u2015\u2212]/g, '-')
  const paper = paperNumber(plain) ?? isbn(plain)
  if (paper !== null) return paper
  const bare = plain.replace(/^(?:trial|patent|law)\s*:\s*/i, '').trim()
  if (TRIAL.test(bare)) return { kind: 'trial', value: trialNumber(bare) }
  if (LAW_ID.test(bare)) return { kind: 'law', value: bare }
  const named = patentsAndLaws(bare)
  const [first] = named
  if (first !== undefined && named.length === 1) return { kind: first.type, value: first.value }
  const [, office = '', digits = '', code = ''] = PATENT.exec(bare) ?? []
  const joined = digits.replace(/\D/g, '')
  return joined.length < 5 ? null : { kind: 'patent', value: `${office}${joined}${code}`.toUpperCase() }
}

/** The whole text has to be the number: what stands around it may be anything. */
function paperNumber(text: string): RecognisedTarget | null {
  const spelled = /^\d{4}\.\d{4,5}(?:v\d{1,2})?$/.test(text) ? `arXiv:${text}` : text
  const [found, ...more] = identifiersIn(spelled).filter((one) => one.type !== 'isbn')
  if (found === undefined || more.length > 0 || !isPaperKind(found)) return null
  // A path that climbs leads to another page of whoever is asked.
  if (/(?:^|\/)\.{1,2}(?:\/|$)/.test(found.value)) return null
  const rest = spelled.toLowerCase().replace(found.value.toLowerCase(), '')
  return /^(?:doi|arxiv|pmid|pmcid|urn:doi)?\s?:?\s?(?:v\d{1,2})?$/.test(rest)
    ? { kind: found.type, value: found.value }
    : null
}

function isPaperKind(one: Identifier): one is Identifier & { readonly type: 'doi' | 'arxiv' | 'pmid' | 'pmcid' } {
  return ['doi', 'arxiv', 'pmid', 'pmcid'].includes(one.type)
}

function isbn(text: string): RecognisedTarget | null {
  const digits = text.replace(/^(?:urn:)?isbn(?:-1[03])?\s?:?\s?/i, '')
  if (!/^[\dX -]{10,20}$/i.test(digits)) return null
  const [found] = identifiersIn(`ISBN ${digits}`).filter(({ type }) => type === 'isbn')
  return found === undefined ? null : { kind: 'isbn', value: found.value }
}

/** `nct01234567` and `NCT01234567` are one; jRCT keeps its small letters. */
function trialNumber(text: string): string {
  return /^jrct/i.test(text)
    ? text.toLowerCase().replace('jrct', 'jRCT')
    : text.replace(/^chictr/i, 'ChiCTR').replace(/^(?:nct|isrctn|umin|actrn)/i, (word) => word.toUpperCase())
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

function refused(reason: string): RecognisedTarget {
  return { kind: 'unknown', outcome: 'refused_address', reason }
}

function unknown(): RecognisedTarget {
  return {
    kind: 'unknown',
    outcome: 'unknown_identifier',
    reason: 'no web address and no number of a known form; a bare number needs its word: PMID 12345678',
  }
}
