import type { Fragment, Page } from '../../domain/page.ts'

export type SourcePage = Pick<Page, 'work_id' | 'domain'> &
  Partial<Pick<Page, 'id' | 'url' | 'authors' | 'narrative_id' | 'content_hash'>>
export type SourceFragment = Pick<Fragment, 'cluster_id' | 'post_id' | 'post_author'> &
  Partial<Pick<Fragment, 'text_content' | 'told_from'>>

/** Where a piece of evidence stands. */
export interface EvidenceSource {
  readonly page: SourcePage
  readonly fragment: SourceFragment
  /** The side it takes; left out where all take the same. */
  readonly relation?: string
}
