import { type FoldedText, foldText } from '../domain/folded-text.ts'
import { withLatinLetters } from './l2-deobfuscation.ts'

export interface Span {
  readonly from: number
  readonly to: number
}

/** Letters that nobody sees and every model reads. */
const TAG_LETTER = /[\u{e0020}-\u{e007e}]/u
const ESCAPE = /\\u([0-9a-fA-F]{4})|\\(["\\/bfnrt])|[\s\S]/g
const MEANT: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' }

/**
 * The text as later readers may decode it (REQ 4.4.1 L4): folded like any input (L2) with look-alike letters made
 * Latin; with invisible letters; with JSON escapes undone. Several decodings, because each could hide what another
 * reveals.
 */
export function decodingsOf(text: string): readonly FoldedText[] {
  const readings = [foldText(text)]
  if (TAG_LETTER.test(text)) readings.push(foldText(text, 'withHidden'))
  if (text.includes('\\')) {
    const unescaped = withoutEscapes(text)
    const folded = foldText(unescaped.text, 'withHidden')
    readings.push({ text: folded.text, origin: folded.origin.map((at) => unescaped.origin[at] ?? 0) })
  }
  return readings.map(withLatinLetters)
}

function withoutEscapes(text: string): FoldedText {
  const origin: number[] = []
  let read = ''
  for (const match of text.matchAll(ESCAPE)) {
    const [piece, code, letter] = match
    if (code !== undefined) read += String.fromCharCode(Number.parseInt(code, 16))
    else read += letter === undefined ? piece : (MEANT[letter] ?? letter)
    origin.push(match.index)
  }
  return { text: read, origin }
}

/** Where in the text as given a stretch of its reading stands: an entity or an escape is taken whole. */
export function placeOf({ origin }: FoldedText, length: number, first: number, last: number): Span {
  const at = origin[last] ?? 0
  let next = last + 1
  while (next < origin.length && (origin[next] ?? 0) <= at) next += 1
  return { from: origin[first] ?? 0, to: origin[next] ?? length }
}

/** In order, those that touch made one. */
export function joined(spans: readonly Span[]): readonly Span[] {
  const whole: { from: number; to: number }[] = []
  for (const { from, to } of spans.toSorted((a, b) => a.from - b.from)) {
    const last = whole.at(-1)
    if (last !== undefined && from <= last.to) last.to = Math.max(last.to, to)
    else whole.push({ from, to })
  }
  return whole
}

export function replaceSpans(text: string, spans: readonly Span[], mark: string): string {
  const kept: string[] = []
  let at = 0
  for (const { from, to } of joined(spans)) {
    kept.push(text.slice(at, from), mark)
    at = to
  }
  kept.push(text.slice(at))
  return kept.join('')
}
