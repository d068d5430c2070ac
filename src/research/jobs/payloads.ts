import { z } from 'zod'
import { citationSteeringSchema } from '../../domain/citation-steering.ts'
import { stableId } from '../../domain/ids.ts'
import { identifierList } from '../../domain/paper.ts'

/** A search, until it has answered. */
export const searchPayload = z.object({
  search_id: z.string(),
  /** Decided when it first starts, so that a resumed search has the same pages before it. */
  pages: z.number().optional(),
  out_of_budget: z.boolean().optional(),
})
export type SearchPayload = z.infer<typeof searchPayload>

/** A page that is a paper, and the paper it is. */
export const paperToFollow = z
  .object({
    page_id: z.string(),
    work_id: z.string(),
    /** Steps from the papers that the search found; 1 where it is left out. */
    depth: z.number().optional(),
  })
  .readonly()
export type PaperToFollow = z.infer<typeof paperToFollow>

/** The citations of a search's papers, followed after it has answered (TRUST phase 5). */
export const citationPayload = z.object({
  search_id: z.string(),
  papers: z.array(paperToFollow).default([]),
  /** To look up before the papers are followed. */
  identifiers: identifierList.default([]),
  /** Fragments that the answer was measured by. */
  kept: z.array(z.string()).default([]),
  /** Identifiers that the search looked up already. */
  enriched: z.array(z.string()).default([]),
  out_of_budget: z.boolean().default(false),
  steering: citationSteeringSchema.default({}),
})
export type CitationPayload = z.infer<typeof citationPayload>

export function searchJobId(searchId: string): string {
  return stableId('job', searchId)
}

export function citationJobId(searchId: string): string {
  return stableId('job', searchId, 'citations')
}
