import { z } from 'zod'
import { type Clock, isoTime } from '../domain/clock.ts'
import type { IdSource } from '../domain/ids.ts'
import { fields, json } from './columns.ts'
import type { Statements } from './statements.ts'
import type { EventStore } from './types.ts'

const eventRow = z.object({
  id: z.string(),
  at: z.string(),
  kind: z.string(),
  subject_id: z.string().nullable(),
  data: json(fields),
  cause_id: z.string(),
})

const APPEND = `INSERT INTO events (id, seq, at, task_id, kind, subject_type, subject_id, data, cause_id)
  VALUES (:id, (SELECT coalesce(max(seq), 0) + 1 FROM events), :at, :taskId, :kind, :subjectType, :subjectId,
    :data, :causeId)`

const DECIDE = `INSERT INTO decisions (id, at, task_id, kind, inputs, outcome, cause_id)
  VALUES (:id, :at, :taskId, :kind, :inputs, :outcome, :causeId)`

const AUDIT = `INSERT INTO audit (id, at, layer, pattern, position, subject_type, subject_id, cause_id)
  VALUES (:id, :at, :layer, :pattern, :position, :subjectType, :subjectId, :causeId)`

/** The newest `limit`, oldest of them first. */
const OF_TASK = `SELECT * FROM (SELECT seq, id, at, kind, subject_id, data, cause_id FROM events
  WHERE task_id = :taskId ORDER BY seq DESC LIMIT :limit) ORDER BY seq`

const ABOUT = `SELECT seq, id, at, kind, subject_id, data, cause_id FROM events
  WHERE subject_id IN (SELECT value FROM json_each(:ids)) ORDER BY seq`

export function eventStore(sql: Statements, clock: Clock, ids: IdSource): EventStore {
  return {
    count: () => z.object({ n: z.number() }).parse(sql.get('SELECT count(*) AS n FROM events', {})).n,
    last: () => z.object({ n: z.number() }).parse(sql.get('SELECT coalesce(max(seq), 0) AS n FROM events', {})).n,
    append: (event) => {
      const id = ids.next('event')
      sql.run(APPEND, {
        id,
        at: isoTime(clock),
        taskId: event.taskId ?? null,
        kind: event.kind,
        subjectType: event.subjectType ?? null,
        subjectId: event.subjectId ?? null,
        data: JSON.stringify(event.data ?? {}),
        causeId: event.causeId,
      })
      return id
    },
    decide: ({ kind, taskId, inputs, outcome, causeId }) => {
      sql.run(DECIDE, {
        id: ids.next('dec'),
        at: isoTime(clock),
        taskId,
        kind,
        inputs: JSON.stringify(inputs ?? null),
        outcome: JSON.stringify(outcome ?? null),
        causeId,
      })
    },
    audit: ({ layer, pattern, position, subjectType, subjectId, causeId }) => {
      sql.run(AUDIT, {
        id: ids.next('aud'),
        at: isoTime(clock),
        layer,
        pattern,
        position: position ?? null,
        subjectType: subjectType ?? null,
        subjectId: subjectId ?? null,
        causeId,
      })
    },
    ofTask: (taskId, limit) => sql.all(OF_TASK, { taskId, limit }).map((row) => eventRow.parse(row)),
    about: (subjectIds) => sql.all(ABOUT, { ids: JSON.stringify(subjectIds) }).map((row) => eventRow.parse(row)),
  }
}
