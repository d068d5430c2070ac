import { nfkcKeepingNumbers } from '../../domain/nfkc-keeping-numbers.ts'
import { foldEras } from './dates.ts'
import { ENGLISH_FIGURES } from './english-figures.ts'
import type { Rewrite } from './figure-rewrites.ts'
import { JAPANESE_FIGURES } from './japanese-figures.ts'

/** Statistics that qualify a figure and are not the figure: intervals, p-values, sizes, references. */
const ASIDES: readonly RegExp[] = [
  // No figure is that long, and a page of digits must not cost seconds.
  /[\d.,]{30,}/g,
  /\(?\b\d{2}\s*%\s*(?:ci\b|confidence|credible|信頼区間)[^);。]*\)?/g,
  /\bp\s*(?:-?value\s*)?[<=>≤≥]\s*\d*\.?\d+/g,
  /\bn\s*=\s*[\d,]+/g,
  /\s?(?:±|\+\/-)\s?\d[\d.]*\s?%?/g,
  /\[[\d\s,–-]+\]/g,
  /\bci\s*(?:[:,]\s*)?[\d.]+\s*(?:-|–|to)\s*[\d.]+/g,
]

/** Powers of ten and fractions, as `nfkcKeepingNumbers` leaves them: 5×10^5 is 500000, 1 1⁄2 is 1.5. */
const WRITTEN_OUT: readonly Rewrite[] = [
  [
    /(?:\b(\d+(?:\.\d+)?)\s?[×x*·]\s?)?\b10\^(\d|1[0-5])\b/g,
    (_, times, power) => String(Number(`${times ?? 1}e${power}`)),
  ],
  [
    /(?:\b(\d+(?:\.\d+)?)\s?[×x*·]\s?)?\b10\^[-−]([1-5])\b/g,
    (_, times, power) => decimal(Number(`${times ?? 1}e-${power}`)),
  ],
  [
    /(?:\b(\d{1,4}) )?\b(\d{1,2})⁄([1-9]\d?)(?!\d)/g,
    (_, whole, over, under) => decimal(Number(whole ?? 0) + Number(over) / Number(under)),
  ],
]

function decimal(value: number): string {
  return String(Number(value.toFixed(6)))
}

/** The text in small letters with its figures spelled in one way: digits, a scale and a unit of one word. */
export function foldFigures(text: string): string {
  // Small letters would make grams of a mobile network.
  let folded = nfkcKeepingNumbers(text.replace(/\b[2-6]G\b/g, ' ')).toLowerCase()
  for (const [pattern, to] of WRITTEN_OUT)
    folded = typeof to === 'string' ? folded.replace(pattern, to) : folded.replace(pattern, to)
  for (const aside of ASIDES) folded = folded.replace(aside, ' ')
  folded = foldEras(folded)
  for (const [pattern, to] of [...JAPANESE_FIGURES, ...ENGLISH_FIGURES])
    folded = typeof to === 'string' ? folded.replace(pattern, to) : folded.replace(pattern, to)
  return folded
}
