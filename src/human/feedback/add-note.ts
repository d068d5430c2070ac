import { z } from 'zod'
import { LyraError } from '../../domain/errors.ts'
import type { HumanDeps } from '../human-deps.ts'
import { parseInput } from '../parse-input.ts'
import { type Applied, type FeedbackInput, nodeKind } from './target.ts'

const payloadSchema = z.strictObject({
  note: z.string().trim().min(1, 'the note must not be empty').max(10_000),
})

export function addNote(deps: HumanDeps, input: FeedbackInput): Applied {
  const payload = parseInput(payloadSchema, input.payload, 'payload')
  const kind = nodeKind(deps, input.taskId, input.targetId)
  if (kind === null) throw new LyraError('NOT_FOUND', `Nothing in this task's graph has the id ${input.targetId}`)
  return { applied: [`${kind} ${input.targetId}: note added`], touched: [], payload }
}
