import { z } from 'zod'
import { type AnswerOf, defineUseCase, WRITES } from './define-use-case.ts'
import { id, lines, ok, taskId } from './fields.ts'

export const feedback = defineUseCase({
  name: 'feedback',
  title: 'Correct the evidence graph',
  description: [
    'Applies a correction of the user to the graph at once. Actions, their target and payload:',
    '- correct_nli (edge id): {correct_relation: SUPPORTS|REFUTES|NEUTRAL, original_relation?, confidence?, reason?}',
    '- flag_irrelevant (fragment id): {reason?}',
    '- flag_missing (page id): {missing_text, location_hint?}',
    '- correct_citation (fragment or page id that cites): {cited_fragment_id (fragment or page), ' +
      'correction_type: add|remove, relation?: CITES, reason?}',
    '- rate_usefulness (fragment or page id): {rating: 1-5, aspect?: relevance|clarity|credibility}',
    '- add_note (any node): {note}',
  ].join('\n'),
  input: z.strictObject({
    task_id: taskId,
    action: z
      .enum(['correct_nli', 'flag_irrelevant', 'flag_missing', 'correct_citation', 'rate_usefulness', 'add_note'])
      .describe('What is corrected'),
    target_id: z.string().min(1).max(200).describe('Id of the edge, fragment, page or claim'),
    payload: z.record(z.string().max(100), z.unknown()).describe('Depends on the action'),
  }),
  output: z.object({
    ok,
    feedback_id: id,
    action: z.string().max(50),
    target_id: id,
    /** What changed in the graph at once, in words with ids. */
    applied: lines,
    pending_training_samples: z.number(),
    training_due: z.boolean(),
  }),
  tool: { ...WRITES, destructiveHint: true },
})

export type FeedbackAnswer = AnswerOf<typeof feedback>
