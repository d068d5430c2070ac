import { z } from 'zod'
import type { HumanDeps } from '../human-deps.ts'
import { parseInput } from '../parse-input.ts'
import { type Applied, type FeedbackInput, requireFragment } from './target.ts'

const payloadSchema = z.strictObject({ reason: z.string().max(4000).optional() })

export function flagIrrelevant(deps: HumanDeps, input: FeedbackInput): Applied {
  const payload = parseInput(payloadSchema, input.payload, 'payload')
  const fragment = requireFragment(deps, input.targetId)
  const touched = deps.store.claims.touchedByFragment(fragment.id).map((claim) => claim.id)
  const drawn = deps.store.claims.ofTask(input.taskId).filter((claim) => claim.source_fragment_id === fragment.id)
  deps.store.fragments.markIrrelevant(fragment.id)
  return {
    applied: [`fragment ${fragment.id}: marked irrelevant, no longer counted as evidence`],
    touched: [...new Set([...touched, ...drawn.map((claim) => claim.id)])],
    payload,
  }
}
