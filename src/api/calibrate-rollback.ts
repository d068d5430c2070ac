import { z } from 'zod'
import { source, sourceName } from './calibrate.ts'
import { type AnswerOf, defineUseCase, WRITES } from './define-use-case.ts'
import { ok, shortText } from './fields.ts'

export const calibrateRollback = defineUseCase({
  name: 'calibrate_rollback',
  title: 'Roll a calibration back',
  description: "Puts an earlier version of a source's calibration, or none, in force.",
  input: z.strictObject({
    source: source.describe('Which calibration, e.g. "nli_judge"'),
    version: z.int().min(0).max(1_000_000).optional().describe('To go back to, 0: none; else the one before'),
    reason: z.string().trim().max(1000).optional().describe('Why, for the log'),
  }),
  output: z.object({
    ok,
    source: sourceName,
    /** 0: no calibration. */
    rolled_back_to: z.number(),
    previous_version: z.number(),
    reason: shortText,
  }),
  tool: { ...WRITES, destructiveHint: true },
})

export type RollbackAnswer = AnswerOf<typeof calibrateRollback>
