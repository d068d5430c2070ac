import { z } from 'zod'
import { type PrimarySource, SOURCE_CUES } from '../domain/primary-source.ts'
import type { Screened } from '../domain/screened.ts'
import { word } from './columns.ts'
import { excluded, insertInto, type Statements } from './statements.ts'

const primarySourceRow = z.object({
  page_id: z.string(),
  url: z.string(),
  fragment_id: z.string().nullable(),
  cue: word(SOURCE_CUES),
  words: z.string(),
  source_page_id: z.string().nullable(),
  outcome: z.string(),
  reason: z.string().nullable(),
  created_at: z.string(),
  cause_id: z.string(),
})

const COLUMNS = Object.keys(primarySourceRow.shape)
const SAVE = insertInto('primary_sources', COLUMNS, `ON CONFLICT (page_id, url) DO UPDATE SET ${excluded(COLUMNS)}`)

/** Which pages name which others as what they have it from. */
export interface PrimarySourceStore {
  /** A pair that is known is told anew. */
  save(row: Screened<PrimarySource>): void
  /** What these pages name, in the order they were found. */
  ofPages(pageIds: readonly string[]): readonly PrimarySource[]
  /** Whose words these fragments pass on; null: their own. */
  setToldFrom(fragmentIds: readonly string[], key: string | null): void
}

export function primarySourceStore(sql: Statements): PrimarySourceStore {
  return {
    save: (row) => {
      sql.run(SAVE, { ...row })
    },
    ofPages: (pageIds) =>
      sql
        .all(
          'SELECT * FROM primary_sources WHERE page_id IN (SELECT value FROM json_each(:ids)) ORDER BY page_id, rowid',
          { ids: JSON.stringify(pageIds) },
        )
        .map((row) => primarySourceRow.parse(row)),
    setToldFrom: (fragmentIds, key) => {
      sql.run('UPDATE fragments SET told_from = :key WHERE id IN (SELECT value FROM json_each(:ids))', {
        ids: JSON.stringify(fragmentIds),
        key,
      })
    },
  }
}
