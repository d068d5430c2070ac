import { z } from 'zod'
import { source, sourceName } from './calibrate.ts'
import { type AnswerOf, defineUseCase, WRITES } from './define-use-case.ts'
import { ok, shortText } from './fields.ts'

export const calibrateRollback = defineUseCase({
  name: 'calibrate_rollback',
  title: 'Roll a calibration back',
  description:
    "Puts an earlier version of a source's calibration in force again. Changes how every later confidence of that " +
    'source is read; the reason is kept in the log.',
  input: z.strictObject({
    source: source.describe('Which calibration, e.g. "nli_judge"'),
    version: z.int().min(1).max(1_000_000).optional().describe('Version to go back to; the one before when left out'),
    reason: z.string().trim().max(1000).optional().describe('Why, for the log'),
  }),
  output: z.object({
    ok,
    source: sourceName,
    rolled_back_to: z.number(),
    previous_version: z.number(),
    reason: shortText,
  }),
  tool: { ...WRITES, destructiveHint: true },
})

export type RollbackAnswer = AnswerOf<typeof calibrateRollback>
