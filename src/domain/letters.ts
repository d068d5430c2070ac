/** The letters and digits of a text in one width and case, with the place of each in the text. */
export interface Letters {
  readonly letters: string
  readonly origin: readonly number[]
}

const LETTER = /[\p{L}\p{N}\p{M}]/u

/**
 * Quotation marks, line ends, hyphens, spaces, width and case do not count. The text should be NFC: letters are folded
 * one at a time, so that places stay those of the text.
 */
export function foldLetters(text: string): Letters {
  const origin: number[] = []
  let letters = ''
  let at = 0
  for (const character of text) {
    // One at a time, or places would shift: ㎎ becomes two letters, both at the place of the one.
    for (const folding of character.normalize('NFKC').toLowerCase())
      if (LETTER.test(folding)) {
        letters += folding
        for (let unit = 0; unit < folding.length; unit += 1) origin.push(at)
      }
    at += character.length
  }
  return { letters, origin }
}
