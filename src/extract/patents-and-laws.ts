import { multilineRegExp } from '../domain/multiline-regexp.ts'
import type { PatentOrLaw } from './types.ts'

const OFFICE = 'US|EP|WO|JP|CN|KR|DE|GB|FR|CA|AU|TW'
/** With the kind code, or after a word that says patent: bare letters and digits are model numbers. */
const PATENT_WITH_KIND = new RegExp(
  `\\b(${OFFICE})[\\s-]?((?:19|20)\\d{2}\\s?[/-]?\\s?\\d{4,7}|\\d{1,3}(?:[,.\\s]?\\d{3}){1,3}\\d{0,2})\\s?` +
    '([ABCUSTY]\\d?)\\b',
  'g',
)
const PATENT_NAMED = multilineRegExp('gi')`
  \b(US|U\.S\.|EP|European)\s+Pat(?:ent)?\.?\s+(?:App(?:lication)?\.?\s+)?(?:Pub(?:lication)?\.?\s+)?(?:No\.?\s*)?
  ([\d,]{7,11})\b`
const PATENT_ADDRESS = new RegExp(
  `patents?[./][^\\s]{0,200}?/((?:${OFFICE})\\d{5,13}(?:[ABCUSTY]\\d?)?)(?=$|[/?#\\s])`,
  'g',
)
const PATENT_WORLD = /\bWO\s?((?:19|20)\d{2})\s?\/\s?(\d{6})\b/g
const PATENT_JAPAN = /特許第?\s*(\d{7})号?(?!\d)/g
const PATENT_JAPAN_OPEN = /特開(?:(平|昭)?\s*(\d{1,2})|(\d{4}))\s*[-−‐ー]\s*(\d{1,6})/g

const NUMERAL = '[〇一二三四五六七八九十百千\\d]'
const LAW_JAPAN = new RegExp(
  `(明治|大正|昭和|平成|令和)(元|${NUMERAL}{1,4})年((?:[一-龠々・]{2,8}省令)|法律|政令|勅令|府令|[一-龠]{2,5}条例|条例|告示)第(${NUMERAL}{1,6})号`,
  'g',
)
const LAW_EGOV =
  /laws?\.e-gov\.go\.jp\/(?:law\/|document\?lawid=)([1-5])(\d{2})(AC|CO|IO)0{0,9}(\d{1,10})(?=$|[/?#_&\s])/gi
const LAW_UNITED_STATES = /\b(?:Pub(?:lic)?\.?\s*L(?:aw)?\.?)\s*(?:No\.?\s*)?(\d{2,3}-\d{1,4})\b/gi
const LAW_CODE = multilineRegExp('gi')`
  \b(\d{1,2})\s*(U\.?\s?S\.?\s?C\.?|C\.?\s?F\.?\s?R\.?)\s*(?:(?:§{1,4}|sec(?:tion|\.)
    |part)\s*)?(\d{1,5}[a-z]{0,2}(?:[.-]\d{1,5})?)`
const LAW_EUROPE = multilineRegExp('gi')`
  \b(?:Regulation|Directive|Decision)\s*\((?:EU|EC|EEC|EU, Euratom)\)\s*(?:No\.?\s*)?(\d{2,4}\/\d{1,4})
  |\bDirective\s+(\d{2,4}\/\d{1,4}\/(?:EC|EEC|EU))`

/** Patents and laws that a text or an address names, each in one spelling. */
export function patentsAndLaws(text: string): PatentOrLaw[] {
  const found: PatentOrLaw[] = []
  const add = (type: PatentOrLaw['type'], value: string) => {
    if (!found.some((known) => known.type === type && known.value === value)) found.push({ type, value })
  }
  const plain = text.replace(/[\u2010-\u2015]/g, '-').normalize('NFKC')
  for (const match of plain.matchAll(PATENT_ADDRESS)) add('patent', match[1] ?? '')
  for (const [, office, number = '', kind] of plain.matchAll(PATENT_WITH_KIND)) {
    const digits = number.replace(/\D/g, '')
    if (digits.length >= 6) add('patent', `${office}${digits}${kind}`)
  }
  for (const [, year, number] of plain.matchAll(PATENT_WORLD))
    if (!has(found, `WO${year}${number}`)) add('patent', `WO${year}${number}`)
  for (const [, office = '', number = ''] of plain.matchAll(PATENT_NAMED)) {
    const name = `${/^e/i.test(office) ? 'EP' : 'US'}${number.replace(/\D/g, '')}`
    if (name.length >= 9 && !has(found, name)) add('patent', name)
  }
  for (const [, number] of plain.matchAll(PATENT_JAPAN)) add('patent', `JP${number}`)
  for (const [, era, eraYear, year, number = ''] of plain.matchAll(PATENT_JAPAN_OPEN)) {
    const full = year ?? String((era === '昭' ? 1925 : 1988) + Number(eraYear))
    add('patent', `JP${full}${number.padStart(6, '0')}A`)
  }
  for (const [, era, year = '', kind, number = ''] of plain.matchAll(LAW_JAPAN))
    add('law', `${era}${numeral(year)}年${kind}第${numeral(number)}号`)
  for (const [, era, year, kind = '', number] of plain.matchAll(LAW_EGOV)) {
    const eraName = ['明治', '大正', '昭和', '平成', '令和'][Number(era) - 1]
    const kindName = { AC: '法律', CO: '政令', IO: '勅令' }[kind.toUpperCase()]
    add('law', `${eraName}${Number(year)}年${kindName}第${Number(number)}号`)
  }
  for (const [, number] of plain.matchAll(LAW_UNITED_STATES)) add('law', `Pub. L. ${number}`)
  for (const [, title, code = '', section] of plain.matchAll(LAW_CODE))
    add('law', `${title} ${/^u/i.test(code) ? 'U.S.C.' : 'CFR'} ${section}`)
  for (const [, numbered, old] of plain.matchAll(LAW_EUROPE))
    add('law', `EU ${(numbered ?? old ?? '').replace(/\/E[CU]+$/i, '')}`)
  return found
}

function has(found: readonly PatentOrLaw[], start: string): boolean {
  return found.some((known) => known.type === 'patent' && known.value.startsWith(start))
}

const DIGITS = '〇一二三四五六七八九'
const PLACES: Readonly<Record<string, number>> = { 十: 10, 百: 100, 千: 1000 }

/** 五十四 and 54 are one number; 元 is the first year. */
function numeral(text: string): number {
  if (text === '元') return 1
  if (/^\d+$/.test(text)) return Number(text)
  let sum = 0
  let digit: number | null = null
  for (const char of text) {
    const place = PLACES[char]
    if (place !== undefined) {
      sum += (digit ?? 1) * place
      digit = null
    } else digit = (digit ?? 0) * 10 + Math.max(0, DIGITS.indexOf(char))
  }
  return sum + (digit ?? 0)
}
