import { z } from 'zod'

/** What found and judged a search: its version, its model files, and the settings that are not the defaults. */
export const judgingProgramSchema = z
  .object({
    version: z.string(),
    settings: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.array(z.string())])),
    /** SHA-256 of the file of each model by its name; none in searches of before it was kept. */
    models: z.record(z.string(), z.string()).default({}),
  })
  .readonly()
export type JudgingProgram = z.infer<typeof judgingProgramSchema>

/** The event that keeps it with the search. */
export const JUDGED_BY = 'judged_by'
