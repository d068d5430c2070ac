import { splitSentences } from '../domain/sentences.ts'
import { isJapanese } from './rules/words.ts'

export interface StanceWindow {
  readonly text: string
  readonly kind: 'sentence' | 'pair' | 'whole'
}

/** A sentence this short rarely says who or what it is about; its neighbour does. */
const SHORT = { english: 90, japanese: 40 }
/** A fragment this short is also judged whole: the model was better on joined evidence sentences than on the best one. */
const WHOLE = { english: 1200, japanese: 500 }
const MOST_SENTENCES = 60

/** What the model is asked about: it is weak on documents and fair on sentences (model card). */
export function stanceWindows(text: string): readonly StanceWindow[] {
  const limits = isJapanese(text)
    ? { short: SHORT.japanese, whole: WHOLE.japanese }
    : { short: SHORT.english, whole: WHOLE.english }
  const sentences = splitSentences(text).slice(0, MOST_SENTENCES)
  const windows: StanceWindow[] = []
  for (const [index, sentence] of sentences.entries()) {
    windows.push({ text: sentence.text, kind: 'sentence' })
    const next = sentences[index + 1]
    const short = sentence.text.length < limits.short || (next?.text.length ?? Infinity) < limits.short
    if (next !== undefined && short && sentences.length > 2)
      windows.push({ text: text.slice(sentence.start, next.end), kind: 'pair' })
  }
  const trimmed = text.trim()
  if (sentences.length > 1 && trimmed.length <= limits.whole) windows.push({ text: trimmed, kind: 'whole' })
  return windows
}
