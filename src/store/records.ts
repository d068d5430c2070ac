import { z } from 'zod'
import type { StoredRecord } from '../domain/public-record.ts'
import { bit, flag, json } from './columns.ts'
import { excluded, insertInto, type Statements } from './statements.ts'
import type { RecordStore } from './types.ts'

const recordRow = z.object({
  id: z.string(),
  page_id: z.string(),
  source: z.string(),
  kind: z.string(),
  title: z.string(),
  licence: z.string().nullable(),
  is_primary: flag,
  published_at: z.string().nullable(),
  identifiers: json(z.array(z.object({ type: z.string(), value: z.string() }))),
  entities: json(
    z.array(
      z.object({
        type: z.enum(['organisation', 'person', 'place', 'product', 'law']),
        name: z.string(),
        role: z.string(),
      }),
    ),
  ),
  warc_file: z.string().nullable(),
  warc_record_id: z.string().nullable(),
  fetched_at: z.string(),
  cause_id: z.string(),
})
const attributeRow = z.object({ name: z.string(), value: z.string(), path: z.string() })

const COLUMNS = Object.keys(recordRow.shape)
const SAVE = insertInto('records', COLUMNS, `ON CONFLICT (id) DO UPDATE SET ${excluded(COLUMNS.slice(1))}`)
const SAVE_ATTRIBUTE = insertInto('record_attributes', ['record_id', 'name', 'value', 'path'])

const OF_TASK = `SELECT * FROM records WHERE page_id IN (SELECT sp.page_id FROM queries q
  CROSS JOIN search_pages sp ON sp.query_id = q.id WHERE q.task_id = :taskId) ORDER BY rowid`

export function recordStore(sql: Statements): RecordStore {
  const whole = (row: unknown): StoredRecord => {
    const record = recordRow.parse(row)
    const attributes = sql
      .all('SELECT name, value, path FROM record_attributes WHERE record_id = :id ORDER BY name', { id: record.id })
      .map((one) => attributeRow.parse(one))
    return { ...record, attributes }
  }
  return {
    save: ({ attributes, ...row }) =>
      sql.write(() => {
        const { identifiers, entities, is_primary } = row
        sql.run(SAVE, {
          ...row,
          is_primary: bit(is_primary),
          identifiers: JSON.stringify(identifiers),
          entities: JSON.stringify(entities),
        })
        sql.run('DELETE FROM record_attributes WHERE record_id = :id', { id: row.id })
        for (const { name, value, path } of attributes)
          sql.run(SAVE_ATTRIBUTE, { record_id: row.id, name, value, path })
      }),
    ofPage: (pageId) => sql.all('SELECT * FROM records WHERE page_id = :pageId ORDER BY id', { pageId }).map(whole),
    ofTask: (taskId) => sql.all(OF_TASK, { taskId }).map(whole),
    get: (id) => {
      const row = sql.get('SELECT * FROM records WHERE id = :id', { id })
      return row === null ? null : whole(row)
    },
  }
}
