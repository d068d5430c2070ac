import { z } from 'zod'
import { flag, strings } from '../columns.ts'
import { insertInto, type Statements } from '../statements.ts'

const rowSchema = z.object({
  id: z.string(),
  prompt: z.string(),
  choices: strings,
  asked_at: z.string(),
  answered_at: z.string().nullable(),
  answer: z.string().nullable(),
  channel: z.string().nullable(),
  timed_out: flag,
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

const COLUMNS = Object.keys(rowSchema.shape)
const ASK = insertInto('questions', ['id', 'prompt', 'choices', 'asked_at', 'cause_id'])
const OPEN = 'answered_at IS NULL AND timed_out = 0'
const ANSWER = `UPDATE questions SET answer = :answer, channel = :channel, answered_at = :at WHERE id = :id AND ${OPEN}`

export function questionRows(sql: Statements): QuestionRows {
  return {
    ask: ({ id, prompt, choices, askedAt, causeId }) => {
      sql.run(ASK, { id, prompt, choices: JSON.stringify(choices), asked_at: askedAt, cause_id: causeId })
    },
    get: (id) => rowSchema.nullable().parse(sql.get(`SELECT ${COLUMNS} FROM questions WHERE id = :id`, { id })),
    open: () =>
      rowSchema.array().parse(sql.all(`SELECT ${COLUMNS} FROM questions WHERE ${OPEN} ORDER BY asked_at, rowid`)),
    answer: (id, answer, channel, at) => sql.run(ANSWER, { id, answer, channel, at }) === 1,
    giveUp: (id) => {
      sql.run('UPDATE questions SET timed_out = 1 WHERE id = :id AND answered_at IS NULL', { id })
    },
  }
}
