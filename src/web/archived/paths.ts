import { path } from '../dashboard/html.ts'

/** What a link to an archived page may name besides the page. */
interface Marked {
  readonly fragment?: string | null | undefined
  readonly edge?: string | null | undefined
  readonly claim?: string | null | undefined
  readonly task?: string | null | undefined
}

export const ARCHIVED_PATH = '/archive/page'

export function pagePath(pageId: string, marked: Marked = {}): string {
  return path(`${ARCHIVED_PATH}/${encodeURIComponent(pageId)}`, { ...marked })
}

export function claimPath(claimId: string): string {
  return `/claims/${encodeURIComponent(claimId)}`
}
