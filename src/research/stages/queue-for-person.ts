import type { AuthRequest } from '../../domain/auth-request.ts'
import type { SearchCall } from '../search-call.ts'

export interface AuthQueue {
  readonly enqueueAuth: (request: AuthRequest) => void
}

export function isForPerson(outcome: string): boolean {
  return outcome === 'captcha' || outcome === 'login_wall'
}

/** A page or a result page that only a person can open; the search goes on without it (REQ 3.6.1). */
export function queueForPerson(
  { enqueueAuth }: AuthQueue,
  { taskId, searchId, causeId }: SearchCall,
  wall: Pick<AuthRequest, 'url' | 'challenge' | 'priority'>,
): void {
  enqueueAuth({ taskId, searchId, causeId, ...wall })
}
