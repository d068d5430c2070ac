import { z } from 'zod'

const fetchCandidate = z
  .object({
    url: z.string(),
    /** Engine names, or the academic source, that led here. */
    foundBy: z.string(),
    referer: z.string().nullable(),
    score: z.number(),
  })
  .readonly()
/** An address that the search may read. */
export type FetchCandidate = z.infer<typeof fetchCandidate>

export const candidateList = z.array(fetchCandidate).readonly()
