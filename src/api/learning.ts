import { z } from 'zod'
import { ADAPTER_KINDS } from '../domain/adapter.ts'
import { type AnswerOf, defineUseCase } from './define-use-case.ts'
import { ok, shortText } from './fields.ts'

const version = z.object({
  kind: z.enum(ADAPTER_KINDS),
  version: z.number(),
  model: shortText,
  /** The hidden layer of the model that it reads beside the signals; null: the signals alone. */
  layer: shortText.nullable(),
  corrections: z.number(),
  /** Mean loss on corrections of claims that the fit had not seen. */
  held_back_before: z.number(),
  held_back_after: z.number(),
  /** Macro-F1 on base examples that the fit had not seen. */
  base_before: z.number(),
  base_after: z.number(),
  accepted: z.boolean(),
  reason: shortText,
  is_current: z.boolean(),
  created_at: shortText,
})

export const learning = defineUseCase({
  name: 'learning',
  title: 'What was learned from corrections',
  description: 'History of what this machine has learned from corrections; learns now, or goes back to a version',
  input: z.strictObject({
    action: z.enum(['history', 'learn', 'rollback']).default('history').describe('history only tells'),
    kind: z.enum(ADAPTER_KINDS).default('stance').describe('stance: verdicts on pairs; claims: which sentences count'),
    version: z
      .int()
      .min(0)
      .max(1_000_000)
      .optional()
      .describe('rollback: 0 is the model as it ships; else the one before'),
    reason: z.string().trim().max(1000).optional().describe('rollback: why, for the log'),
  }),
  output: z.object({
    ok,
    /** Corrections that a fit would use now, and how many one needs. */
    corrections: z.object({ stance: z.number(), claims: z.number(), needed: z.number() }),
    /** Oldest first. */
    versions: z.array(version).max(10_000),
    /** 0: the model as it ships. */
    current: z.object({ stance: z.number(), claims: z.number() }),
  }),
})

export type LearningAnswer = AnswerOf<typeof learning>
