import { z } from 'zod'
import { flag, strings } from '../columns.ts'
import { insertInto, type Statements } from '../statements.ts'

const rowSchema = z.object({
  id: z.string(),
  prompt: z.string(),
  choices: strings,
  asked_at: z.string(),
  /** From then on nobody waits for the answer. */
  expires_at: z.string(),
  answered_at: z.string().nullable(),
  answer: z.string().nullable(),
  channel: z.string().nullable(),
  timed_out: flag,
  declined: flag,
  /** When the asker got what came of it. */
  delivered_at: z.string().nullable(),
})
export type QuestionRow = z.infer<typeof rowSchema>

interface NewQuestion {
  readonly id: string
  readonly prompt: string
  readonly choices: readonly string[]
  readonly askedAt: string
  readonly expiresAt: string
  readonly causeId: string
}

export interface QuestionRows {
  ask(row: NewQuestion): void
  get(id: string): QuestionRow | null
  /** Questions that can still be answered, oldest first. */
  open(now: string): readonly QuestionRow[]
  /** The same question, still open or settled since `settledAfter` without the asker having heard of it. */
  same(question: {
    readonly prompt: string
    readonly choices: readonly string[]
    readonly now: string
    readonly settledAfter: string
  }): QuestionRow | null
  /** True for the first answer; false when another came first or nobody waits any more. */
  answer(id: string, answer: string, channel: string, at: string): boolean
  /** The person would rather not answer; false as above. */
  decline(id: string, channel: string, at: string): boolean
  /** Nobody waits any more: the time is over, or the asker went away. */
  giveUp(id: string): void
  deliver(id: string, at: string): void
}

const COLUMNS = Object.keys(rowSchema.shape)
const ASK = insertInto('questions', ['id', 'prompt', 'choices', 'asked_at', 'expires_at', 'cause_id'])
const OPEN = 'answered_at IS NULL AND timed_out = 0'
const SETTLE = `UPDATE questions SET answer = :answer, channel = :channel, answered_at = :at, declined = :declined
  WHERE id = :id AND expires_at > :at AND ${OPEN}`
const SAME = `SELECT ${COLUMNS} FROM questions WHERE prompt = :prompt AND choices = :choices AND timed_out = 0
  AND delivered_at IS NULL AND (answered_at > :settledAfter OR answered_at IS NULL AND expires_at > :now)
  ORDER BY rowid LIMIT 1`

export function questionRows(sql: Statements): QuestionRows {
  return {
    ask: ({ id, prompt, choices, askedAt, expiresAt, causeId }) => {
      const times = { asked_at: askedAt, expires_at: expiresAt }
      sql.run(ASK, { id, prompt, choices: JSON.stringify(choices), ...times, cause_id: causeId })
    },
    get: (id) => rowSchema.nullable().parse(sql.get(`SELECT ${COLUMNS} FROM questions WHERE id = :id`, { id })),
    open: (now) =>
      rowSchema.array().parse(
        sql.all(`SELECT ${COLUMNS} FROM questions WHERE ${OPEN} AND expires_at > :now ORDER BY asked_at, rowid`, {
          now,
        }),
      ),
    same: ({ choices, ...rest }) =>
      rowSchema.nullable().parse(sql.get(SAME, { choices: JSON.stringify(choices), ...rest })),
    answer: (id, answer, channel, at) => sql.run(SETTLE, { id, answer, channel, at, declined: 0 }) === 1,
    decline: (id, channel, at) => sql.run(SETTLE, { id, answer: null, channel, at, declined: 1 }) === 1,
    giveUp: (id) => {
      sql.run('UPDATE questions SET timed_out = 1 WHERE id = :id AND answered_at IS NULL', { id })
    },
    deliver: (id, at) => {
      sql.run('UPDATE questions SET delivered_at = :at WHERE id = :id', { id, at })
    },
  }
}
