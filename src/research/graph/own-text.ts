import type { Fragment, Page } from '../../domain/page.ts'

/** A claim is never judged by the page it came from, nor by a syndicated copy of its fragment (REQ 3.3.1). */
export function isCopy(source: Fragment, fragment: Fragment): boolean {
  return (
    fragment.page_id === source.page_id || (source.cluster_id !== null && fragment.cluster_id === source.cluster_id)
  )
}

/**
 * Nor by another page of the same paper or of the same narrative (REQ 3.3.3); but what an abstract says is held against
 * the results of the paper (LYRA 13.1).
 */
export function isSameText(own: Page | null, other: Page | null): boolean {
  if (own === null || other === null) return false
  const ofOwnResults = own.route === 'api' && other.full_text_of != null
  return (
    (isSameWork(own, other) && !ofOwnResults) || (own.narrative_id != null && own.narrative_id === other.narrative_id)
  )
}

export function isSameWork(own: Page | null, other: Page | null): boolean {
  return own !== null && own.work_id !== null && own.work_id === other?.work_id
}
