import { z } from 'zod'
import { type HumanRoom, parseInput } from '../room.ts'
import { type Applied, type FeedbackInput, requireFragment } from './target.ts'

const payloadSchema = z.strictObject({ reason: z.string().max(4000).optional() })

export function flagIrrelevant(room: HumanRoom, input: FeedbackInput): Applied {
  const payload = parseInput(payloadSchema, input.payload, 'payload')
  const fragment = requireFragment(room, input.targetId)
  const touched = room.store.claims.touchedByFragment(fragment.id).map((claim) => claim.id)
  const drawn = room.store.claims.ofTask(input.taskId).filter((claim) => claim.source_fragment_id === fragment.id)
  room.store.fragments.markIrrelevant(fragment.id)
  return {
    applied: [`fragment ${fragment.id}: marked irrelevant, no longer counted as evidence`],
    touched: [...new Set([...touched, ...drawn.map((claim) => claim.id)])],
    payload,
  }
}
