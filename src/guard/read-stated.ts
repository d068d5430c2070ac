import type { ReadStated } from './l2-speech.ts'

interface SentenceReader {
  readSentences(
    sentences: readonly { readonly before: string; readonly text: string }[],
    signal?: AbortSignal,
  ): Promise<readonly { readonly claim: number; readonly dependent: number }[]>
}

/** How sure a reader is of each sentence that it can be checked, alone or in its place, by its words alone. */
export function createReadStated({ readSentences }: SentenceReader): ReadStated {
  return async (sentences, signal) => {
    const readings = await readSentences(
      sentences.map((text) => ({ before: '', text })),
      signal,
    )
    return readings.map(({ claim, dependent }) => claim + dependent)
  }
}
