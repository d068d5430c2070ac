import type { Fragment } from '../../domain/page.ts'

/** A heading or a scrap says nothing by itself; it is context, not evidence. */
const LEAST_CHARACTERS = 30

export function isEvidence(fragment: Fragment): boolean {
  return (
    fragment.fragment_type !== 'heading' &&
    fragment.fragment_type !== 'code' &&
    fragment.text_content.length >= LEAST_CHARACTERS
  )
}
