/**
 * Words that only a style sheet keeps apart: `<span>Ada Lovelace</span><span>Mar 6</span>` is read "Lovelace Mar", not
 * "LovelaceMar". Of such edges between two elements the pages learned from tell 1,064 to 2 that they are apart where a
 * small letter meets a capital or a number, or a number a capital; where small letters meet, half of them are one word
 * in two colours, and numbers are never cut.
 */
export class InlineEdges {
  private isClosed = false
  private isBetween = false
  /** How many of the elements around the place hold code, where every character counts. */
  private verbatim = 0

  open(tag: string): void {
    if (VERBATIM.has(tag)) this.verbatim += 1
    this.isBetween = this.isClosed
  }

  close(tag: string): void {
    if (VERBATIM.has(tag)) this.verbatim -= 1
    this.isClosed = true
    this.isBetween = false
  }

  /** What stands between the text so far and the next: a space or nothing. */
  before(next: string, text: string): string {
    if (next === '') return ''
    const isApart = this.isBetween && this.verbatim === 0 && standApart(text, next)
    this.isClosed = false
    this.isBetween = false
    return isApart ? ' ' : ''
  }
}

const VERBATIM: ReadonlySet<string> = new Set('code kbd samp var tt'.split(' '))
const SMALL = /\p{Ll}/u
const CAPITAL = /\p{Lu}/u
const LETTER = /\p{L}/u
const DIGIT = /\d/

/** One letter alone is a sign rather than a word: p53, 5G, iPhone. */
function standApart(before: string, behind: string): boolean {
  const last = before.charAt(before.length - 1)
  const first = behind.charAt(0)
  const endsWord = SMALL.test(last) && LETTER.test(before.charAt(before.length - 2))
  const startsWord = CAPITAL.test(first) && LETTER.test(behind.charAt(1))
  return (endsWord && (startsWord || DIGIT.test(first))) || (startsWord && DIGIT.test(last))
}
