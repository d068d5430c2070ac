import { leadingNames } from './entry-names.ts'
import { leadingDate, yearBehind } from './publication-date.ts'
import { bareTitle, titleLength } from './title-end.ts'

/** Who, when and what, by the words of one entry. */
export interface ReadEntry {
  readonly authors: readonly string[]
  readonly year: number | null
  readonly title: string | null
}

const LONGEST_TITLE = 400
const BETWEEN = /^[\s.,:;、。：，．–—-]{1,6}/u

/** In the order of all styles: names, a date there or at the end, the title, and what it appeared in. */
export function readEntry(words: string): ReadEntry {
  const text = words.replace(/^[\s.,:;)）\]]{1,8}/u, '')
  const names = leadingNames(text)
  const behindNames = text.slice(names?.length ?? 0)
  const date = names === null ? openingYear(text) : leadingDate(behindNames)
  const body = behindNames.slice(date?.length ?? 0).replace(BETWEEN, '')
  const { title, rest } = titleOf(body)
  return {
    authors: (names?.names ?? []).map((name) => name.replace(/[\s,;]{1,3}$/u, '')),
    year: date === null ? yearBehind(rest) : date.year,
    title: isTitle(title) ? bareTitle(title.slice(0, LONGEST_TITLE)) : null,
  }
}

/** "2019 – Silverleaf tea", "(2019) Silverleaf tea": the year of a title that has no other. */
function openingYear(text: string): { readonly year: number; readonly length: number } | null {
  const found =
    /^(?:[(（[［]\s?((?:1[5-9]|20)\d\d)年?\s?[)）\]］]|((?:1[5-9]|20)\d\d)(?:\.|年?\s?[:：–—-]))(?=\s)/u.exec(text)
  const year = found?.[1] ?? found?.[2]
  if (found === null || year === undefined || yearBehind(text.slice(found[0].length)) !== null) return null
  return { year: Number(year), length: found[0].length }
}

/** Some styles name the journal, volume and page alone: "Physics 1, 195". */
const NO_TITLE = /^[\p{L}.& ]{2,60} \d{1,4}(?:\s?\(\d{1,3}\))?[,:] ?[\p{L}\d–-]{1,12}[.,; ]{0,2}$/u
const isTitle = (title: string) => /[\p{L}\p{N}]{2}/u.test(title) && !NO_TITLE.test(title)

const QUOTES: Readonly<Record<string, string>> = { '“': '”', '«': '»', '「': '」', '『': '』', '‘': '’' }

function titleOf(body: string): { readonly title: string; readonly rest: string } {
  const end = quoteEnd(body)
  if (end !== null) return { title: body.slice(1, end), rest: body.slice(end + 1) }
  const length = titleLength(body)
  return { title: body.slice(0, length), rest: body.slice(length) }
}

/** Where the quotation mark that opens a title closes; a title that only begins with words in such marks goes on. */
function quoteEnd(body: string): number | null {
  const open = body.charAt(0)
  const close = open === '"' ? '"' : QUOTES[open]
  if (close === undefined) return null
  let depth = 1
  for (let at = 1; at < Math.min(body.length, LONGEST_TITLE); at += 1) {
    const char = body.charAt(at)
    if (char === close && (open !== '"' || !/^[\p{L}\p{N}]/u.test(body.charAt(at + 1)))) depth -= 1
    else if (char === open) depth += 1
    if (depth === 0) return open === '「' || open === '『' || endsTitle(body, at) ? at : null
  }
  return null
}

function endsTitle(body: string, at: number): boolean {
  return /[.,?!]/u.test(body.charAt(at - 1)) || /^\s?(?:[.,;:(（]|[–—-]\s|$)/u.test(body.slice(at + 1))
}
