import { createLruCache } from '../domain/lru-cache.ts'
import { isReadAsSpeech, isWorthReading, speaksToAMachine } from '../guard/l2-speech.ts'
import type { Reader } from '../models/types.ts'

/** Which of the sentences may not be taken at their word, since they may speak to a machine (L2, REQ 4.4.1). */
export type SpeechCheck = (sentences: readonly string[], signal?: AbortSignal) => Promise<readonly boolean[]>

/** Sentences come again with every claim that a passage is judged for. */
const REMEMBERED = 20_000

/** Asks the reader of the sentences that are in doubt, each once; with `every` of all. */
export function createSpeechCheck(reader: Pick<Reader, 'readSpeech'>, every = false): SpeechCheck {
  const known = createLruCache<boolean>(REMEMBERED)
  return async (sentences, signal) => {
    const told = new Map<string, boolean>()
    const open = [...new Set(sentences)].filter((one) => {
      const before = known.get(one)
      if (before !== undefined) told.set(one, before)
      return before === undefined && (every || isWorthReading(one))
    })
    const read = await reader.readSpeech(open, signal)
    for (const [at, sentence] of open.entries()) {
      const isSpeech = isReadAsSpeech(sentence, read[at] ?? 0)
      told.set(sentence, isSpeech)
      known.set(sentence, isSpeech)
    }
    // Not from what is remembered: a flood of sentences makes it forget some of them before it is asked.
    return sentences.map((sentence) => told.get(sentence) ?? false)
  }
}

/** Of a bare name, a host or a date, of which the reader says little: its words alone tell. */
export function isDoubtfulName(value: string): boolean {
  return speaksToAMachine(value)
}
