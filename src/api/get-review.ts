import { z } from 'zod'
import { type AnswerOf, defineUseCase } from './define-use-case.ts'
import { domain, fromItem, id, ids, nextUri, ok, passageText, shortText, taskId, webText } from './fields.ts'

const probability = z.number()

const change = z.object({
  /** Another verdict; `apart` (a claim leaves its finding), `dropped` (a claim), `lifted` (a block). */
  to: shortText,
  probability,
  finding_id: id,
  confidence: z.number(),
  status: shortText,
})

const item = z.object({
  place: z.number(),
  kind: z.enum(['pair', 'unjudged', 'merge', 'referent', 'block']),
  /** What `feedback` names: an edge, a fragment (unjudged), a claim (merge, referent), a domain (block). */
  target_id: id,
  claim_id: id.nullable(),
  fragment_id: id.nullable(),
  finding_id: id.nullable(),
  sentence: passageText,
  claim_text: webText,
  domain,
  verdict: shortText.nullable(),
  probability: probability.nullable(),
  /** Expected change of confidence and status. */
  score: z.number(),
  finding: z.object({ confidence: z.number(), status: shortText }).nullable(),
  changes: z.array(change).max(100),
  decides: ids,
  copies: ids,
})

export const getReview = defineUseCase({
  name: 'get_review',
  title: 'What to review in a task',
  description: 'Verdicts and claims in doubt, what a correction by `feedback` would change most first',
  input: z.strictObject({
    task_id: taskId,
    from: fromItem,
    limit: z.int().min(1).max(100).default(30).describe('Most entries'),
  }),
  output: z.object({
    ok,
    task_id: id,
    /** Findings whose status hangs on one verdict in doubt, and the pairs on which they hang. */
    decisions: z.number(),
    pairs: z.number(),
    total: z.number(),
    items: z.array(item).max(100),
    next: nextUri,
  }),
})

export type ReviewAnswer = AnswerOf<typeof getReview>
export type ReviewEntry = ReviewAnswer['items'][number]
