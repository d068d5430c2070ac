import { multilineRegExp } from '../../domain/multiline-regexp.ts'
export interface Token {
  readonly text: string
  readonly start: number
  readonly end: number
  /** Begins with a capital letter, or has one inside (iPhone), or is letters and digits (A320). */
  readonly isCapital: boolean
  /** Opens a sentence, a quotation or a line: its capital says nothing. */
  readonly opens: boolean
  /** With an 's behind it. */
  readonly isPossessive: boolean
}

const TOKEN = multilineRegExp('gu')`
    [\p{Script=Latin}\p{N}](?:[\p{Script=Latin}\p{N}\p{M}]|[-’'.&+/](?=[\p{Script=Latin}\p{N}]))*
    |[^\s\p{Script=Latin}\p{N}]`
const CAPITAL = /^\p{Lu}|^[a-z]{1,2}\p{Lu}\p{L}|^\d{1,2}[A-Z]\p{L}*$/u
const ABBREVIATED = multilineRegExp('u')`
    ^(?:\p{Lu}|Mr|Mrs|Ms|Dr|Prof|St|Mt|Jr|Sr|Inc|Ltd|Co|Corp|Bros|Gen|Col|Capt|Lt|Sgt|Sen|Rep|Gov|Hon
    |Rev|No|vs|etc|U\.S|U\.K|D\.C|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec|[a-z]\.[a-z])$`

/** Latin words, numbers and signs of a text. */
export function englishTokens(text: string): readonly Token[] {
  const tokens: Token[] = []
  let opens = true
  let before = ''
  let end = 0
  for (const match of text.matchAll(TOKEN)) {
    const raw = match[0]
    if (text.slice(end, match.index).includes('\n')) opens = true
    const word = raw.replace(/['’]s?$/u, '')
    const isWord = /^[\p{Script=Latin}\p{N}]/u.test(word)
    const isCapital = isWord && CAPITAL.test(word)
    tokens.push({
      text: word,
      start: match.index,
      end: match.index + word.length,
      isCapital,
      opens: opens && isWord,
      isPossessive: word !== raw,
    })
    opens = isWord ? false : closes(raw, before) || (opens && /[“"'‘([]/u.test(raw)) || /[“"‘•*]/u.test(raw)
    before = word
    end = match.index + raw.length
  }
  return tokens
}

function closes(sign: string, before: string): boolean {
  if (sign === '.') return !ABBREVIATED.test(before)
  return /[!?。！？:;]/u.test(sign)
}
