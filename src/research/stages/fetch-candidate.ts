import { z } from 'zod'

/** What led to an address that the caller named. */
export const FOUND_BY_NAME = 'named'

const fetchCandidate = z
  .object({
    url: z.string(),
    /** Engine names, or the academic source, that led here. */
    foundBy: z.string(),
    referer: z.string().nullable(),
    score: z.number(),
    /** Where a paper is published, as a source told. */
    isPaper: z.boolean().optional(),
    /** The exclusion that its result line shows to be met. */
    leftOut: z.string().optional(),
  })
  .readonly()
/** An address that the search may read. */
export type FetchCandidate = z.infer<typeof fetchCandidate>

export const candidateList = z.array(fetchCandidate).readonly()
