import { plainText } from '../paper-fields.ts'

/**
 * How a value is written in an answer: `names` are several, parted by white space; `tail` stands behind the last slash
 * or colon; `site` is an address as people write it, without its scheme and the slash at its end.
 */
export const VALUE_FORMS = ['text', 'markup', 'date', 'names', 'tail', 'site'] as const
export type ValueForm = (typeof VALUE_FORMS)[number]

/** What is kept of a value: none where it is not of the form. */
export function inForm(value: string, form: ValueForm): readonly string[] {
  if (form === 'date') return present(plainDate(value))
  if (form === 'markup') return present(plainText(value))
  if (form === 'tail') return present(value.slice(Math.max(value.lastIndexOf('/'), value.lastIndexOf(':')) + 1) || null)
  if (form === 'site') return present(value.replace(/^https?:\/\//i, '').replace(/(?<!\/)\/$/, '') || null)
  return form === 'names' ? value.split(/\s+/).filter((name) => name !== '') : [value]
}

function present(value: string | null): readonly string[] {
  return value === null ? [] : [value]
}

const ISO = /^(\d{4})(?:-(\d{1,2})(?:-(\d{1,2}))?)?(?=$|[T\s])/
const COMPACT = /^(\d{4})(\d{2})(\d{2})(?=$|T|\d{6}$)/
const SLASHED = /^(\d{4})[/.](\d{1,2})(?:[/.](\d{1,2}))?$/
const JAPANESE = /^(\d{4})年(?:(\d{1,2})月(?:(\d{1,2})日)?)?/
const AMERICAN = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/

/** 2024-03-01T09:00Z, 20240301, 20240301T090000Z, 2024/3/1, 2024.3, 2024年3月1日, 03/01/2024: as 2024-03-01. */
export function plainDate(text: string): string | null {
  const american = AMERICAN.exec(text)
  if (american !== null) return joined(american[3], american[1], american[2])
  const match = ISO.exec(text) ?? COMPACT.exec(text) ?? SLASHED.exec(text) ?? JAPANESE.exec(text)
  if (match !== null) return joined(match[1], match[2], match[3])
  // RFC 822, as feeds write it: Mon, 04 Mar 2024 09:00:00 +0900.
  const feed = /^(?:[A-Z][a-z]{2}, )?(\d{1,2}) ([A-Z][a-z]{2}) (\d{4})\b/.exec(text)
  const month = feed === null ? -1 : MONTHS.indexOf(feed[2] ?? '')
  return feed === null || month < 0 ? null : joined(feed[3], String(month + 1), feed[1])
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

function joined(year = '', month?: string, day?: string): string | null {
  const [m, d] = [Number(month ?? 1), Number(day ?? 1)]
  if (m < 1 || m > 12 || d < 1 || d > 31) return null
  const parts = [year, month, day].flatMap((part) => (part === undefined ? [] : [part.padStart(2, '0')]))
  return parts.join('-')
}
