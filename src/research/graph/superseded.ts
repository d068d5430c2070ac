import { z } from 'zod'
import { isCorrectionNote } from '../../domain/correction-note.ts'
import type { Page } from '../../domain/page.ts'
import { replaces } from '../../domain/paper.ts'
import { trustIndex } from '../../domain/trust.ts'
import type { EvidenceEdge } from '../../store/types.ts'
import { levelOf } from './post-trust.ts'
import { sourceGroup } from './source-group.ts'
import { type ClaimNode, counts, type GraphParts } from './task-graph.ts'

/**
 * Why what a claim says is no longer said by who said it (LYRA 2.9); null while it is. Retracted; corrected by a note
 * of its own site, or of one at least as trusted; outdated where its own site says otherwise on a later page. Between
 * different sites nothing is decided by age (TRUST decision 3).
 */
export function supersededBy(
  parts: GraphParts,
  node: ClaimNode,
  contradicting: readonly EvidenceEdge[],
): string | null {
  if (node.page.is_retracted) return 'its source was retracted'
  const newVersion = newVersionOf(node.page)
  if (newVersion !== null) return `outdated: its source has a newer version, ${newVersion}`
  const later = contradicting.filter((edge) => counts(parts, edge) && !isEarlier(edge.page, node.page))
  const note = later.find((edge) => (isSameVoice(node, edge) ? isOwnNote(edge) : isNoteOfOthers(parts, node, edge)))
  if (note !== undefined) return `corrected on ${note.page.domain}`
  const newer = later.find((edge) => isSameVoice(node, edge) && isEarlier(node.page, edge.page))
  return newer === undefined ? null : `outdated: ${newer.page.domain} says otherwise since ${dateOf(newer.page)}`
}

const paperUpdates = z.object({
  identifiers: z.array(z.object({ type: z.string(), value: z.string() })).default([]),
  updates: z.array(z.object({ type: z.string(), notice: z.string().nullable() })).default([]),
})

/** A new version announced under the paper's own DOI is the one that was read. */
function newVersionOf({ paper_metadata }: Page): string | null {
  if (paper_metadata == null) return null
  const known = paperUpdates.safeParse(paper_metadata).data
  const own = new Set(known?.identifiers.map(({ value }) => value.toLowerCase()))
  const update = known?.updates.find(({ type, notice }) => replaces(type) && notice !== null && !own.has(notice))
  return update?.notice ?? null
}

/** Of the site itself the note may stand in the sentence, at the head of the passage, in its heading or title. */
function isOwnNote({ rationale, fragment, page }: EvidenceEdge): boolean {
  return isCorrectionNote(rationale, fragment.text_content.slice(0, HEAD), fragment.heading_context, page.title)
}

const HEAD = 40

/** Others repeat what was corrected: the very sentence must say so, on a site at least as trusted. */
function isNoteOfOthers(parts: GraphParts, node: ClaimNode, edge: EvidenceEdge): boolean {
  return isCorrectionNote(edge.rationale) && trustIndex(levelOf(parts, edge)) >= trustIndex(levelOf(parts, node))
}

/** The same site, or on a board the same writer. */
function isSameVoice(node: ClaimNode, edge: EvidenceEdge): boolean {
  if (node.page.domain !== edge.page.domain) return false
  const voice = { ...node.fragment, cluster_id: null }
  return sourceGroup(node.page, voice) === sourceGroup(edge.page, { ...edge.fragment, cluster_id: null })
}

function isEarlier(first: Page, second: Page): boolean {
  const [a, b] = [dateOf(first), dateOf(second)]
  return a !== null && b !== null && a < b
}

function dateOf(page: Page): string | null {
  return (page.published_at ?? page.updated_at)?.slice(0, 10) ?? null
}
