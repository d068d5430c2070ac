import { inTurns, type Steps } from '../domain/in-turns.ts'
import { sentencesBeside, sentencesInDoubt } from './l2-input-cleaning.ts'
import {
  NO_READINGS,
  type ReadSpeech,
  type ReadStated,
  type SpeechReadings,
  speaksToAMachine,
  speechShare,
} from './l2-speech.ts'

/**
 * Sentences of one page that are read by a model, those in the greatest doubt first: a long page has more of them, and
 * an order behind a thousand harmless sentences must not go unread.
 */
const MOST_DOUBTS = 400
/** Sentences beside speech that are read of one page. */
const MOST_BESIDE = 200
/** What a sentence counts as that goes unread and would be no claim either: a page with so many of them is a flood. */
const UNREAD = 1

/** Of the text alone: titles and headings are cut where speech begins before anything is read with them. */
export async function readDoubts(
  texts: readonly string[],
  readSpeech: ReadSpeech,
  readStated?: ReadStated,
): Promise<SpeechReadings> {
  const doubts = await inTurns(doubtsOf(texts))
  const asked = doubts.slice(0, MOST_DOUBTS)
  const read = await readSpeech(asked)
  const unread = doubts.slice(MOST_DOUBTS).filter(speaksToAMachine)
  const shares = new Map([
    ...asked.map((sentence, at) => [sentence, read[at] ?? 0] as const),
    ...unread.map((sentence) => [sentence, UNREAD] as const),
  ])
  const readings = { ...NO_READINGS, shares }
  if (readStated === undefined) return readings
  const beside = (await inTurns(besideOf(texts, readings))).slice(0, MOST_BESIDE)
  const stated = await readStated(beside)
  return { shares, stated: new Map(beside.map((sentence, at) => [sentence, stated[at] ?? 1] as const)) }
}

function* besideOf(texts: readonly string[], readings: SpeechReadings): Steps<readonly string[]> {
  const beside = new Set<string>()
  for (const text of texts) {
    for (const sentence of sentencesBeside(text, readings)) beside.add(sentence)
    yield
  }
  return [...beside]
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
