import type { RecognisedName } from '../../domain/entity.ts'
import { multilineRegExp } from '../../domain/multiline-regexp.ts'

/** Numbers that name one thing by themselves; what they look like is enough. */
const BY_FORM = multilineRegExp('gu')`
  \b10\.\d{4,9}/[A-Za-z0-9._/:()+-]{1,120}
  |\bNCT\d{8}\b|\bjRCT[a-z]?\d{9,10}\b|\bUMIN\d{9}\b|\bISRCTN\d{8}\b|\bEudraCT\s?\d{4}-\d{6}-\d{2}\b
  |\b(?:US|JP|GB|DE|FR|CH|CA|AU|HK|KR|CN|NL|IE|LU|KY)[A-Z0-9]{9}\d\b(?<=[\dA-Z]{3}\d)
  |\b(?:EP|US|WO|GB|DE)\s\d{1,2}\s\d{3}\s\d{3}(?:\s?[AB]\d)?\b
  |\b[A-Z]{2}\d{2}(?:\s[A-Z0-9]{4}){3,7}(?:\s[A-Z0-9]{1,3})?\b
  |\bT[1-9]\d{12}\b|\bIMO\s?\d{7}\b
  |\bCVE-\d{4}-\d{4,7}\b|\bCWE-\d{1,5}\b|\bGHSA-[a-z0-9]{4}-[a-z0-9]{4}-[a-z0-9]{4}\b
  |\b\d{4}-\d{4}-\d{4}-\d{3}[\dX]\b
  |\barXiv:\s?\d{4}\.\d{4,5}(?:v\d{1,2})?\b|\barXiv:\s?[a-z-]{2,12}/\d{7}\b
  |\bPMC\d{5,9}\b|\bQ\d{4,9}\b(?=[^\d]|$)
  |\b(?:US|EP|WO|JP|CN|KR|GB|DE|FR)\s?\d{4}/?\d{5,7}(?:\s?[AB]\d?)?\b
  |\b(?:US|EP|WO|JP|CN|KR|GB|DE)\s?\d{1,3}(?:,\d{3}){2}(?:\s?[AB]\d?)?\b
  |\b(?:EP|US|JP|GB|DE|FR|CN)\d{6,10}(?:[AB]\d?)?\b
  |特(?:許第|開|願|表)(?:平|昭|令)?\s?\d{4,7}(?:-\d{4,6})?号?
  |\b97[89][- ]?\d{1,5}[- ]?\d{1,7}[- ]?\d{1,7}[- ]?[\dX]\b
  |(?<![\d-])\d{1,5}-\d{1,7}-\d{1,7}-[\dX](?![\d-])
  |\b[A-Z0-9]{4}00[A-Z0-9]{12}\d{2}\b
  |\b(?!\d{20})(?=[A-Z0-9]{0,19}[A-Z])[A-Z0-9]{18}\d{2}\b
  |(?<![\w.@/-])(?:[a-z0-9](?:[a-z0-9-]{0,40}[a-z0-9])?\.){1,3}(?:com|org|net|io|co\.jp
    |or\.jp|go\.jp|ac\.jp|ne\.jp|jp|gov|edu|info|co\.uk|ac\.uk|dev|ai|eu|de
    |fr)\b(?![\w@-])`
/** Numbers that need the word beside them; the number alone is the name. */
const BY_WORD = multilineRegExp('giu')`
  (?:\b(?:ISBN(?:-1[03])?|ISSN|PMID|CIK|LEI|DUNS|EIN|EDINET|ISIN|IBAN|BIC|SWIFT|NPI|VIN
    |IMEI|GTIN|JAN|OCLC|CAS|UniProt|GenBank|IMO|ROR|ASIN|TIN)(?![a-z])(?:コード)?|D-U-N-S
    |法人番号|登録番号|管理番号|受付番号|証券コード|企業番号|\bVAT(?:\sID)?
    |company\s(?:number|no\.?)|registration\s(?:number|no\.?)|patent\s(?:number|no\.?)
      |corporate\snumber|application\s(?:number|no\.?)
    |accession\s(?:number|no\.?)|docket\s(?:number|no\.?)|(?:serial|file|permit|licence
      |license|tracking|order|policy|account|grant|contract|publication|filing
      |register(?:ed)?|entity|trial|protocol|catalog(?:ue)?)\s(?:number|no\.?|ID)
      |[^\s。、]{0,6}番号|case\s(?:number|no\.?)|ticker(?:\ssymbol)?
      |U\.?S\.?\sPatent(?:\sNo\.?)?)
  (?:\s(?:is|was|number|code|no\.?|of)){0,2}[\s:：#はが、「]{0,3}
  ([A-Z]{0,5}[-\s]?\d{1,12}(?:[-,./: ](?=[A-Z]{0,2}\d)[\dA-Z]{1,8}){1,6}(?![A-Z])
    |[A-Z]{0,4}[\d][\dA-Z,.:/-]{2,30}[\dA-Z]|[A-Z]{2,5}(?=[\s,.)」]))`

/** Identifiers in a text, in their order; where two patterns meet, the longer one is taken. */
export function identifierNames(text: string): RecognisedName[] {
  const found: RecognisedName[] = []
  for (const match of text.matchAll(BY_FORM)) push(found, text, match.index, match.index + match[0].length)
  for (const match of text.matchAll(BY_WORD)) {
    const value = match[1] ?? ''
    const end = match.index + match[0].length
    push(found, text, end - value.length, end)
  }
  return withoutOverlaps(found)
}

function push(found: RecognisedName[], text: string, start: number, end: number): void {
  let last = end
  while (last > start && /[.,:;)(]/u.test(text[last - 1] ?? '')) last -= 1
  found.push({ start, end: last, text: text.slice(start, last), kind: 'identifier' })
}

/** The first and longest of names that overlap. */
export function withoutOverlaps<T extends RecognisedName>(found: readonly T[]): T[] {
  const ordered = [...found].sort((a, b) => a.start - b.start || b.end - a.end)
  const kept: T[] = []
  for (const one of ordered) {
    const last = kept.at(-1)
    if (last === undefined || one.start >= last.end) kept.push(one)
    else if (one.end - one.start > last.end - last.start) kept[kept.length - 1] = one
  }
  return kept
}
