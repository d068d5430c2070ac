/** Hebrew, Arabic, Syriac, Thaana, N'Ko and their presentation forms. */
const RIGHT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/u
const RIGHT_LETTERS = /[\u0590-\u065f\u066e-\u06ef\u06fa-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/gu
const LEFT_LETTERS = /[A-Za-z\u00c0-\u024f\u0370-\u052f]/gu
/** Digits of any script keep their order in a line that runs to the left, with the signs between them. */
const DIGIT = /\p{Nd}/u
const BETWEEN_DIGITS = /[.,:/٫٬\-–+%]/u
const MIRRORED: ReadonlyMap<string, string> = new Map(
  ['()', '[]', '{}', '<>', '«»', '‹›'].flatMap((pair): [string, string][] => [
    [pair.charAt(0), pair.charAt(1)],
    [pair.charAt(1), pair.charAt(0)],
  ]),
)

/** Whether most letters are of a script that runs from right to left. */
export function runsLeftwards(text: string): boolean {
  return (text.match(RIGHT_LETTERS)?.length ?? 0) > (text.match(LEFT_LETTERS)?.length ?? 0)
}

/** One glyph that stands for several letters has them in reading order; a line is turned glyph by glyph. */
export function reversedIfRightToLeft(text: string): string {
  return RIGHT.test(text) ? [...text].reverse().join('') : text
}

/**
 * A line as it is seen, from left to right, in the order it is read (REQ 3.2): where it runs leftwards all is turned
 * but words of other scripts and numbers, else only the words of scripts that run leftwards.
 */
export function readingOrder(seen: string): string {
  if (!RIGHT.test(seen)) return seen
  const parts = partsOf([...seen], runsLeftwards(seen) ? 'leftwards' : 'rightwards')
  return parts.join('')
}

type Kind = 'left' | 'right' | 'number' | 'neutral'

function kindOf(char: string): Kind {
  if (DIGIT.test(char)) return 'number'
  if (RIGHT.test(char)) return 'right'
  return /[\p{L}]/u.test(char) ? 'left' : 'neutral'
}

function partsOf(chars: readonly string[], direction: 'leftwards' | 'rightwards'): string[] {
  const kinds = resolved(chars, direction)
  const parts: { text: string[]; kind: 'left' | 'right' }[] = []
  for (const [index, char] of chars.entries()) {
    const kind = kinds[index] ?? 'left'
    const last = parts.at(-1)
    if (last?.kind === kind) last.text.push(char)
    else parts.push({ text: [char], kind })
  }
  if (direction === 'leftwards') parts.reverse()
  const rightwards = parts.map(({ text, kind }) => (kind === 'right' ? [...text].reverse() : []).join('')).join('')
  const mirror = !opensFirst(rightwards)
  return parts.map(({ text, kind }) => (kind === 'right' ? turned(text, mirror) : text).join(''))
}

/** Each character's direction: numbers keep theirs, what stands between two of one direction has that one. */
function resolved(chars: readonly string[], direction: 'leftwards' | 'rightwards'): ('left' | 'right')[] {
  const kinds = chars.map(kindOf)
  const base = direction === 'leftwards' ? 'right' : 'left'
  const result: ('left' | 'right')[] = []
  for (let index = 0; index < kinds.length; index += 1) {
    const kind = kinds[index]
    if (kind === 'left' || kind === 'right') result.push(kind)
    else if (kind === 'number') result.push('left')
    else {
      let end = index
      while (end < kinds.length && kinds[end] === 'neutral') end += 1
      const [before, after] = [kinds[index - 1], kinds[end]]
      const inNumber =
        before === 'number' && after === 'number' && end - index === 1 && BETWEEN_DIGITS.test(chars[index] ?? '')
      const percent = base === 'right' && before === 'number' && /^[%٪]$/u.test(chars[index] ?? '')
      const isLeft =
        inNumber || (isLeftish(before, base) && isLeftish(after, base) && (before === 'left' || after === 'left'))
      const isRight = before === 'right' && after === 'right'
      for (let at = index; at < end; at += 1)
        result.push(isLeft || (percent && at === index) ? 'left' : isRight ? 'right' : base)
      index = end - 1
    }
  }
  return result
}

function isLeftish(kind: Kind | undefined, base: 'left' | 'right'): boolean {
  return kind === 'left' || kind === 'number' || (kind === undefined && base === 'left')
}

/** Some makers name a bracket by its shape, some by its meaning: read as it is, the latter opens before it closes. */
function opensFirst(text: string): boolean {
  const [open, close] = [text.search(/[([{«]/), text.search(/[)\]}»]/)]
  return open >= 0 && close > open
}

function turned(chars: readonly string[], mirror: boolean): string[] {
  const reversed = [...chars].reverse()
  return mirror ? reversed.map((char) => MIRRORED.get(char) ?? char) : reversed
}
