import { z } from 'zod'
import { fields, json } from '../columns.ts'
import { insertInto, type Params, type Statements } from '../statements.ts'

/** By whom: an assistant over MCP, a person at the terminal, or a rule that carried another correction on. */
export const FEEDBACK_ACTORS = ['assistant', 'person', 'rule'] as const
export type FeedbackActor = (typeof FEEDBACK_ACTORS)[number]

export interface FeedbackRow {
  readonly id: string
  readonly task_id: string
  readonly action: string
  readonly target_id: string
  readonly payload: Readonly<Record<string, unknown>>
  readonly created_at: string
  readonly cause_id: string
  readonly actor: FeedbackActor
  /** The correction that this one followed from; null where somebody made it. */
  readonly copy_of: string | null
  readonly undone_at: string | null
}

export interface FeedbackRows {
  insert(row: Omit<FeedbackRow, 'undone_at'>): void
  get(id: string): FeedbackRow | null
  /** What followed from it. */
  copiesOf(id: string): readonly FeedbackRow[]
  markUndone(ids: readonly string[], at: string): void
  /** Corrections of one kind of one target that were not undone, oldest first. */
  standing(targetId: string, action: string): readonly FeedbackRow[]
  /** All of them, also those that were undone. */
  about(targetId: string, action: string): readonly FeedbackRow[]
  ofTask(taskId: string): readonly FeedbackRow[]
  /** Of every task, oldest first, also those that were undone. */
  ofActions(actions: readonly string[]): readonly FeedbackRow[]
  /** Of the standing corrections those that no version in force has learned from (FEEDBACK 8). */
  countUnusedCorrections(): number
  /** The latest correction of each edge that was not undone, oldest first. */
  standingCorrections(): readonly FeedbackRow[]
  /** Those made until then are part of what is applied, later ones are not; null: none is. */
  markApplied(until: string | null): void
  /** What was noted on these nodes by the task, oldest first (FEEDBACK 6). */
  notes(taskId: string, targetIds: readonly string[]): readonly NoteRow[]
  /**
   * The latest rating of each node and aspect that the task had been given before the event `causeId` (FEEDBACK 5). A
   * search asks with its own cause, so that it ranks by the same ratings when it is resumed or replayed.
   */
  ratings(taskId: string, causeId: string): readonly RatingRow[]
}

const noteRow = z.object({ target_id: z.string(), note: z.string(), created_at: z.string() })
export type NoteRow = Readonly<z.infer<typeof noteRow>>

const ratingRow = z.object({ target_id: z.string(), aspect: z.string(), rating: z.number() })
export type RatingRow = Readonly<z.infer<typeof ratingRow>>

const rowSchema = z.object({
  id: z.string(),
  task_id: z.string(),
  action: z.string(),
  target_id: z.string(),
  payload: json(fields),
  created_at: z.string(),
  cause_id: z.string(),
  actor: z.enum(FEEDBACK_ACTORS),
  copy_of: z.string().nullable(),
  undone_at: z.string().nullable(),
})

const COLUMNS = Object.keys(rowSchema.shape)
const INSERT = insertInto('feedback', COLUMNS)
const OF_TASK = `SELECT ${COLUMNS} FROM feedback WHERE task_id = :taskId ORDER BY created_at, rowid`
const STANDING = `FROM feedback f WHERE action = 'correct_nli'
  AND undone_at IS NULL AND copy_of IS NULL AND NOT EXISTS (
  SELECT 1 FROM feedback later
  WHERE later.target_id = f.target_id AND later.action = 'correct_nli' AND later.undone_at IS NULL
    AND later.rowid > f.rowid)`
const UNUSED = `${STANDING} AND applied_to_training = 0`
const MARK_APPLIED = `UPDATE feedback
  SET applied_to_training = (undone_at IS NULL AND created_at <= coalesce(:until, ''))
  WHERE action = 'correct_nli'`
const NOTES = `SELECT target_id, payload ->> 'note' AS note, created_at FROM feedback
  WHERE task_id = :taskId AND action = 'add_note' AND undone_at IS NULL
    AND target_id IN (SELECT value FROM json_each(:ids)) ORDER BY rowid`
const RATINGS = `SELECT f.target_id, f.payload ->> 'aspect' AS aspect, f.payload ->> 'rating' AS rating, max(f.rowid)
  FROM feedback f JOIN events e ON e.id = f.cause_id
  WHERE f.task_id = :taskId AND f.action = 'rate_usefulness' AND f.undone_at IS NULL
    AND e.seq < (SELECT seq FROM events WHERE id = :causeId)
  GROUP BY f.target_id, aspect`

export function feedbackRows(sql: Statements): FeedbackRows {
  const select = (where: string, params: Params) =>
    rowSchema.array().parse(sql.all(`SELECT ${COLUMNS} FROM feedback WHERE ${where} ORDER BY rowid`, params))
  return {
    insert: (row) => {
      sql.run(INSERT, { ...row, payload: JSON.stringify(row.payload), undone_at: null })
    },
    get: (id) => select('id = :id', { id })[0] ?? null,
    copiesOf: (id) => select('copy_of = :id', { id }),
    markUndone: (ids, at) => {
      for (const id of ids) sql.run('UPDATE feedback SET undone_at = :at WHERE id = :id', { id, at })
    },
    standing: (targetId, action) =>
      select('target_id = :targetId AND action = :action AND undone_at IS NULL', { targetId, action }),
    about: (targetId, action) => select('target_id = :targetId AND action = :action', { targetId, action }),
    ofActions: (actions) =>
      select('action IN (SELECT value FROM json_each(:actions))', { actions: JSON.stringify(actions) }),
    ofTask: (taskId) => rowSchema.array().parse(sql.all(OF_TASK, { taskId })),
    countUnusedCorrections: () => Number(sql.get(`SELECT count(*) AS n ${UNUSED}`)?.n),
    standingCorrections: () =>
      rowSchema.array().parse(sql.all(`SELECT ${COLUMNS} ${STANDING} ORDER BY created_at, rowid`)),
    markApplied: (until) => {
      sql.run(MARK_APPLIED, { until })
    },
    notes: (taskId, targetIds) => noteRow.array().parse(sql.all(NOTES, { taskId, ids: JSON.stringify(targetIds) })),
    ratings: (taskId, causeId) => ratingRow.array().parse(sql.all(RATINGS, { taskId, causeId })),
  }
}
