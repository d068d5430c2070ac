import type { HumanDeps } from '../human-deps.ts'
import { type Applied, type FeedbackInput, requireFragment } from './target.ts'

export function flagIrrelevant(deps: HumanDeps, input: FeedbackInput<'flag_irrelevant'>): Applied {
  const { payload } = input
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
