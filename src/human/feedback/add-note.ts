import { LyraError } from '../../domain/errors.ts'
import type { HumanDeps } from '../human-deps.ts'
import { type Applied, type FeedbackInput, nodeKind } from './target.ts'

export function addNote(deps: HumanDeps, input: FeedbackInput<'add_note'>): Applied {
  const { payload } = input
  const kind = nodeKind(deps, input.taskId, input.targetId)
  if (kind === null) throw new LyraError('NOT_FOUND', `Nothing in this task's graph has the id ${input.targetId}`)
  return { applied: [`${kind} ${input.targetId}: note added`], touched: [], payload }
}
