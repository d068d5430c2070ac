import { LyraError } from '../../domain/errors.ts'
import type { HumanDeps } from '../human-deps.ts'
import { type Applied, type FeedbackInput, nodeKind } from './target.ts'

/** A rating weighs in the ranking of the task's later searches; it changes no confidence: usefulness is no evidence. */
export function rateUsefulness(deps: HumanDeps, input: FeedbackInput<'rate_usefulness'>): Applied {
  const { payload } = input
  const kind = nodeKind(deps, input.taskId, input.targetId)
  if (kind !== 'fragment' && kind !== 'page')
    throw new LyraError('NOT_FOUND', `Neither a fragment nor a page has the id ${input.targetId}`)
  const rated = `${kind} ${input.targetId}: rated ${payload.rating} of 5 for ${payload.aspect}`
  return { applied: [`${rated}; later searches of the task rank by it`], touched: [], payload }
}
