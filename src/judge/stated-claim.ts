import { claimGranularity, claimPolarity, claimType } from './claim-cues.ts'
import type { ClaimSource, ExtractedClaim } from './types.ts'

const JAPANESE = /[\p{Script=Hiragana}\p{Script=Katakana}]/u

/** The claim of a fragment that is a statement by its making (a record's values in a sentence): all of it. */
export function statedClaim({ fragmentId, text }: ClaimSource): {
  readonly fragmentId: string
  readonly claims: readonly ExtractedClaim[]
  readonly dropped: readonly { text: string; reason: string }[]
  readonly method: 'builtin'
} {
  const claim: ExtractedClaim = {
    ...{ text, type: claimType(text), polarity: claimPolarity(text), granularity: claimGranularity(text) },
    ...{ language: JAPANESE.test(text) ? 'ja' : 'en', spanStart: 0, spanEnd: text.length, quality: 1, context: null },
  }
  return { fragmentId, claims: [claim], dropped: [], method: 'builtin' }
}
