import type { Fragment, Page } from '../../domain/page.ts'
import { isKnownPost } from '../../domain/page-authorship.ts'
import { type TrustLevel, trustIndex } from '../../domain/trust.ts'
import { type GraphParts, trustBeforeBlock } from './task-graph.ts'

interface Source {
  readonly page: Page
  readonly fragment: Fragment
}

/**
 * The level at which a statement enters a dispute: that of its site before Lyra blocked it, and no higher than LOW
 * for a post. A comment under a ministry's page does not speak for the ministry.
 */
export function levelOf(parts: GraphParts, { page, fragment }: Source): TrustLevel {
  const level = trustBeforeBlock(parts, page)
  return isKnownPost(fragment) && trustIndex(level) > trustIndex('LOW') ? 'LOW' : level
}
