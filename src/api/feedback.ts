import { z } from 'zod'
import { STANCE_RELATIONS } from '../domain/claim.ts'
import { type AnswerOf, type DeepReadonly, defineUseCase, type InputOf, WRITES } from './define-use-case.ts'
import { describeFields } from './describe-fields.ts'
import { dependsOnAction, givenId, id, LONGEST_TEXT, ok, taskId, verificationStatus, webLines } from './fields.ts'

/** SUPPORTS and supports are the same word. */
const anyCase = <const Choices extends readonly [string, ...string[]]>(choices: Choices) =>
  z.preprocess((given) => (typeof given === 'string' ? given.toLowerCase() : given), z.enum(choices))

const relation = anyCase(STANCE_RELATIONS)
const reason = z.string().max(LONGEST_TEXT).optional()

const PAYLOADS = {
  correct_nli: z.strictObject({
    correct_relation: relation,
    original_relation: relation.optional(),
    /** FEEDBACK 1 weighs a correction without a confidence as 0.9. */
    confidence: z.number().min(0).max(1).default(0.9),
    reason,
  }),
  flag_irrelevant: z.strictObject({ reason }),
  flag_missing: z.strictObject({
    missing_text: z.string().trim().min(1).max(20_000),
    location_hint: z.string().trim().max(500).optional(),
  }),
  correct_citation: z.strictObject({
    /** The edge runs between the pages. */
    cited_fragment_id: givenId.describe('fragment or page'),
    correction_type: z.enum(['add', 'remove']),
    relation: anyCase(['cites']).default('cites'),
    reason,
  }),
  rate_usefulness: z.strictObject({
    rating: z.int().min(1).max(5),
    aspect: z.enum(['relevance', 'clarity', 'credibility']).default('relevance'),
  }),
  /** LYRA 2.7: claims that say the same are one finding; both undo each other. */
  split_claim: z.strictObject({ reason }),
  join_claims: z.strictObject({ same_as: givenId, reason }),
  add_note: z.strictObject({ note: z.string().trim().min(1).max(10_000) }),
}

export type FeedbackAction = keyof typeof PAYLOADS
export type FeedbackPayload<Action extends FeedbackAction> = DeepReadonly<z.output<(typeof PAYLOADS)[Action]>>

const TARGETS: Readonly<Record<FeedbackAction, string>> = {
  correct_nli: 'edge id',
  flag_irrelevant: 'fragment id',
  flag_missing: 'page id',
  correct_citation: 'fragment or page id that cites',
  rate_usefulness: 'fragment or page id',
  split_claim: 'claim id',
  join_claims: 'claim id',
  add_note: 'any node',
}

function form<const Action extends FeedbackAction, Payload extends z.ZodObject>(action: Action, payload: Payload) {
  return z.strictObject({
    task_id: taskId,
    action: z.literal(action).describe('What is corrected'),
    target_id: givenId.describe('Id of the edge, fragment, page or claim'),
    payload: payload.meta(dependsOnAction),
  })
}

export const feedback = defineUseCase({
  name: 'feedback',
  title: 'Correct the evidence graph',
  description: [
    'Corrects the graph at once and tells the new confidence. Actions (target): payload',
    ...Object.entries(PAYLOADS).map(
      ([action, payload]) => `- ${action} (${TARGETS[action as FeedbackAction]}): ${describeFields(payload)}`,
    ),
  ].join('\n'),
  input: z.discriminatedUnion('action', [
    form('correct_nli', PAYLOADS.correct_nli),
    form('flag_irrelevant', PAYLOADS.flag_irrelevant),
    form('flag_missing', PAYLOADS.flag_missing),
    form('correct_citation', PAYLOADS.correct_citation),
    form('rate_usefulness', PAYLOADS.rate_usefulness),
    form('split_claim', PAYLOADS.split_claim),
    form('join_claims', PAYLOADS.join_claims),
    form('add_note', PAYLOADS.add_note),
  ]),
  output: z.object({
    ok,
    feedback_id: id,
    action: z.enum(Object.keys(PAYLOADS) as [FeedbackAction, ...FeedbackAction[]]),
    target_id: id,
    /** What changed in the graph at once, in words with ids. */
    applied: webLines,
    /** Of the task, as they stand now; the most changed first. */
    claims: z
      .array(
        z.object({
          claim_id: id,
          confidence_before: z.number(),
          confidence: z.number(),
          verification_status: verificationStatus,
        }),
      )
      .max(50),
    pending_training_samples: z.number(),
    training_due: z.boolean(),
  }),
  tool: { ...WRITES, destructiveHint: true },
})

export type FeedbackRequest = InputOf<typeof feedback>
export type FeedbackAnswer = AnswerOf<typeof feedback>
