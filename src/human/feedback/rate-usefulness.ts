import { z } from 'zod'
import { LyraError } from '../../domain/errors.ts'
import type { HumanDeps } from '../human-deps.ts'
import { parseInput } from '../parse-input.ts'
import { type Applied, type FeedbackInput, nodeKind } from './target.ts'

const payloadSchema = z.strictObject({
  rating: z.int().min(1).max(5),
  aspect: z.enum(['relevance', 'clarity', 'credibility']).default('relevance'),
})

/** A rating is kept beside the node; it changes no confidence, because usefulness is not evidence. */
export function rateUsefulness(deps: HumanDeps, input: FeedbackInput): Applied {
  const payload = parseInput(payloadSchema, input.payload, 'payload')
  const kind = nodeKind(deps, input.taskId, input.targetId)
  if (kind !== 'fragment' && kind !== 'page')
    throw new LyraError('NOT_FOUND', `Neither a fragment nor a page has the id ${input.targetId}`)
  return {
    applied: [`${kind} ${input.targetId}: rated ${payload.rating} of 5 for ${payload.aspect}`],
    touched: [],
    payload,
  }
}
