import { z } from 'zod'

export const CITATION_DIRECTIONS = ['both', 'references', 'citations'] as const
export const DEEPEST_CHASE = 3

/** How the citations of a search's papers are followed; left out: the best of both directions, one step deep. */
export const citationSteeringSchema = z
  .object({
    /** `none`: candidates are listed with their scores, and none is read. */
    follow: z.enum(['best', 'none']).optional(),
    direction: z.enum(CITATION_DIRECTIONS).optional(),
    /** Papers found by following are followed themselves, up to here. */
    depth: z.number().optional(),
    /** Years of publication, both included. */
    from_year: z.number().optional(),
    to_year: z.number().optional(),
    /** Ids of candidates that are not to be read. */
    exclude: z.array(z.string()).readonly().optional(),
  })
  .readonly()
export type CitationSteering = z.infer<typeof citationSteeringSchema>

export const CANDIDATE_STATES = ['kept', 'left', 'excluded'] as const
export type CandidateState = (typeof CANDIDATE_STATES)[number]

/** A paper that cites or is cited by one of the task's, and what was made of it. */
export interface CitationCandidate {
  readonly task_id: string
  /** Follows from both papers and the direction: a replay names it alike. */
  readonly id: string
  readonly search_id: string
  /** The paper whose list it stands in. */
  readonly page_id: string
  readonly direction: 'reference' | 'citation'
  readonly depth: number
  readonly title: string
  readonly year: number | null
  readonly identifiers: readonly { readonly type: string; readonly value: string }[]
  readonly told_by: string
  readonly is_influential: boolean
  /** Null where it was not scored: it has no abstract, or was left out before. */
  readonly similarity: number | null
  readonly relevance: number | null
  readonly score: number | null
  readonly state: CandidateState
  readonly reason: string
  readonly cause_id: string
}
