import { foldEras } from '../../../judge/rules/dates.ts'
import { yearIn } from '../reference-item.ts'

const ERA = '(?:明治|大正|昭和|平成|令和)\\s?(?:\\d{1,2}|元)\\s?年'
const YEAR = '(?:1[5-9]|20)\\d\\d'
const UNDATED = 'n\\.\\s?d\\.?|no date|s\\.\\s?d\\.|in press|forthcoming|[刊年]不明'
/** (2020), (2020a, March 3), （2021年11月5日）, (n.d.). */
const BRACKETED = new RegExp(
  `^[\\s.,:;、。]{0,4}[(（[［]\\s?(?:c\\.?\\s?|©\\s?)?(?:${YEAR}|${ERA}|${UNDATED})[^()（）[\\]［］]{0,40}[)）\\]］]`,
  'iu',
)
/** . 2020. or , 2020: or 2019-05-01, and before a title in quotation marks. */
const BARE = new RegExp(
  `^[\\s.,:;、。]{0,4}(?:${YEAR}[a-z]?(?:-\\d\\d(?:-\\d\\d)?|年(?:\\d{1,2}月(?:\\d{1,2}日)?)?)?|${ERA})` +
    '(?=\\s?[.,:;、。，．]|\\s?[“"「『])|^[\\s.,]{0,4}n\\.\\s?d\\.(?=\\s)',
  'u',
)

export interface LeadingDate {
  readonly year: number | null
  readonly length: number
  readonly isBracketed: boolean
}

/** A date where the names of an entry end. */
export function leadingDate(text: string): LeadingDate | null {
  const bracketed = BRACKETED.exec(text)
  const found = bracketed ?? BARE.exec(text)
  if (found === null) return null
  return { year: yearIn(foldEras(found[0])), length: found[0].length, isBracketed: bracketed !== null }
}

const ANY_YEAR = /(?<![\d./])(?:1[5-9]|20)\d\d(?!\d)/gu
/** Pages, volumes and numbers, and the second year of a span. */
const COUNTED = /(?:\bpp?\.?|\bpages?|\bvol(?:ume)?\.?|\bno\.?|\bnr\.?|\bart\.?|[巻号第:]|\d\s?[–—-])\s?$/iu
const SPAN = /^\s?[–—-]\s?\d(?!\d-\d\d(?!\d))/u
const CLOSES = /^[a-z]?(?:\s?[;)）年]|\s?\.?\s*$|-\d\d(?!\d))/u
const AFTER_MONTH = /\p{L}{3,9}\.?,? $/u

/** The year behind a title: one that closes a bracket, an issue or the entry goes before others, the last first. */
export function yearBehind(text: string): number | null {
  const folded = foldEras(text)
  let best: { readonly year: number; readonly weight: number } | null = null
  for (const { 0: year, index } of folded.matchAll(ANY_YEAR)) {
    const before = folded.slice(Math.max(0, index - 12), index)
    const after = folded.slice(index + 4, index + 16)
    if (COUNTED.test(before) || SPAN.test(after)) continue
    const weight = (CLOSES.test(after) ? 2 : 0) + (AFTER_MONTH.test(before) ? 1 : 0)
    if (best === null || weight >= best.weight) best = { year: Number(year), weight }
  }
  return best?.year ?? null
}
