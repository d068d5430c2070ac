import type { ChallengeKind } from './outcome.ts'

/** A page that only a person can open: what the queue of authentications is asked to show (REQ 3.6.1). */
export interface AuthRequest {
  readonly taskId: string | null
  readonly searchId: string | null
  readonly url: string
  readonly challenge: ChallengeKind
  readonly priority: 'high' | 'normal' | 'low'
  readonly causeId: string
}
