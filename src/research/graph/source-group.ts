import type { Fragment, Page } from '../../domain/page.ts'

/**
 * Independent sources are counted once: the same paper, the same syndicated text and the same domain are one source
 * (REQ 3.1.7.3).
 */
export function sourceGroup(page: Pick<Page, 'work_id' | 'domain'>, fragment: Pick<Fragment, 'cluster_id'>): string {
  if (page.work_id !== null) return `work ${page.work_id}`
  if (fragment.cluster_id !== null) return `copies ${fragment.cluster_id}`
  return `domain ${page.domain}`
}
