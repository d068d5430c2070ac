/** What one pass over a text tells; words of scripts without spaces count as half a word a character. */
export interface TextMeasure {
  readonly words: number
  readonly letters: number
  readonly digits: number
  readonly capitals: number
  readonly commas: number
  readonly stops: number
  readonly marks: number
}

export function measureText(text: string): TextMeasure {
  let words = 0
  let letters = 0
  let digits = 0
  let capitals = 0
  let commas = 0
  let stops = 0
  let marks = 0
  let wide = 0
  let inWord = false
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index)
    let word = false
    if (code >= 97 && code <= 122) {
      letters += 1
      word = true
    } else if (code >= 65 && code <= 90) {
      letters += 1
      capitals += 1
      word = true
    } else if (code >= 48 && code <= 57) {
      digits += 1
      word = true
    } else if (code === 44 || code === 0x3001 || code === 0xff0c) commas += 1
    else if (code === 46 || code === 33 || code === 63 || code === 0x3002 || code === 0xff01 || code === 0xff1f)
      stops += 1
    else if (isWide(code)) {
      letters += 1
      wide += 1
    } else if ((code > 0xbf && code < 0x2000) || (code >= 0xac00 && code <= 0xd7af)) {
      letters += 1
      word = true
    } else if (code > 32) {
      marks += 1
      // An apostrophe does not part a word for our purpose.
      if (inWord && (code === 39 || code === 0x2019)) word = true
    }
    if (word && !inWord) words += 1
    inWord = word
  }
  return { words: words + wide / 2, letters, digits, capitals, commas, stops, marks }
}

/** The words of `measureText` alone. */
export function countWords(text: string): number {
  let words = 0
  let wide = 0
  let inWord = false
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index)
    let word = false
    if (code < 128) {
      if (code <= 32) word = false
      else if (isAsciiWord(code)) word = true
      else word = inWord && code === 39
    } else if (isWide(code)) wide += 1
    else if ((code > 0xbf && code < 0x2000) || (code >= 0xac00 && code <= 0xd7af)) word = true
    else word = inWord && code === 0x2019
    if (word && !inWord) words += 1
    inWord = word
  }
  return words + wide / 2
}

function isAsciiWord(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 48 && code <= 57)
}

function isWide(code: number): boolean {
  return (code >= 0x3040 && code <= 0x30ff) || (code >= 0x3400 && code <= 0x9fff) || (code >= 0xff66 && code <= 0xff9d)
}
