import type { StatusAnswer } from '../api/get-status.ts'
import { authSummary } from '../human/auth-queue.ts'
import { applyOverrides } from '../research/graph/apply-overrides.ts'
import { refreshReview } from '../research/review/refresh-review.ts'
import { taskStatus } from '../research/status.ts'
import type { Rooms } from './wire-rooms.ts'

/** What research measures, with what waits for a person; domains.yaml as it stands now (TRUST 4.2). */
export function statusOfTask({ research, human }: Pick<Rooms, 'research' | 'human'>, taskId: string): StatusAnswer {
  applyOverrides(research)
  const auth = authSummary(human, taskId)
  const status = taskStatus(research, taskId, { summary: auth.auth_queue, alerts: auth.warnings })
  return { ...status, review: refreshReview(research, taskId) }
}
