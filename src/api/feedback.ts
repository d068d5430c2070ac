import { z } from 'zod'
import { STANCE_RELATIONS } from '../domain/claim.ts'
import { type AnswerOf, type DeepReadonly, defineUseCase, type InputOf, WRITES } from './define-use-case.ts'
import { describeFields } from './describe-fields.ts'
import {
  dependsOnAction,
  givenId,
  id,
  LONGEST_TEXT,
  listedAsObject,
  ok,
  taskId,
  verificationStatus,
  webLines,
  webShortText,
} from './fields.ts'

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
    claim_id: givenId.optional().describe('pair never judged: target is its fragment'),
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

/** Corrections that one call may bring. */
const MOST_ITEMS = 100

const BESIDE = {
  /** Takes an earlier correction back; the record of both stays. */
  undo: z.strictObject({ reason }),
  /** Each item is checked by itself, so that one that is wrong is an outcome of its own. */
  list: z.strictObject({
    items: z.array(z.unknown()).min(1).max(MOST_ITEMS).describe('action, target_id, payload'),
    /** `all`: one that fails takes all back. */
    mode: z.enum(['each', 'all']).default('each'),
  }),
}

export type FeedbackAction = keyof typeof PAYLOADS | 'undo'
const EVERY = { ...PAYLOADS, undo: BESIDE.undo }
export const FEEDBACK_ACTIONS = Object.keys(EVERY) as [FeedbackAction, ...FeedbackAction[]]
export type FeedbackPayload<Action extends FeedbackAction> = DeepReadonly<z.output<(typeof EVERY)[Action]>>

const TARGETS: Readonly<Record<FeedbackAction, string>> = {
  correct_nli: 'edge id',
  flag_irrelevant: 'fragment id',
  flag_missing: 'page id',
  correct_citation: 'fragment or page id that cites',
  rate_usefulness: 'fragment or page id',
  split_claim: 'claim id',
  join_claims: 'claim id',
  add_note: 'any node',
  undo: 'feedback id',
}

function itemForm<const Action extends FeedbackAction, Payload extends z.ZodType>(action: Action, payload: Payload) {
  return z.strictObject({
    action: z.literal(action).describe('What is corrected'),
    target_id: givenId.describe('By the action'),
    payload: payload.meta(dependsOnAction),
  })
}

function form<const Action extends FeedbackAction, Payload extends z.ZodType>(action: Action, payload: Payload) {
  return z.strictObject({ task_id: taskId, ...itemForm(action, payload).shape })
}

/** One correction of a list. */
export const feedbackItem = z.discriminatedUnion('action', [
  itemForm('correct_nli', PAYLOADS.correct_nli),
  itemForm('flag_irrelevant', PAYLOADS.flag_irrelevant.prefault({})),
  itemForm('flag_missing', PAYLOADS.flag_missing),
  itemForm('correct_citation', PAYLOADS.correct_citation),
  itemForm('rate_usefulness', PAYLOADS.rate_usefulness),
  itemForm('split_claim', PAYLOADS.split_claim.prefault({})),
  itemForm('join_claims', PAYLOADS.join_claims),
  itemForm('add_note', PAYLOADS.add_note),
  itemForm('undo', BESIDE.undo.prefault({})),
])
export type FeedbackItem = DeepReadonly<z.output<typeof feedbackItem>>

const touchedFinding = z.object({
  finding_id: id,
  confidence_before: z.number(),
  confidence: z.number(),
  status_before: verificationStatus.nullable(),
  status: verificationStatus,
})

/** Every finding of the task that the correction touched; null before: it is new. */
const findings = z.array(touchedFinding).max(2000).meta(listedAsObject)
const training = { pending_training_samples: z.number(), training_due: z.boolean() }

const listAnswer = z.object({
  ok,
  mode: z.enum(['each', 'all']),
  /** One for each item, in their order. */
  results: z
    .array(
      z.object({
        feedback_id: id.nullable(),
        applied: webLines,
        /** Why it was not applied. */
        error: webShortText.exactOptional(),
      }),
    )
    .max(MOST_ITEMS)
    .meta(listedAsObject),
  findings,
  ...training,
})

export const feedback = defineUseCase({
  name: 'feedback',
  title: 'Correct the evidence graph',
  description: [
    'Corrects the graph at once and tells how findings stand. Actions (target): payload',
    ...Object.entries(PAYLOADS).map(
      ([action, payload]) => `- ${action} (${TARGETS[action as FeedbackAction]}): ${describeFields(payload)}`,
    ),
    `- undo (${TARGETS.undo})`,
    `- list: ${describeFields(BESIDE.list)}`,
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
    form('undo', BESIDE.undo.prefault({})),
    z.strictObject({
      task_id: taskId,
      action: z.literal('list').describe('What is corrected'),
      payload: BESIDE.list.meta(dependsOnAction),
    }),
  ]),
  // Most specific source first: L7 uses the first option that matches.
  output: z.union([
    listAnswer,
    z.object({
      ok,
      feedback_id: id,
      action: z.enum(FEEDBACK_ACTIONS),
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
        .max(50)
        .meta(listedAsObject),
      findings,
      ...training,
    }),
  ]),
  tool: { ...WRITES, destructiveHint: true },
})

export type FeedbackRequest = InputOf<typeof feedback>
type AnyAnswer = AnswerOf<typeof feedback>
export type FeedbackListAnswer = Extract<AnyAnswer, { readonly results: unknown }>
export type FeedbackAnswer = Exclude<AnyAnswer, FeedbackListAnswer>
export type TouchedFinding = FeedbackAnswer['findings'][number]
export type FeedbackList = Extract<FeedbackRequest, { readonly action: 'list' }>
