import { foldText } from '../domain/folded-text.ts'

interface QuoteSpan {
  readonly start: number
  readonly end: number
}

/** Letters and marks apart, so that a composed letter of the answer meets a decomposed one of the page. */
function unfolded(text: string): { readonly text: string; readonly origin: readonly number[] } {
  const folded = foldText(text)
  const origin: number[] = []
  let apart = ''
  let at = 0
  for (const char of folded.text) {
    const piece = char.normalize('NFKD')
    apart += piece
    for (let i = 0; i < piece.length; i += 1) origin.push(folded.origin[at] ?? 0)
    at += char.length
  }
  return { text: apart, origin }
}

/**
 * The sentence a claim rests on, found in the fragment word for word; white space may differ. The model has read the
 * fragment as L2 folds it (REQ 4.4.1), so （５０％） comes back as (50%): both are compared folded, and the span is that of
 * the fragment as it stands.
 */
export function findQuote(text: string, quote: string): QuoteSpan | null {
  const words = unfolded(quote).text.trim().split(/\s+/)
  if (words[0] === '') return null
  const escaped = words.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  const page = unfolded(text)
  // A letter without the mark that follows it is another letter: か is not in が.
  const match = new RegExp(`${escaped.join('\\s+')}(?!\\p{M})`, 'u').exec(page.text)
  if (match === null) return null
  const start = page.origin[match.index] ?? 0
  const last = match.index + match[0].length - 1
  const lastOrigin = page.origin[last] ?? 0
  // One character of the page may have become several (ﬁ, ℃) or one entity of it one character.
  let next = last + 1
  while (next < page.origin.length && page.origin[next] === lastOrigin) next += 1
  return { start, end: page.origin[next] ?? text.length }
}
