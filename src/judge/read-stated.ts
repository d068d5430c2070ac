import type { ReadStated } from '../guard/l2-speech.ts'
import type { Reader } from '../models/types.ts'
import { checkable } from './claim-sentences.ts'

/** How sure the reader is of each sentence that it can be checked, alone or in its place, by its words alone. */
export function createReadStated({ readSentences }: Pick<Reader, 'readSentences'>): ReadStated {
  return async (sentences, signal) => {
    const readings = await readSentences(
      sentences.map((text) => ({ before: '', text })),
      signal,
    )
    return readings.map(checkable)
  }
}
