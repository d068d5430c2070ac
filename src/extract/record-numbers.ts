import { parse } from 'tldts'
import { multilineRegExp } from '../domain/multiline-regexp.ts'
import type { NamedDocument } from './types.ts'

const TRIAL = /\bNCT\d{8}\b/g
const ORCID = /\b(\d{4})-(\d{4})-(\d{4})-(\d{3}[\dX])\b/g
const LEI = /\b[A-Z0-9]{18}\d{2}\b/g
const LEI_NAMED = /(?:\bLEI\b|legal entity identifier|取引主体識別子).{0,20}$/is
const CORPORATE_NUMBER = /(?<!\d)[1-9]\d{12}(?!\d)/g
const CORPORATE_NAMED = /(?:法人番号|corporate number|hojinBango)[^\d]{0,20}$/is
const CIK = /\bCIK(?:\s?(?:No\.?|number|code))?\s?[:=#]?\s?0{0,9}(\d{4,10})\b/gi
const UK_COMPANY = multilineRegExp('gi')`
  \b(?:company (?:no|number|registration number)|registered number|companies house)\b
  [.:\s]{1,3}((?:[A-Z]{2})?\d{6,8})\b`
const INDICATOR = /\bdata\.worldbank\.org\/indicator\/([A-Z]{2}(?:\.[A-Z0-9]{2,6}){1,5})(?:\?locations=([A-Z]{2,3}))?/g
const NAMED_DOMAIN =
  /(?:\bdomain(?: name)?|\bWHOIS|ドメイン名?)\s{0,2}[:：「"'“]?\s{0,2}((?:[a-z0-9-]{1,63}\.){1,5}[a-z]{2,24})\b/giu
const BARE_DOMAIN =
  /(?<![\w.@/:-])(?:https?:\/\/)?((?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.){1,5}[a-z]{2,24})(?![\w-]|\.\w)/gi
const ACT_OF_JAPAN = /\b(Act|Cabinet Order) No\.? ?(\d{1,4}) of (?:[A-Z][a-z]{2,8} \d{1,2}, ?)?((?:18|19|20)\d{2})\b/g
const ERAS = [
  ['明治', 1868, 1912],
  ['大正', 1912, 1926],
  ['昭和', 1926, 1989],
  ['平成', 1989, 2019],
  ['令和', 2019, 9999],
] as const
/** How far before a number the word may stand that says what it is. */
const NEARBY = 60

/** Numbers of registers that a text or an address names; a bare number needs its check digit or the word beside it. */
export function recordNumbers(text: string): NamedDocument[] {
  const plain = text.replace(/[\u2010-\u2015]/g, '-').normalize('NFKC')
  const before = (match: RegExpExecArray) => plain.slice(Math.max(0, match.index - NEARBY), match.index)
  const found: NamedDocument[] = []
  for (const [nct] of plain.matchAll(TRIAL)) found.push({ type: 'trial', value: nct })
  for (const [orcid] of plain.matchAll(ORCID)) if (isOrcid(orcid)) found.push({ type: 'orcid', value: orcid })
  for (const match of plain.matchAll(LEI))
    if (isLei(match[0]) && LEI_NAMED.test(before(match))) found.push({ type: 'lei', value: match[0] })
  for (const match of plain.matchAll(CORPORATE_NUMBER))
    if (isCorporateNumber(match[0]) && CORPORATE_NAMED.test(before(match)))
      found.push({ type: 'corporate_number', value: match[0] })
  for (const [, number = ''] of plain.matchAll(CIK)) found.push({ type: 'cik', value: number })
  for (const [, number = ''] of plain.matchAll(UK_COMPANY))
    found.push({ type: 'uk_company', value: number.toUpperCase().padStart(8, '0') })
  for (const [, code = '', place = 'WLD'] of plain.matchAll(INDICATOR))
    found.push({ type: 'indicator', value: `${place}:${code}` })
  for (const [, host = ''] of plain.matchAll(NAMED_DOMAIN)) pushDomain(found, host)
  if (/\bJapan/.test(plain)) found.push(...actsOfJapan(plain))
  return distinct(found)
}

/**
 * "Act No. 57 of 2003", as translations of Japanese laws name them. Other countries number alike, so the text must
 * speak of Japan; a year in which an era ended has two readings, of which one is found.
 */
function actsOfJapan(text: string): NamedDocument[] {
  return [...text.matchAll(ACT_OF_JAPAN)].flatMap(([, kind, number, year]) => {
    const eras = ERAS.filter(([, first, last]) => Number(year) >= first && Number(year) <= last)
    const name = kind === 'Act' ? '法律' : '政令'
    return eras.map(([era, first]) => ({
      type: 'law' as const,
      value: `${era}${Number(year) - first + 1}年${name}第${Number(number)}号`,
    }))
  })
}

/** The same for what a person asks: numbers need no word beside them, and any name of a host is a domain. */
export function recordNumbersOfQuery(query: string): NamedDocument[] {
  const plain = query
    .normalize('NFKC')
    // `site:example.org` says where to search, not what for.
    .replace(/(?:^|\s)-?(?:site|filetype|intitle|inurl|related|after|before):\S+/gi, ' ')
  const found = recordNumbers(plain)
  for (const [lei] of plain.matchAll(LEI)) if (isLei(lei)) found.push({ type: 'lei', value: lei })
  for (const [number] of plain.matchAll(CORPORATE_NUMBER))
    if (isCorporateNumber(number)) found.push({ type: 'corporate_number', value: number })
  for (const [, host = ''] of plain.matchAll(BARE_DOMAIN)) pushDomain(found, host)
  return distinct(found)
}

/** Words of the web that end like a domain: `report.pdf` is a file, `Node.js` a program. */
const NO_DOMAIN = /\.(?:pdf|html?|php|aspx?|js|ts|py|md|txt|csv|xml|json|zip|docx?|xlsx?|png|jpe?g|exe)$/i

function pushDomain(found: NamedDocument[], host: string): void {
  if (NO_DOMAIN.test(host)) return
  const { domain, isIcann } = parse(host.toLowerCase())
  if (domain !== null && isIcann === true) found.push({ type: 'domain', value: domain })
}

/** ISO 7064, modulus 11-2. */
function isOrcid(orcid: string): boolean {
  const digits = orcid.replaceAll('-', '')
  const total = [...digits.slice(0, 15)].reduce((sum, digit) => (sum + Number(digit)) * 2, 0)
  const check = (12 - (total % 11)) % 11
  return (check === 10 ? 'X' : String(check)) === digits[15]
}

/** ISO 17442: as a number in which A is 10 and Z is 35, 1 modulo 97. */
function isLei(lei: string): boolean {
  let rest = 0
  for (const char of lei) for (const digit of String(Number.parseInt(char, 36))) rest = (rest * 10 + Number(digit)) % 97
  return rest === 1
}

/** The first digit checks the other twelve: 9 less their sum, every second one doubled from the right, modulo 9. */
function isCorporateNumber(number: string): boolean {
  const sum = [...number.slice(1)]
    .reverse()
    .reduce((total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 1 : 2), 0)
  return Number(number[0]) === 9 - (sum % 9)
}

function distinct(found: readonly NamedDocument[]): NamedDocument[] {
  return [...new Map(found.map((one) => [`${one.type}:${one.value}`, one])).values()]
}
