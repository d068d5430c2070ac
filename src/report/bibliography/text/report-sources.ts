import { isOwnDocument, OWN_DOCUMENTS } from '../../../domain/own-document.ts'
import { REPORT_LANGUAGES } from '../../../domain/report-language.ts'
import { hostOf } from '../../../domain/url.ts'
import { wordsOf } from '../../words/words.ts'
import { identifiersIn, yearIn } from '../reference-item.ts'
import type { ReferenceFields } from './reference-fields.ts'

/** The address of a source as a report prints it, and as it is copied from another format. */
const PRINTED = /<((?:https?:\/\/|file-copy:)[^<>\s]{1,4000})>/u
const COPIED = /(?<![\p{L}\p{N}<[(])((?:https?:\/\/|file-copy:)[^<>\s]{1,4000})/gu
const DATED = /^(?<domain>[^\s,]{1,253})(?:, (?<date>\d{4}(?:-\d\d(?:-\d\d)?)?))?$/u

/**
 * One entry of the sources of a report, as `citationEntries` prints it: `Title. domain, date. <address>`, and after it
 * how the text was come by. It is one where the domain is that of the address; null for any other reference.
 */
export function reportSource(text: string): ReferenceFields | null {
  const printed = PRINTED.exec(text)
  // A page without a title has its address in the place of it.
  const places = printed === null ? [...text.slice(0, LONGEST_SOURCE).matchAll(COPIED)] : [printed]
  for (const { 1: address = '', index } of places) {
    const source = sourceAt(text.slice(0, index).trimEnd(), address)
    if (source !== null) return source
  }
  return null
}

const LONGEST_SOURCE = 5000

function sourceAt(before: string, address: string): ReferenceFields | null {
  const stop = before.lastIndexOf('. ', before.length - 2)
  if (!before.endsWith('.') || stop < 0) return null
  const { domain = '', date = '' } = DATED.exec(before.slice(stop + 2, -1))?.groups ?? {}
  if (!isDomainOf(domain.replace(/\\/gu, ''), address)) return null
  const url = withoutPassage(address)
  const title = unmarked(before.slice(0, stop))
  const named = isAddress(title) ? null : title
  return { title: named, authors: [], year: yearIn(date), url, identifiers: identifiersIn(url) }
}

function isDomainOf(domain: string, address: string): boolean {
  if (isOwnDocument(address)) return domain === OWN_DOCUMENTS
  const host = hostOf(address)
  return domain.includes('.') && host !== null && (host === domain || host.endsWith(`.${domain}`))
}

/** The page, not the passage on it that the link scrolls to. */
function withoutPassage(url: string): string {
  const at = url.indexOf(':~:')
  return at < 0 ? url : url.slice(0, at).replace(/#$/u, '')
}

const isAddress = (title: string) => /^(?:https?:\/\/|file-copy:)\S{1,4000}$/u.test(title)

const MARKS = REPORT_LANGUAGES.map((language) => `(${wordsOf(language).retractedMark})`)

/** Without the mark that says that the source was retracted, and without the escapes of Markdown. */
function unmarked(title: string): string {
  const plain = title.replace(/\\([\\`*_[\]<>|#~])/gu, '$1').trim()
  const mark = MARKS.flatMap((one) => [` **${one}**`, ` ${one}`]).find((one) => plain.endsWith(one))
  return mark === undefined ? plain : plain.slice(0, -mark.length).trim()
}

const QUOTED = /^[“"「].{0,4000}[”"」]$/su
const PLACE = /^`?frag_[0-9a-f]{8,40}(?![\p{L}\p{N}])/u
const BEFORE_PLACE = REPORT_LANGUAGES.map((language) => wordsOf(language).place.fragment)

/** Where the words of a source lie, as the last line under it tells. */
export function isPassagePlace(line: string): boolean {
  return BEFORE_PLACE.some((word) => line.startsWith(word) && PLACE.test(line.slice(word.length)))
}

/** The two lines under a source of a report: the words that were quoted, and where they lie. */
export const isReportNote = (line: string) => QUOTED.test(line) || isPassagePlace(line)
