import type { FoldedText } from '../domain/folded-text.ts'
import { multilineRegExp } from '../domain/multiline-regexp.ts'
import { latinOf } from './l2-lookalikes.ts'

/** Markup inside a word: what is stored is text, yet a page may write `LY<b></b>RA` for a reader to see. */
const INLINE_MARKUP = multilineRegExp('giu')`
  <!--[^<>]{0,200}-->|<\/?(?:a|abbr|b|big|br|code|em|font|i|img|ins|li|mark|p|s|small|span|strong|sub|sup|td|u|ul
    |wbr)(?:\s[^<>]{0,200})?\/?>`
/** Items of a list and cells of a table, as the extractor writes them. */
const ITEM = /\n[ \t]{0,8}(?:[-*+•‣▪◦·–—]|\d{1,3}[.)])[ \t]{1,8}/gu
const FIRST_ITEM = /^[ \t]{0,8}(?:[-*+•‣▪◦·–—]|\d{1,3}[.)])[ \t]{1,8}/gu
const CELL = /(?<=\s)\|(?=\s)/gu
/** Three letters or more, each set apart from the next by one mark or space. */
const SET_APART = /(?<![\p{L}\p{N}])\p{L}(?:[ .,/_*~·‧-]\p{L}){2,}(?![\p{L}\p{N}])/gu
/** A word broken by hyphens is one word. */
const HYPHEN = /(?<=\p{L})-|-(?=\p{L})/gu
const CJK = '[\\u3005\\u3040-\\u30ff\\u3400-\\u9fff]'
const CJK_SPACE = new RegExp(`(?<=${CJK})\\s{1,8}(?=${CJK})`, 'gu')

/**
 * What the text says to a reader who overlooks how it is written: look-alike letters, letters and words set apart,
 * lists and cells.
 */
export function deobfuscate(folded: FoldedText): FoldedText {
  const shown = edited(withLatinLetters(folded), INLINE_MARKUP, () => '')
  const inOneLine = edited(
    edited(
      edited(shown, FIRST_ITEM, () => ' '),
      ITEM,
      () => ' ',
    ),
    CELL,
    () => ' ',
  )
  const together = edited(inOneLine, SET_APART, (letters) => letters.replace(/[ .,/_*~·‧-]/gu, ''))
  return edited(
    edited(together, HYPHEN, () => ''),
    CJK_SPACE,
    () => '',
  )
}

/** Only letters change, so that look-alikes of a tag's name are seen while all that stands between them stays. */
export function withLatinLetters(folded: FoldedText): FoldedText {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: ASCII has no look-alikes
  if (/^[\u0000-\u007f]*$/u.test(folded.text)) return folded
  const origin: number[] = []
  let text = ''
  let at = 0
  for (const char of folded.text) {
    const letter = latinOf(char)
    text += letter
    for (let i = 0; i < letter.length; i += 1) origin.push(folded.origin[at] ?? 0)
    at += char.length
  }
  return { text, origin }
}

/** Every place keeps where it came from; what is put in comes from where the match began. */
export function edited(input: FoldedText, expression: RegExp, change: (match: string) => string): FoldedText {
  const origin: number[] = []
  let text = ''
  let from = 0
  const copy = (to: number) => {
    text += input.text.slice(from, to)
    for (let i = from; i < to; i += 1) origin.push(input.origin[i] ?? 0)
  }
  for (const match of input.text.matchAll(expression)) {
    copy(match.index)
    const put = change(match[0])
    text += put
    for (let i = 0; i < put.length; i += 1) origin.push(input.origin[match.index] ?? 0)
    from = match.index + match[0].length
  }
  if (from === 0 && text === '') return input
  copy(input.text.length)
  return { text, origin }
}
