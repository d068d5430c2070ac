const SIGNS: readonly (readonly [RegExp, string])[] = [
  [/<=>/g, '⇔'],
  [/<=|\ble\b/g, '≤'],
  [/>=|\bge\b/g, '≥'],
  [/!=|\bne\b/g, '≠'],
  [/\+-|\bpm\b/g, '±'],
  [/-:/g, '÷'],
  [/->|\brarr\b/g, '→'],
  [/~~|\bapprox\b/g, '≈'],
  [/\bxx\b|(?<=[\d\s)])xx(?=[\d\s(])|\btimes\b/g, '×'],
  [/\*{1,3}|\bcdot\b/g, '·'],
]
/** Brackets that only hold a script together. */
const HELD = /([_^])[({]([-+−]?[\p{L}\d.]{1,40})[)}]/gu

/** A formula of AsciiMath, which is one line already: `10^(-22)` is "10^-22", `xx` a product. */
export function asciiMathText(source: string): string {
  const spelled = SIGNS.reduce((text, [written, sign]) => text.replace(written, sign), source.slice(0, 5000))
  return spelled
    .replace(/"([^"]{0,400})"/g, '$1')
    .replace(/\b(?:text|mbox)\(([^()]{0,400})\)/g, '$1')
    .replace(HELD, '$1$2')
    .replace(/`/g, '')
    .replace(/\s+/g, ' ')
    .trim()
}
