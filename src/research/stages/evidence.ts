import { givesEvidence } from '../../domain/full-text.ts'
import type { Fragment } from '../../domain/page.ts'
import { isStruckWhole } from '../../domain/revision.ts'

/** A heading or a scrap says nothing by itself; it is context, not evidence. */
const LEAST_LETTERS = 30
/** A kanji or kana says about as much as three letters. */
const WIDE = /[\u3040-\u30ff\u3400-\u9fff]/g
const LETTERS_OF_WIDE = 3

/**
 * Of a paper's full text, what its introduction and references tell are findings of others; what a page has struck out
 * it does not say.
 */
export function isEvidence(fragment: Fragment): boolean {
  const { fragment_type: type, text_content: text, section } = fragment
  if (!givesEvidence(section) || isStruckWhole(fragment)) return false
  if (type === 'heading' || type === 'code') return false
  const wide = text.match(WIDE)?.length ?? 0
  return text.length + (LETTERS_OF_WIDE - 1) * wide >= LEAST_LETTERS
}
