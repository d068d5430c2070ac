import { z } from 'zod'
import { serpItemSchema } from '../domain/task.ts'
import { json } from './columns.ts'
import type { Statements } from './statements.ts'
import type { CacheStore } from './types.ts'

const serpRow = z.object({ items: json(z.array(serpItemSchema)), outcome: z.string() })

const validatorRow = z
  .object({
    etag: z.string().nullable(),
    last_modified: z.string().nullable(),
    warc_file: z.string().nullable(),
    warc_record_id: z.string().nullable(),
  })
  .transform((row) => ({
    etag: row.etag,
    lastModified: row.last_modified,
    warcFile: row.warc_file,
    warcRecordId: row.warc_record_id,
  }))

const SAVE_SERP = `INSERT INTO serp_cache (key, engine, items, outcome, created_at, expires_at)
  VALUES (:key, :engine, :items, :outcome, :createdAt, :expiresAt)
  ON CONFLICT (key) DO UPDATE SET engine = excluded.engine, items = excluded.items, outcome = excluded.outcome,
    created_at = excluded.created_at, expires_at = excluded.expires_at`

const NOTE_USE = 'INSERT OR IGNORE INTO serp_cache_uses (key, task_id) VALUES (:key, :taskId)'

const SAVE_VALIDATORS = `INSERT INTO fetch_cache (url, etag, last_modified, warc_file, warc_record_id, fetched_at)
  VALUES (:url, :etag, :lastModified, :warcFile, :warcRecordId, :fetchedAt)
  ON CONFLICT (url) DO UPDATE SET etag = excluded.etag, last_modified = excluded.last_modified,
    warc_file = excluded.warc_file, warc_record_id = excluded.warc_record_id, fetched_at = excluded.fetched_at`

export function cacheStore(sql: Statements): CacheStore {
  return {
    serp: (key, now, taskId) =>
      sql.write(() => {
        const row = sql.get('SELECT items, outcome FROM serp_cache WHERE key = :key AND expires_at > :now', {
          key,
          now,
        })
        if (row === null) return null
        sql.run('UPDATE serp_cache SET hits = hits + 1 WHERE key = :key', { key })
        sql.run(NOTE_USE, { key, taskId })
        return serpRow.parse(row)
      }),
    saveSerp: ({ taskId, ...entry }) =>
      sql.write(() => {
        sql.run(SAVE_SERP, { ...entry, items: JSON.stringify(entry.items) })
        sql.run(NOTE_USE, { key: entry.key, taskId })
      }),
    validators: (url) => {
      const row = sql.get('SELECT * FROM fetch_cache WHERE url = :url', { url })
      return row === null ? null : validatorRow.parse(row)
    },
    saveValidators: (entry) => {
      sql.run(SAVE_VALIDATORS, { ...entry })
    },
  }
}
