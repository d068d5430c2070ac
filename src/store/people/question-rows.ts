import type { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'

const rowSchema = z.object({
  id: z.string(),
  prompt: z.string(),
  choices: z.string().transform((text) => z.string().array().parse(JSON.parse(text))),
  asked_at: z.string(),
  answered_at: z.string().nullable(),
  answer: z.string().nullable(),
  channel: z.string().nullable(),
  timed_out: z.number().transform((flag) => flag === 1),
})
export type QuestionRow = z.infer<typeof rowSchema>

export interface QuestionRows {
  ask(row: { id: string; prompt: string; choices: readonly string[]; askedAt: string; causeId: string }): void
  get(id: string): QuestionRow | null
  /** Questions somebody still waits on, oldest first. */
  open(): readonly QuestionRow[]
  /** True for the first answer; false when another came first or nobody waits any more. */
  answer(id: string, answer: string, channel: string, at: string): boolean
  /** Nobody waits any more: the time is over, or the asker went away. */
  giveUp(id: string): void
}

const COLUMNS = 'id, prompt, choices, asked_at, answered_at, answer, channel, timed_out'

export function questionRows(db: DatabaseSync): QuestionRows {
  return {
    ask: (row) => {
      db.prepare('INSERT INTO questions (id, prompt, choices, asked_at, cause_id) VALUES (?, ?, ?, ?, ?)').run(
        row.id,
        row.prompt,
        JSON.stringify(row.choices),
        row.askedAt,
        row.causeId,
      )
    },
    get: (id) => rowSchema.nullish().parse(db.prepare(`SELECT ${COLUMNS} FROM questions WHERE id = ?`).get(id)) ?? null,
    open: () =>
      rowSchema
        .array()
        .parse(
          db
            .prepare(
              `SELECT ${COLUMNS} FROM questions WHERE answered_at IS NULL AND timed_out = 0 ORDER BY asked_at, rowid`,
            )
            .all(),
        ),
    answer: (id, answer, channel, at) =>
      db
        .prepare(
          'UPDATE questions SET answer = ?, channel = ?, answered_at = ? WHERE id = ? AND answered_at IS NULL AND timed_out = 0',
        )
        .run(answer, channel, at, id).changes === 1,
    giveUp: (id) => {
      db.prepare('UPDATE questions SET timed_out = 1 WHERE id = ? AND answered_at IS NULL').run(id)
    },
  }
}
