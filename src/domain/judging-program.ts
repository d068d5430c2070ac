import { z } from 'zod'

/** What found and judged a search: its version, and the settings that decide what is found, where not the defaults. */
export const judgingProgramSchema = z
  .object({
    version: z.string(),
    settings: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.array(z.string())])),
  })
  .readonly()
export type JudgingProgram = z.infer<typeof judgingProgramSchema>

/** The event that keeps it with the search. */
export const JUDGED_BY = 'judged_by'
