import { LyraError } from '../../domain/errors.ts'
import type { LinkCorrection } from '../../store/findings.ts'
import type { HumanDeps } from '../human-deps.ts'
import type { Applied, FeedbackInput } from './target.ts'

/** LYRA 2.7: a person knows better whether two claims say the same; the last word on a pair of claims stands. */
export function splitClaim(deps: HumanDeps, input: FeedbackInput<'split_claim'>): Applied {
  const claimId = requireClaim(deps, input.taskId, input.targetId)
  const others = claimsBeside(deps, claimId).filter((id) => id !== claimId)
  if (others.length === 0)
    throw new LyraError('INVALID_PARAMS', `Claim ${claimId} already stands alone`, {
      hint: 'v_findings lists the claims of each finding',
    })
  const pairs = others.map((other) => ({ first: claimId, second: other }))
  const before = decidedBefore(deps, input.taskId, pairs)
  for (const pair of pairs) deps.store.findings.correct(input.taskId, { ...pair, decision: 'apart' }, input.causeId)
  return {
    applied: [`claim ${claimId}: no longer one finding with ${others.join(', ')}`],
    touched: [claimId, ...others],
    payload: { ...input.payload, split_from: others, before },
  }
}

export function joinClaims(deps: HumanDeps, input: FeedbackInput<'join_claims'>): Applied {
  const one = requireClaim(deps, input.taskId, input.targetId)
  const other = requireClaim(deps, input.taskId, input.payload.same_as)
  const [own, theirs] = [claimsBeside(deps, one), claimsBeside(deps, other)]
  if (own.includes(other)) throw new LyraError('INVALID_PARAMS', `Claims ${one} and ${other} already are one finding`)
  const [mine, its] = [new Set(own), new Set(theirs)]
  const parted = deps.store.findings
    .corrections(input.taskId)
    .filter(({ decision }) => decision === 'apart')
    .filter(({ first, second }) => (mine.has(first) && its.has(second)) || (its.has(first) && mine.has(second)))
  const pairs = [...parted, { first: one, second: other }]
  const before = decidedBefore(deps, input.taskId, pairs)
  for (const pair of pairs) deps.store.findings.correct(input.taskId, { ...pair, decision: 'same' }, input.causeId)
  return {
    applied: [`claims ${one} and ${other}: one finding from now on`],
    touched: [...own, ...theirs],
    payload: { ...input.payload, same_as: other, before },
  }
}

/** What was decided about these pairs until now: an undo brings it back. */
function decidedBefore(
  { store }: HumanDeps,
  taskId: string,
  pairs: readonly Pick<LinkCorrection, 'first' | 'second'>[],
): readonly LinkCorrection[] {
  const keys = new Set(pairs.map(keyOf))
  return store.findings.corrections(taskId).filter((one) => keys.has(keyOf(one)))
}

function keyOf({ first, second }: Pick<LinkCorrection, 'first' | 'second'>): string {
  return [first, second].sort().join(' ')
}

/** A claim of the task by its id, or by that of its finding. */
function requireClaim({ store }: HumanDeps, taskId: string, id: string): string {
  const claim = store.claims.get(store.findings.get(id)?.claim_id ?? id)
  if (claim === null || claim.task_id !== taskId)
    throw new LyraError('NOT_FOUND', `No claim or finding of task ${taskId} has the id ${id}`)
  return claim.id
}

/** All claims of its finding; itself alone where nobody has grouped it yet. */
export function claimsBeside({ store }: HumanDeps, claimId: string): readonly string[] {
  const findingId = store.findings.ofClaims([claimId]).get(claimId)
  return findingId === undefined ? [claimId] : (store.findings.claimsOf([findingId]).get(findingId) ?? [claimId])
}
