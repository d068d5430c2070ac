import type { Statements } from '../statements.ts'
import { type AdapterRows, adapterRows } from './adapter-rows.ts'
import { type AuthRows, authRows } from './auth-rows.ts'
import { type CalibrationRows, calibrationRows } from './calibration-rows.ts'
import { type FeedbackRows, feedbackRows } from './feedback-rows.ts'
import { type NotificationRows, notificationRows } from './notification-rows.ts'
import { type QuestionRows, questionRows } from './question-rows.ts'
import { type SessionRows, sessionRows } from './session-rows.ts'

/**
 * The tables that hold what people did: corrections, what was learned from them, waiting logins, notices, answers,
 * sessions.
 */
export interface People {
  readonly feedback: FeedbackRows
  readonly calibration: CalibrationRows
  readonly adapters: AdapterRows
  readonly auth: AuthRows
  readonly sessions: SessionRows
  readonly notifications: NotificationRows
  readonly questions: QuestionRows
}

export function peopleStore(sql: Statements): People {
  return {
    feedback: feedbackRows(sql),
    calibration: calibrationRows(sql),
    adapters: adapterRows(sql),
    auth: authRows(sql),
    sessions: sessionRows(sql),
    notifications: notificationRows(sql),
    questions: questionRows(sql),
  }
}
