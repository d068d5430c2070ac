import { multilineRegExp } from '../../../domain/multiline-regexp.ts'

/** One line of a list, with what marks it. */
export interface ListLine {
  /** Columns before it; a tab counts four. */
  readonly indent: number
  /** `bracket` can be nothing but the mark of an entry; `number` may be a figure at the start of a wrapped line. */
  readonly mark: 'bullet' | 'bracket' | 'number' | null
  /** Number or name of the entry, where its mark has one. */
  readonly key: string | null
  readonly text: string
  /** With its mark. */
  readonly whole: string
}

const HEADING = /^\s{0,3}(#{1,6})\s+(?!\s)(.*)$/u
const LIST_TITLE = multilineRegExp('iu')`
  ^(?:\d{1,2}[.)．]?\s)?(?:(?:list of |cited |selected )?(?:references?|sources?|citations?|literature)
    (?: (?:cited|list|and notes))?
    |bibliography|reference list|works cited|further reading|notes|footnotes|endnotes
    |(?:主要?|引用・?)?(?:参考)?(?:文献|資料)(?:一覧|リスト)?|出典(?:一覧)?|参照|引用|注|脚注)(?:\s?[:：])?$`

export interface Heading {
  readonly level: number
  readonly text: string
}

/** A heading of Markdown, or a line that is the title of a list and nothing else (level 0). */
export function headingOf(line: string): Heading | null {
  const found = HEADING.exec(line)
  if (found !== null) return { level: found[1]?.length ?? 1, text: (found[2] ?? '').replace(/#{1,6}$/u, '').trim() }
  const bare = withoutEmphasis(line.trim())
  return LIST_TITLE.test(bare) ? { level: 0, text: bare } : null
}

export const isListTitle = (text: string) => LIST_TITLE.test(withoutEmphasis(text))

const withoutEmphasis = (text: string) => text.replace(/[*_]{1,3}/gu, '').trim()

const BULLET = /^(?:[-*+–—]\s+(?!\s)|[•‣◦▪●○・]\s{0,4})/u
const DEFINITION = /^\[\^?([^\]\s]{1,60})\]:\s{0,4}/u
const BRACKET = multilineRegExp('u')`
  ^(?:\[(\d{1,4}|[A-Za-z+]{1,20}\d{2,4}[a-z]?)\]|［(\d{1,4})］|【(\d{1,4})】|〔(\d{1,4})〕
    |注\s?(\d{1,3})[)）.:：]?)\.?\s{0,4}(?=[^\s(])`
const CIRCLED = /^([①-⑳])\s{0,4}/u
const NUMBER = /^(?:[(（](\d{1,3})[)）]\.?\s{0,4}|(\d{1,3})(?:[.)．]\s+(?!\s)|[、．）]|\t))(?=\S)/u

export function readLine(line: string): ListLine {
  const indent = indentOf(line)
  const whole = line.trim().replace(/^(?:>\s?){1,5}/u, '')
  const bullet = BULLET.exec(whole)?.[0] ?? ''
  const rest = whole.slice(bullet.length).replace(/^\[[ xX]\]\s/u, '')
  const numbered = numberOf(rest)
  if (numbered !== null) return { indent, whole, ...numbered, mark: bullet === '' ? numbered.mark : 'bracket' }
  return { indent, whole, mark: bullet === '' ? null : 'bullet', key: null, text: rest }
}

function numberOf(text: string): Pick<ListLine, 'mark' | 'key' | 'text'> | null {
  const bracket = DEFINITION.exec(text) ?? BRACKET.exec(text)
  if (bracket !== null) {
    const [all, ...groups] = bracket
    return { mark: 'bracket', key: groups.find((one) => one !== undefined) ?? null, text: text.slice(all.length) }
  }
  const circled = CIRCLED.exec(text)
  if (circled !== null)
    return { mark: 'bracket', key: (circled[1] ?? '').normalize('NFKC'), text: text.slice(circled[0].length) }
  const number = NUMBER.exec(text)
  if (number === null) return null
  return { mark: 'number', key: number[1] ?? number[2] ?? null, text: text.slice(number[0].length) }
}

function indentOf(line: string): number {
  let columns = 0
  for (const char of line) {
    if (char === '\t') columns += 4
    else if (/\s/u.test(char)) columns += 1
    else break
  }
  return columns
}
