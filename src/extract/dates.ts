const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const MONTH = '(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\\.?'
const MONTH_FIRST = new RegExp(`\\b${MONTH}\\s+(\\d{1,2})(?:st|nd|rd|th)?,?\\s+((?:19|20)\\d{2})`, 'i')
const DAY_FIRST = new RegExp(`\\b(\\d{1,2})(?:st|nd|rd|th)?\\s+${MONTH},?\\s+((?:19|20)\\d{2})`, 'i')
const DATE_START = new RegExp(`\\d|${MONTH}|令和|平成|昭和`, 'i')
const ERAS: Readonly<Record<string, number>> = { 令和: 2018, 平成: 1988, 昭和: 1925 }

/** A machine-written date (meta, JSON-LD, <time>): a full time becomes UTC, a bare date stays a date. */
export function parseDate(value: string | null | undefined): string | null {
  const text = value?.trim() ?? ''
  if (text === '') return null
  if (/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/.test(text)) {
    const time = Date.parse(text.replace(/([+-]\d{2})(\d{2})$/, '$1:$2'))
    if (!Number.isNaN(time)) return new Date(time).toISOString()
  }
  return dateIn(text)
}

/** The first date written in a text, in Japanese, ISO or English form. */
export function dateIn(text: string): string | null {
  const plain = text.normalize('NFKC')
  const found = [japaneseEra(plain), numeric(plain), monthFirst(plain), dayFirst(plain), compact(plain)]
    .filter((date) => date !== null)
    .sort((a, b) => a.at - b.at)
  return found[0]?.date ?? null
}

const PUBLISHED =
  /(?:公開日?|掲載日?|発表日?|配信|投稿日?|発行日?|作成日|\bpublished(?: on| online)?|\bposted(?: on)?|\bdate)\s*[:：は]?\s*/gi
const UPDATED =
  /(?:最終更新日?|更新日?|改定日?|改訂日?|\blast (?:updated|modified|reviewed)(?: on)?|\bupdated(?: on)?|\bmodified)\s*[:：は]?\s*/gi

const UPDATED_AND_DATE = new RegExp(`${UPDATED.source}.{0,20}`, 'gi')

/** Dates a reader sees, taken with their label; an unlabelled date counts only near the top. */
export function visibleDates(text: string): { published: string | null; updated: string | null } {
  const updated = afterLabel(text, UPDATED)
  const published = afterLabel(text, PUBLISHED) ?? dateIn(text.slice(0, 600).replace(UPDATED_AND_DATE, ''))
  return { published, updated }
}

function afterLabel(text: string, label: RegExp): string | null {
  for (const match of text.matchAll(label)) {
    const after = text.slice(match.index + match[0].length, match.index + match[0].length + 30)
    const date = dateIn(after)
    if (date !== null && /^[\s(（]*(?:[\d\p{L}])/u.test(after) && firstDateAt(after) <= 6) return date
  }
  return null
}

function firstDateAt(text: string): number {
  const at = text.normalize('NFKC').search(DATE_START)
  return at < 0 ? Number.POSITIVE_INFINITY : at
}

interface Found {
  readonly at: number
  readonly date: string
}

function japaneseEra(text: string): Found | null {
  const match = /(令和|平成|昭和)\s*(元|\d{1,2})\s*年\s*(\d{1,2})\s*月\s*(\d{1,2})\s*日/.exec(text)
  if (match === null) return null
  const year = (ERAS[match[1] ?? ''] ?? 0) + (match[2] === '元' ? 1 : Number(match[2]))
  return found(match.index, year, Number(match[3]), Number(match[4]))
}

function numeric(text: string): Found | null {
  const match = /(?<!\d)((?:19|20)\d{2})\s*[-/.年]\s*(\d{1,2})\s*[-/.月]\s*(\d{1,2})(?!\d)/.exec(text)
  return match === null ? null : found(match.index, Number(match[1]), Number(match[2]), Number(match[3]))
}

function monthFirst(text: string): Found | null {
  const match = MONTH_FIRST.exec(text)
  return match === null ? null : found(match.index, Number(match[3]), monthNumber(match[1]), Number(match[2]))
}

function dayFirst(text: string): Found | null {
  const match = DAY_FIRST.exec(text)
  return match === null ? null : found(match.index, Number(match[3]), monthNumber(match[2]), Number(match[1]))
}

function compact(text: string): Found | null {
  const match = /^((?:19|20)\d{2})(\d{2})(\d{2})$/.exec(text.trim())
  return match === null ? null : found(match.index, Number(match[1]), Number(match[2]), Number(match[3]))
}

function monthNumber(name: string | undefined): number {
  return MONTHS.indexOf((name ?? '').slice(0, 3).toLowerCase()) + 1
}

function found(at: number, year: number, month: number, day: number): Found | null {
  const date = new Date(Date.UTC(year, month - 1, day))
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return null
  return { at, date: date.toISOString().slice(0, 10) }
}
