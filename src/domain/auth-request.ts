import type { ChallengeKind } from './outcome.ts'

export const AUTH_PRIORITIES = ['high', 'normal', 'low'] as const
export type AuthPriority = (typeof AUTH_PRIORITIES)[number]

/** A page that only a person can open: what the queue of authentications is asked to show (REQ 3.6.1). */
export interface AuthRequest {
  readonly taskId: string | null
  readonly searchId: string | null
  readonly url: string
  readonly challenge: ChallengeKind
  readonly priority: AuthPriority
  readonly causeId: string
}
