import { foldJapanese, foldLatin, isJapaneseText } from './fold-letters.ts'

const DIGITS: Readonly<Record<string, number>> = {
  〇: 0,
  一: 1,
  二: 2,
  三: 3,
  四: 4,
  五: 5,
  六: 6,
  七: 7,
  八: 8,
  九: 9,
}
const STREET_WORDS: Readonly<Record<string, string>> = Object.fromEntries(
  (
    'st:street str:street rd:road ave:avenue av:avenue blvd:boulevard dr:drive ln:lane sq:square ct:court pl:place ' +
    'hwy:highway pkwy:parkway apt:apartment ste:suite fl:floor bldg:building n:north s:south e:east w:west'
  )
    .split(' ')
    .map((pair) => pair.split(':') as [string, string]),
)

/** Whether a name is an address with numbers, not only a place. */
export function isAddress(text: string): boolean {
  return /[\d０-９]|丁目|番地/u.test(text)
}

/** One spelling for an address: 丸の内一丁目1番1号 and 丸の内1-1-1, Main St. and Main Street. */
export function addressKey(text: string): string {
  const plain = text.slice(0, 300).normalize('NFKC')
  return isJapaneseText(plain) ? japanese(plain) : english(plain)
}

function japanese(plain: string): string {
  const numbered = plain
    .replace(/〒?\s?\d{3}-\d{4}/gu, '')
    .replace(/[〇一二三四五六七八九十]{1,3}(?=丁目|番|号|条)/gu, kanjiNumber)
    .replace(/(?:丁目|番地の?|番|号室?|の(?=\d))/gu, '-')
    .replace(/[‐-―−ー－](?=\d)/gu, '-')
  const [front = '', ...numbers] = numbered.split(/(?=\d)/u)
  return `${foldJapanese(front)} ${numbers
    .join('')
    .replace(/-{1,3}/gu, '-')
    .replace(/[\s-]{1,3}$/u, '')}`.trim()
}

function kanjiNumber(text: string): string {
  const [tens, ones] = text.includes('十') ? text.split('十') : [null, text]
  return String((tens === null ? 0 : (digitsValue(tens) || 1) * 10) + digitsValue(ones))
}

function digitsValue(digits = ''): number {
  return [...digits].reduce((sum, digit) => sum * 10 + (DIGITS[digit] ?? 0), 0)
}

function english(plain: string): string {
  return foldLatin(plain)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .map((word) => STREET_WORDS[word] ?? word)
    .join(' ')
}
