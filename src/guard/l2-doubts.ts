import { inTurns, type Steps } from '../domain/in-turns.ts'
import { sentencesInDoubt } from './l2-input-cleaning.ts'
import { type ReadSpeech, type SpeechReadings, speaksToAMachine, speechShare } from './l2-speech.ts'

/**
 * Sentences of one page that are read by a model, those in the greatest doubt first: a long page has more of them, and
 * an order behind a thousand harmless sentences must not go unread.
 */
const MOST_DOUBTS = 400
/** What a sentence counts as that goes unread and would be no claim either: a page with so many of them is a flood. */
const UNREAD = 1

/** Of the text alone: titles and headings are cut where speech begins before anything is read with them. */
export async function readDoubts(texts: readonly string[], readSpeech: ReadSpeech): Promise<SpeechReadings> {
  const doubts = await inTurns(doubtsOf(texts))
  const asked = doubts.slice(0, MOST_DOUBTS)
  const read = await readSpeech(asked)
  const unread = doubts.slice(MOST_DOUBTS).filter(speaksToAMachine)
  return new Map([
    ...asked.map((sentence, at) => [sentence, read[at] ?? 0] as const),
    ...unread.map((sentence) => [sentence, UNREAD] as const),
  ])
}

function* doubtsOf(texts: readonly string[]): Steps<readonly string[]> {
  const doubts = new Map<string, number>()
  for (const text of texts) {
    for (const sentence of sentencesInDoubt(text)) {
      if (doubts.has(sentence)) continue
      doubts.set(sentence, speechShare(sentence))
      yield
    }
    yield
  }
  return [...doubts].sort(([, one], [, other]) => other - one).map(([sentence]) => sentence)
}
