import type { StatusAnswer } from '../api/get-status.ts'
import { authSummary } from '../human/auth-queue.ts'
import { refreshReview } from '../research/review/refresh-review.ts'
import { taskStatus } from '../research/status.ts'
import { catchUpWithOverrides } from './catch-up-with-overrides.ts'
import type { Rooms } from './wire-rooms.ts'

type StatusRooms = Pick<Rooms, 'research' | 'human'>

const NOT_CAUGHT_UP = 'domains.yaml was changed and is not applied yet: another process is writing'

/** What research measures, with what waits for a person; domains.yaml as it stands now (TRUST 4.2). */
export function statusOfTask(rooms: StatusRooms, taskId: string): StatusAnswer {
  const { research } = rooms
  const caughtUp = catchUpWithOverrides(research)
  const status = research.store.read(() => statusAsItStands(rooms, taskId))
  const warnings = caughtUp ? status.warnings : [...status.warnings, NOT_CAUGHT_UP]
  return { ...status, warnings, review: refreshReview(research, taskId).counts }
}

/** Without a look at domains.yaml and the review queue: nothing is written. */
export function statusAsItStands({ research, human }: StatusRooms, taskId: string): Omit<StatusAnswer, 'review'> {
  const auth = authSummary(human, taskId)
  return taskStatus(research, taskId, { summary: auth.auth_queue, alerts: auth.warnings })
}
