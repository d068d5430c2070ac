import type { Fragment, Page } from './page.ts'

type PostedFragment = Pick<Fragment, 'post_id' | 'post_author'>

/** Boards, questions and answers, comments: such a page speaks with many voices, and is judged by the post. */
export function isPost(page: Pick<Page, 'page_type'>, fragment: PostedFragment): boolean {
  return page.page_type === 'forum' || isKnownPost(fragment)
}

/** One whose bounds on the page are known. */
export function isKnownPost(fragment: PostedFragment): boolean {
  return (fragment.post_id ?? null) !== null
}

/** Quality flag of a page that gathers what other sites wrote (REQ 3.3.3). */
const AGGREGATOR_FLAG = 'aggregator'

/** A page that retells others: it adds a voice to nothing. */
export function isCopy(page: Pick<Page, 'id' | 'quality_flags'> & Partial<Pick<Page, 'narrative_id'>>): boolean {
  const story = page.narrative_id ?? null
  return (story !== null && story !== page.id) || page.quality_flags.includes(AGGREGATOR_FLAG)
}
