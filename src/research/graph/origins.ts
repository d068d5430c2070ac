import type { Fragment, Page } from '../../domain/page.ts'
import { isCopy, isPost } from '../../domain/page-authorship.ts'
import { trustIndex } from '../../domain/trust.ts'
import { groupSources } from './source-group.ts'
import { type ClaimNode, counts, type GraphParts } from './task-graph.ts'
import { isImplied } from './update-implied.ts'

/** Its own source, unless that is the claimant, and every independent source whose counted evidence supports it. */
export function independentSources(parts: Pick<GraphParts, 'trust'>, node: ClaimNode): ReadonlySet<string> {
  return new Set(groupSources([...itself(node), ...supporting(parts, node)]))
}

function itself(node: ClaimNode): readonly ClaimNode[] {
  return node.own_of === undefined ? [node] : []
}

/** Whether one of them may vouch for the claim (LYRA 2.9). */
export function isVouchedFor(parts: Pick<GraphParts, 'trust'>, node: ClaimNode): boolean {
  return [...itself(node), ...supporting(parts, node)].some(({ page, fragment }) => mayVouch(parts, page, fragment))
}

/**
 * A source that somebody listed above UNVERIFIED. A level that Lyra gave itself does not count, or two unknown sites
 * would lift each other; nor does a post on a board, or a page that retells others.
 */
function mayVouch({ trust }: Pick<GraphParts, 'trust'>, page: Page, fragment: Fragment): boolean {
  const { level, source } = trust.ofPage(page)
  if (trustIndex(level) <= trustIndex('UNVERIFIED') || page.is_retracted) return false
  if (source === 'verification' && page.route !== 'api') return false
  return !isPost(page, fragment) && !isCopy(page)
}

/** What only follows from other verdicts was said by nobody. */
function supporting(parts: Pick<GraphParts, 'trust'>, node: ClaimNode) {
  return node.evidence.filter((edge) => edge.relation === 'supports' && !isImplied(edge) && counts(parts, edge))
}
