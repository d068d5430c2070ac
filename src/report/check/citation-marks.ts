import { atOnce, type Steps } from '../../domain/in-turns.ts'
import { multilineRegExp } from '../../domain/multiline-regexp.ts'

/** A mark by which a text says where it has something from. */
export type CitationMark =
  | { readonly kind: 'url'; readonly url: string; readonly label: string }
  | { readonly kind: 'doi'; readonly doi: string }
  | { readonly kind: 'number'; readonly key: string }
  | { readonly kind: 'footnote'; readonly key: string }
  | { readonly kind: 'key'; readonly key: string }
  | { readonly kind: 'author-year'; readonly authors: string; readonly year: number }

export interface PlacedMark {
  readonly mark: CitationMark
  /** Where it stands in the text; what lies between is no part of the statement. */
  readonly start: number
  readonly end: number
}

/** Nothing that is one mark is longer; an unclosed bracket must not make the rest of a draft one. */
const LONGEST_MARK = 2048
/** Brackets in brackets: an address may have one pair, a mark no more. */
const DEEPEST = 3
const URL_END = /[\s<>"'”「」『』（）、。，]/u
const OPENERS = '[(（［【〔<'
const CLOSING: Readonly<Record<string, string>> = {
  '[': ']',
  '(': ')',
  '（': '）',
  '［': '］',
  '【': '】',
  '〔': '〕',
  '<': '>',
}
const SUPERSCRIPTS = '⁰¹²³⁴⁵⁶⁷⁸⁹'

/** Reads a text once from left to right: every mark of the common styles, in its order. */
export function citationMarks(text: string): readonly PlacedMark[] {
  return atOnce(readingMarks(text))
}

export function* readingMarks(text: string): Steps<readonly PlacedMark[]> {
  const found: PlacedMark[] = []
  let at = 0
  let rested = 0
  while (at < text.length) {
    if (at - rested > A_PIECE) {
      rested = at
      yield
    }
    const read = markAt(text, at)
    if (read === null) {
      at += 1
      continue
    }
    found.push(...read.marks.map((mark) => ({ mark, start: read.start ?? at, end: read.end })))
    at = read.end
  }
  return found
}

/** Letters that are read between two rests. */
const A_PIECE = 5000

interface ReadMark {
  readonly marks: readonly CitationMark[]
  readonly start?: number
  readonly end: number
}

function markAt(text: string, at: number): ReadMark | null {
  const char = text.charAt(at)
  if (OPENERS.includes(char)) return bracketAt(text, at, char)
  if ((char === 'h' || char === 'H') && /^https?:\/\//iu.test(text.slice(at, at + 8))) return bareUrl(text, at)
  if (char === 'd' || char === 'D' || char === '1') return bareDoi(text, at)
  if (SUPERSCRIPTS.includes(char)) return superscript(text, at)
  if (char === '注' || char === '*' || char === '※') return noteAt(text, at)
  return null
}

function bracketAt(text: string, at: number, open: string): ReadMark | null {
  const close = closingOf(text, at, open)
  if (close < 0) return null
  const inner = text.slice(at + 1, close)
  if (open === '<') {
    return /^https?:\/\/\S+$/iu.test(inner) ? { marks: [urlMark(inner, '')], end: close + 1 } : null
  }
  if (open === '[' && text.charAt(close + 1) === '(') {
    const link = closingOf(text, close + 1, '(')
    const url =
      text
        .slice(close + 2, link < 0 ? close + 2 : link)
        .trim()
        .split(/\s/u)[0] ?? ''
    if (link > 0 && /^<?https?:\/\//iu.test(url)) return linkMark(text, { at, close, link, inner, url })
  }
  const linked = open === '(' || open === '（' ? linksInside(inner) : []
  const marks = linked.length > 0 ? linked : insideBracket(inner, open)
  return marks.length === 0 ? null : { marks, end: close + 1 }
}

const BETWEEN_LINKS = /^(?:[\s,;、；，&]|and |see |cf\.? )+/u

/** A bracket that holds nothing but links is a citation: "([Nagy, 2024](https://...); [Drew, 2023](https://...))". */
function linksInside(inner: string): readonly CitationMark[] {
  const doubled = /^\s*[(（](.*)[)）]\s*$/u.exec(inner)?.[1] ?? inner
  const marks: CitationMark[] = []
  let rest = doubled.trim()
  while (rest !== '') {
    const label = rest.startsWith('[') ? closingOf(rest, 0, '[') : -1
    const link = label > 0 && rest.charAt(label + 1) === '(' ? closingOf(rest, label + 1, '(') : -1
    const url =
      rest
        .slice(label + 2, Math.max(0, link))
        .trim()
        .split(/\s/u)[0] ?? ''
    if (link < 0 || !/^<?https?:\/\//iu.test(url)) return []
    marks.push(urlMark(url.replace(/^<|>$/gu, ''), rest.slice(1, label)))
    rest = rest
      .slice(link + 1)
      .replace(BETWEEN_LINKS, '')
      .trim()
  }
  return marks
}

interface Link {
  readonly at: number
  readonly close: number
  readonly link: number
  readonly inner: string
  readonly url: string
}

/** The words of a link belong to the sentence unless they are only a number or a note. */
function linkMark(text: string, { at, close, link, inner, url }: Link): ReadMark {
  const mark = urlMark(url.replace(/^<|>$/gu, ''), inner)
  const isLabel =
    /^[\s\d.^*†‡#,-]*$/u.test(inner) || /^(?:source|link|ref|出典|注\d*|参照|リンク)$/iu.test(inner.trim())
  if (isLabel || text.charAt(at - 1) === '!') return { marks: [mark], end: link + 1 }
  return { marks: [mark], start: close, end: link + 1 }
}

function insideBracket(inner: string, open: string): readonly CitationMark[] {
  const trimmed = inner.trim()
  const footnote = /^\^([^\]\s]{1,60})$/u.exec(trimmed)
  if (footnote !== null) return [{ kind: 'footnote', key: footnote[1] ?? '' }]
  if (open !== '(' && open !== '（') {
    const numbers = numberList(trimmed)
    if (numbers.length > 0) return numbers.map((key) => ({ kind: 'number', key }))
    const keys = [...trimmed.matchAll(/(?:^|[;,\s])-?@([\p{L}\p{N}_:.-]{1,80})/gu)].map(([, key]) => key ?? '')
    if (keys.length > 0) return keys.map((key) => ({ kind: 'key', key }))
  }
  const note = /^注\s?(\d{1,3})$/u.exec(trimmed)
  if (note !== null) return [{ kind: 'footnote', key: note[1] ?? '' }]
  const doi = /^(?:doi:\s*)?(10\.\d{4,9}\/\S{1,200})$/iu.exec(trimmed)
  if (doi !== null) return [{ kind: 'doi', doi: trimmedDoi(doi[1] ?? '') }]
  if (/^https?:\/\/\S+$/iu.test(trimmed)) return [urlMark(trimmed, '')]
  return authorYears(trimmed)
}

/** 1, 2-4 and 7；８: every number of a bracket, or none. */
function numberList(inner: string): readonly string[] {
  const folded = inner.normalize('NFKC')
  if (!/^\d{1,4}(?:\s?[,;、–—~〜-]\s?\d{1,4}){0,30}$/u.test(folded)) return []
  return folded.split(/\s?[,;、]\s?/u).flatMap((part) => {
    const [from, to] = part.split(/\s?[–—~〜-]\s?/u).map(Number)
    if (from === undefined || to === undefined) return [String(from ?? part)]
    if (to < from || to - from > 50) return []
    return Array.from({ length: to - from + 1 }, (_, step) => String(from + step))
  })
}

const YEAR = /(?<!\d)((?:1[5-9]|20)\d\d)(?!\d)[a-z]?/u

/** "Nagy, 2024; Drew & Lee 2023" and 田村・木下, 2022: each part that has a name and a year. */
function authorYears(inner: string): readonly CitationMark[] {
  if (inner.length > 300) return []
  const parts = inner.normalize('NFKC').replace(/\s+/gu, ' ').split(/[;；]/u)
  const marks = parts.flatMap((part): CitationMark[] => {
    const year = YEAR.exec(part)
    if (year === null) return []
    const before = part
      .slice(0, year.index)
      .replace(/(?<![,、\s(])[,、\s(]+$/u, '')
      .replace(/^(?:see|cf\.?|e\.g\.,?|参照[:：]?)\s/iu, '')
      .trim()
    const after = part.slice(year.index + year[0].length)
    const places = /^年? ?(?:[,、:：] ?(?:pp?\.?|頁)? ?[\d–-]{1,20}頁?)? ?$/u
    if (!looksLikeAuthors(before) || !places.test(after)) return []
    return [{ kind: 'author-year', authors: before, year: Number(year[1]) }]
  })
  return marks.length === parts.length ? marks : []
}

const NO_AUTHOR = multilineRegExp('iu')`
  ^(?:(?:January|February|March|April|May|June|July|August|September|October|November|December|since|in|by|from|until
    |as of|early|late|mid|circa|fiscal|spring|summer|autumn|winter)\b|昭和|平成|令和|大正|明治)`

/** Capitals or kanji and no more than names: "in June 2023" is no citation. */
function looksLikeAuthors(text: string): boolean {
  if (text === '' || text.length > 120 || /[。.!?]\s|\d/u.test(text)) return false
  if (NO_AUTHOR.test(text)) return false
  if (/[\p{Script=Han}\p{Script=Katakana}]/u.test(text))
    return !/[はがをにでとも](?:$|[\p{Script=Han}])/u.test(text) && text.length <= 40
  const words = text
    .replace(/\bet al\.?|\band\b|\bof\b|\bthe\b|\bfor\b|\bde\b|\bvan\b|\bvon\b|&|,/giu, ' ')
    .split(/\s+/u)
    .filter((word) => word !== '')
  return words.length > 0 && words.length <= 8 && words.every((word) => /^\p{Lu}/u.test(word))
}

function closingOf(text: string, at: number, open: string): number {
  const close = CLOSING[open] ?? ''
  let depth = 0
  const last = Math.min(text.length, at + LONGEST_MARK)
  for (let i = at; i < last; i += 1) {
    const char = text.charAt(i)
    if (char === open) {
      depth += 1
      if (depth > DEEPEST) return -1
    } else if (char === close) {
      depth -= 1
      if (depth === 0) return i
    } else if (char === '\n' && text.charAt(i + 1) === '\n') return -1
  }
  return -1
}

function urlMark(url: string, label: string): CitationMark {
  const doi = /^https?:\/\/(?:dx\.)?doi\.org\/(10\.\d{4,9}\/\S+)$/iu.exec(url)
  if (doi !== null) return { kind: 'doi', doi: trimmedDoi(decode(doi[1] ?? '')) }
  return { kind: 'url', url: url.slice(0, LONGEST_MARK), label }
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

function bareUrl(text: string, at: number): ReadMark {
  let end = at
  const last = Math.min(text.length, at + LONGEST_MARK)
  while (end < last && !URL_END.test(text.charAt(end))) end += 1
  let url = text.slice(at, end)
  // A stop behind an address ends the sentence; a bracket belongs to it only where one was opened.
  while (/[.,;:!?\]*_]$/u.test(url) || (url.endsWith(')') && !url.includes('('))) url = url.slice(0, -1)
  return { marks: [urlMark(url, '')], end: at + Math.max(1, url.length) }
}

function bareDoi(text: string, at: number): ReadMark | null {
  const before = text.charAt(at - 1)
  if (/[\p{L}\p{N}./]/u.test(before)) return null
  const found = /^(?:doi:\s?)?(10\.\d{4,9}\/[^\s<>"'”「」（）、。]{1,200})/iu.exec(text.slice(at, at + 240))
  if (found === null) return null
  const doi = trimmedDoi(found[1] ?? '')
  return { marks: [{ kind: 'doi', doi }], end: at + found[0].length - ((found[1] ?? '').length - doi.length) }
}

function trimmedDoi(doi: string): string {
  let trimmed = doi
  while (/[.,;:\]]$/u.test(trimmed) || (trimmed.endsWith(')') && !trimmed.includes('('))) trimmed = trimmed.slice(0, -1)
  return trimmed.toLowerCase()
}

/** Powers and areas (38 km²) stand behind a letter of a unit; a note stands behind a word or a stop. */
function superscript(text: string, at: number): ReadMark | null {
  let end = at
  while (end < text.length && end - at < 12 && `${SUPERSCRIPTS}⁻,˒`.includes(text.charAt(end))) end += 1
  const before = /(?<!\p{L})\p{L}+$/u.exec(text.slice(Math.max(0, at - 12), at))?.[0] ?? ''
  if (/\d$/u.test(text.slice(at - 1, at)) || /^(?:k|c|m|d)?m$|^(?:ft|in|mi|s)$/iu.test(before)) return null
  const digits = [...text.slice(at, end)].map((char) => SUPERSCRIPTS.indexOf(char)).filter((digit) => digit >= 0)
  return { marks: [{ kind: 'number', key: digits.join('') }], end }
}

/** 注1), *1, ※1: notes of Japanese texts. */
function noteAt(text: string, at: number): ReadMark | null {
  const found = /^(?:注\s?|\*|※)(\d{1,3})[)）]?/u.exec(text.slice(at, at + 8))
  if (found === null || /\d/u.test(text.charAt(at - 1))) return null
  return { marks: [{ kind: 'footnote', key: found[1] ?? '' }], end: at + found[0].length }
}
