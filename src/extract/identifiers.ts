import { multilineRegExp } from '../domain/multiline-regexp.ts'
import type { Identifier, IdentifierType } from '../domain/paper.ts'

/** Where identifiers of a page may stand; meta values and the address come first because they name the page itself. */
interface IdentifierPlaces {
  readonly url: string
  readonly meta: ReadonlyMap<string, readonly string[]>
  readonly text: string
  readonly links: readonly string[]
}

const DOI = /\b10\.\d{4,9}\/[^\s"'<>{}|\\^`\u3000-\u30ff\u4e00-\u9fff，、。）」]{1,300}/giu
/** Older DOIs made of a SICI hold angle brackets and end in a code: (ISSN)(date)volume<page:title>3.0.CO;2-X. */
const SICI_DOI = /\b10\.\d{4,9}\/[^\s"'<>]{8,150}<[^\s"'<>]{1,80}>\d\.\d\.[a-z]{2};\d(?:-[\da-z#*](?![\da-z]))?/giu
const SICI_START = /^10\.\d{4,9}\/\(sici\)/i
/** The other half of a DOI that a line's end cut in two: digits behind a hyphen and white space. */
const OTHER_HALF = /^\s+[^\s\d]{0,20}\d/
const PMID_CONTEXT = multilineRegExp('gi')`
  (?:\bPMID\s*(?:[:：]\s*)?|pubmed\.ncbi\.nlm\.nih\.gov\/|ncbi\.nlm\.nih\.gov\/pubmed\/|\bpubmed[:/]\s?)
  (\d{1,8})(?!\d)`
const PMCID = /(?<![A-Za-z\d])PMC\s?(\d{4,9})(?!\d)/gi
const ARXIV_NEW = /(?:arxiv\s*[:：]\s*|arxiv\.org\/(?:abs|pdf|html)\/|10\.48550\/arxiv\.)(\d{4}\.\d{4,5})(?:v\d+)?/gi
const ARXIV_OLD = /(?:arxiv\s*[:：]\s*|arxiv\.org\/(?:abs|pdf)\/)([a-z-]+(?:\.[A-Z]{2})?\/\d{7})(?:v\d+)?/gi
const ISBN = /\bISBN(?:-1[03])?\s*(?:[:：]\s*)?((?:97[89][\s-]?)?(?:\d[\s-]?){9}[\dXx])(?![\d-])/gi

/** Identifiers written in a text or an address. Bare numbers are never taken for a PMID or an ISBN. */
export function identifiersIn(text: string): Identifier[] {
  const found: Identifier[] = []
  const plain = decodeEscapes(text.replace(/[\u2010-\u2015]/g, '-'))
  for (const doi of doisIn(plain)) push(found, 'doi', doi)
  for (const match of plain.matchAll(PMID_CONTEXT)) push(found, 'pmid', String(Number(match[1])))
  for (const match of plain.matchAll(PMCID)) push(found, 'pmcid', `PMC${match[1]}`)
  for (const match of plain.matchAll(ARXIV_NEW)) push(found, 'arxiv', match[1] ?? '')
  for (const match of plain.matchAll(ARXIV_OLD))
    push(found, 'arxiv', (match[1] ?? '').toLowerCase().replace(/\.[a-z]{2}\//, '/'))
  for (const match of plain.matchAll(ISBN))
    push(found, 'isbn', isbn13((match[1] ?? '').replace(/[\s-]/g, '').toUpperCase()))
  return found
}

export function identifiersOfPage(places: IdentifierPlaces): Identifier[] {
  const found: Identifier[] = []
  const add = (identifiers: readonly Identifier[]) => {
    for (const { type, value } of identifiers) push(found, type, value)
  }
  for (const [name, values] of places.meta) {
    for (const value of values) add(identifiersOfMeta(name, value))
  }
  add(identifiersIn(places.url))
  add(identifiersIn(places.text))
  for (const link of places.links) add(identifiersIn(link))
  return found
}

const IDENTIFIER_META =
  /^(?:citation_doi|dc\.identifier(?:\.doi)?|dcterms\.identifier|prism\.doi|bepress_citation_doi|citation_pmcid)$/

function identifiersOfMeta(name: string, value: string): Identifier[] {
  if (name === 'citation_pmid' && /^\d{1,8}$/.test(value)) return [{ type: 'pmid', value: String(Number(value)) }]
  if (name === 'citation_arxiv_id') return identifiersIn(`arXiv:${value}`)
  if (name === 'citation_isbn') return identifiersIn(`ISBN ${value}`)
  if (IDENTIFIER_META.test(name)) {
    return identifiersIn(value)
  }
  return []
}

function push(into: Identifier[], type: IdentifierType, value: string | null): void {
  if (value === null || value === '' || value === '0') return
  if (!into.some((known) => known.type === type && known.value === value)) into.push({ type, value })
}

/** In the order of the text. A DOI of which only a part can be seen is not named: the part is another DOI, or none. */
function doisIn(plain: string): (string | null)[] {
  const whole = new Map([...plain.matchAll(SICI_DOI)].map((match) => [match.index, match[0].toLowerCase()]))
  return [...plain.matchAll(DOI)].map((match) => {
    const sici = whole.get(match.index)
    if (sici !== undefined) return sici
    if (SICI_START.test(match[0]) && plain.charAt(match.index + match[0].length) === '<') return null
    const cut = match[0].endsWith('-') && OTHER_HALF.test(plain.slice(match.index + match[0].length).slice(0, 40))
    return cut ? null : trimDoi(match[0])
  })
}

/** What HTML and addresses write in place of a DOI's own characters. */
function decodeEscapes(text: string): string {
  return text
    .replace(/&amp;/g, '&')
    .replace(/&(?:lt|#60|#x3c);/gi, '<')
    .replace(/&(?:gt|#62|#x3e);/gi, '>')
    .replace(/\b10\.\d{4,9}(?:\/|%2F)[^\s"'<>]{1,300}/gi, (doi) =>
      doi.replace(/%(2[1-9a-f]|[3-6][\da-f]|7[\da-e])/gi, (_, code: string) =>
        String.fromCharCode(Number.parseInt(code, 16)),
      ),
    )
}

/**
 * A DOI runs until white space: sentence marks, closing brackets without an opening one, and what a URL adds are not
 * its own.
 */
function trimDoi(raw: string): string | null {
  let doi = raw.toLowerCase().replace(/(?:[?#&]|;jsessionid=).*$/s, '')
  doi = doi
    .replace(/\/(?:full|abstract|pdf|fulltext|meta|epdf|html)(?:\/.*)?$/s, '')
    .replace(/\.(?:full(?:\.pdf)?|pdf|html|xml)$/, '')
  for (let before = ''; before !== doi; ) {
    before = doi
    doi = doi.replace(/(?<![-.,;:!?*_’”…/])[-.,;:!?*_’”…/]+$/, '')
    for (const [open, close] of [
      ['(', ')'],
      ['[', ']'],
    ] as const) {
      if (doi.endsWith(close) && count(doi, close) > count(doi, open)) doi = doi.slice(0, -1)
      // "(10.1000/x) and (y)" without spaces: cut at the bracket that closes nothing.
      else if (count(doi, close) > count(doi, open)) doi = cutAtUnbalanced(doi, open, close)
    }
  }
  return /^10\.\d{4,9}\/.+/.test(doi) ? doi : null
}

function cutAtUnbalanced(doi: string, open: string, close: string): string {
  let depth = 0
  for (let index = 0; index < doi.length; index += 1) {
    const char = doi.charAt(index)
    if (char === open) depth += 1
    if (char === close) depth -= 1
    if (depth < 0) return doi.slice(0, index)
  }
  return doi
}

function count(text: string, char: string): number {
  return text.split(char).length - 1
}

/** ISBN-10 and ISBN-13 with a right check digit, written as ISBN-13; null otherwise. */
function isbn13(digits: string): string | null {
  if (/^\d{9}[\dX]$/.test(digits)) {
    const sum = [...digits].reduce((total, char, index) => total + (char === 'X' ? 10 : Number(char)) * (10 - index), 0)
    if (sum % 11 !== 0) return null
    const body = `978${digits.slice(0, 9)}`
    return `${body}${checkDigit(body)}`
  }
  return /^97[89]\d{10}$/.test(digits) && checkDigit(digits.slice(0, 12)) === Number(digits[12]) ? digits : null
}

function checkDigit(twelve: string): number {
  const sum = [...twelve].reduce((total, char, index) => total + Number(char) * (index % 2 === 0 ? 1 : 3), 0)
  return (10 - (sum % 10)) % 10
}
