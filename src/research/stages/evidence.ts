import type { Fragment } from '../../domain/page.ts'

/** A heading or a scrap says nothing by itself; it is context, not evidence. */
const LEAST_LETTERS = 30
/** A kanji or kana says about as much as three letters. */
const WIDE = /[\u3040-\u30ff\u3400-\u9fff]/g
const LETTERS_OF_WIDE = 3

export function isEvidence({ fragment_type: type, text_content: text }: Fragment): boolean {
  if (type === 'heading' || type === 'code') return false
  const wide = text.match(WIDE)?.length ?? 0
  return text.length + (LETTERS_OF_WIDE - 1) * wide >= LEAST_LETTERS
}
