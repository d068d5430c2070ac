import { tmpdir } from 'node:os'
import { refusalOf } from '../../src/judge/claim-sentences.ts'
import { createReader } from '../../src/models/reader.ts'
import type { Reader, SentenceReading } from '../../src/models/types.ts'

/** The reader that ships; loaded by the first test that asks it. */
export const reader = createReader({ home: tmpdir(), threads: 2, model: 'lyra-reader-mini' })

/** Why a sentence that nothing stands before is no claim; null when it is one. */
export async function dropReason(text: string): Promise<string | null> {
  const [reading] = await reader.readSentences([{ before: '', text }])
  if (reading === undefined) throw new Error('the reader said nothing')
  return refusalOf(text, reading)
}

/** Of the sentences those that are claims: a learned reader is measured by its share, not by each sentence. */
export async function claimsAmong(texts: readonly string[]): Promise<readonly string[]> {
  const claims: string[] = []
  for (const text of texts) if ((await dropReason(text)) === null) claims.push(text)
  return claims
}

const NONE: SentenceReading = {
  ...{ claim: 0, dependent: 0, opinion: 0, advice: 0, question: 0 },
  ...{ 'about the text': 0, speech: 0, fragment: 0, anecdote: 0 },
}

/** Takes every sentence for a statement of that kind: what is made of a sentence does not depend on the model then. */
export const readerSaying = (
  kind: 'claim' | 'dependent' | 'fragment',
): Pick<Reader, 'readSentences' | 'readSpeech'> => ({
  readSpeech: async (sentences) => sentences.map(() => 0),
  readSentences: async (sentences) => sentences.map(() => ({ ...NONE, [kind]: 1 })),
})
