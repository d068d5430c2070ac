import { z } from 'zod'
import { PAPER_SECTIONS } from '../domain/full-text.ts'
import { EXTRACTION_METHODS, FRAGMENT_TYPES, type Fragment } from '../domain/page.ts'
import { REVISION_KINDS } from '../domain/revision.ts'
import { bit, flag, json, word } from './columns.ts'
import { excluded, insertInto, mustChange, type Row, type Statements } from './statements.ts'
import type { FragmentStore } from './types.ts'

const fragmentRow = z.object({
  id: z.string(),
  page_id: z.string(),
  fragment_type: word(FRAGMENT_TYPES),
  text_content: z.string(),
  heading_context: z.string().nullable(),
  heading_hierarchy: json(z.array(z.object({ level: z.number(), text: z.string() }))),
  element_index: z.number(),
  position: z.number(),
  char_start: z.number(),
  char_end: z.number(),
  page_number: z.number().nullable(),
  text_hash: z.string(),
  language: z.string().nullable(),
  extraction_method: word(EXTRACTION_METHODS),
  quality_score: z.number(),
  cluster_id: z.string().nullable(),
  is_irrelevant: flag,
  post_id: z.string().nullable(),
  post_author: z.string().nullable(),
  revisions: json(z.array(z.object({ kind: word(REVISION_KINDS), start: z.number(), text: z.string() }))),
  section: word(PAPER_SECTIONS).nullable(),
  told_from: z.string().nullable(),
  superseded_at: z.string().nullable(),
  warc_file: z.string().nullable(),
  warc_record_id: z.string().nullable(),
  created_at: z.string(),
  cause_id: z.string(),
})

export const FRAGMENT_COLUMNS = Object.keys(fragmentRow.shape)
const CURRENT = ['superseded_at', 'warc_file', 'warc_record_id']
const INSERT = insertInto('fragments', FRAGMENT_COLUMNS, `ON CONFLICT (id) DO UPDATE SET ${excluded(CURRENT)}`)
const SUPERSEDE = `UPDATE fragments SET superseded_at = :at, warc_file = :file, warc_record_id = :recordId
  WHERE id IN (SELECT value FROM json_each(:ids)) AND superseded_at IS NULL`

export const readFragment = (row: Row): Fragment => fragmentRow.parse(row)

export function fragmentStore(sql: Statements): FragmentStore {
  const many = (ids: readonly string[]): readonly Fragment[] => {
    const rows = sql.all('SELECT * FROM fragments WHERE id IN (SELECT value FROM json_each(:ids))', {
      ids: JSON.stringify(ids),
    })
    const byId = new Map(rows.map(readFragment).map((fragment) => [fragment.id, fragment]))
    return ids.flatMap((id) => byId.get(id) ?? [])
  }
  return {
    saveAll: (fragments) =>
      sql.write(() => {
        for (const fragment of fragments)
          sql.run(INSERT, {
            ...{ post_id: null, post_author: null, section: null, told_from: null },
            ...fragment,
            heading_hierarchy: JSON.stringify(fragment.heading_hierarchy),
            revisions: JSON.stringify(fragment.revisions ?? []),
            is_irrelevant: bit(fragment.is_irrelevant),
            superseded_at: null,
            warc_file: null,
            warc_record_id: null,
          })
        return many(fragments.map((fragment) => fragment.id))
      }),
    get: (id) => many([id])[0] ?? null,
    many,
    supersede: (ids, seen) => {
      sql.run(SUPERSEDE, { ids: JSON.stringify(ids), ...seen })
    },
    ofPage: (pageId) =>
      sql
        .all('SELECT * FROM fragments WHERE page_id = :pageId AND superseded_at IS NULL ORDER BY position, rowid', {
          pageId,
        })
        .map(readFragment),
    ofTask: (taskId) =>
      sql
        .all(
          `SELECT * FROM fragments WHERE is_irrelevant = 0 AND superseded_at IS NULL AND page_id IN (
             SELECT sp.page_id FROM search_pages sp JOIN queries q ON q.id = sp.query_id WHERE q.task_id = :taskId)
           ORDER BY rowid`,
          { taskId },
        )
        .map(readFragment),
    fetchedBy: (searchId) =>
      sql
        .all(
          `SELECT f.* FROM fragments f
           JOIN (SELECT page_id, min(rowid) AS place FROM search_pages
             WHERE query_id = :searchId GROUP BY page_id) looked
             ON looked.page_id = f.page_id
           WHERE f.is_irrelevant = 0 AND f.superseded_at IS NULL ORDER BY looked.place, f.position, f.rowid`,
          { searchId },
        )
        .map(readFragment),
    // Rows of search_pages stand in the order of looking, over all searches; one that is noted again keeps its place.
    knownBefore: (searchId) =>
      sql
        .all(
          `SELECT * FROM fragments WHERE is_irrelevant = 0 AND page_id IN (
             SELECT sp.page_id FROM search_pages sp JOIN queries q ON q.id = sp.query_id
             WHERE q.task_id = (SELECT task_id FROM queries WHERE id = :searchId)
               AND sp.rowid < (SELECT min(rowid) FROM search_pages WHERE query_id = :searchId))
           ORDER BY rowid`,
          { searchId },
        )
        .map(readFragment),
    ofClusters: (clusterIds) =>
      sql
        .all(
          `SELECT * FROM fragments WHERE is_irrelevant = 0 AND cluster_id IN (SELECT value FROM json_each(:ids))
           ORDER BY rowid`,
          { ids: JSON.stringify(clusterIds) },
        )
        .map(readFragment),
    setSection: (ids, section) => {
      sql.run('UPDATE fragments SET section = :section WHERE id IN (SELECT value FROM json_each(:ids))', {
        ids: JSON.stringify(ids),
        section,
      })
    },
    setCluster: (id, clusterId) =>
      mustChange(
        sql.run('UPDATE fragments SET cluster_id = :clusterId WHERE id = :id', { id, clusterId }),
        'fragment',
        id,
      ),
    markRelevant: (id) =>
      mustChange(sql.run('UPDATE fragments SET is_irrelevant = 0 WHERE id = :id', { id }), 'fragment', id),
    markIrrelevant: (id) =>
      mustChange(sql.run('UPDATE fragments SET is_irrelevant = 1 WHERE id = :id', { id }), 'fragment', id),
  }
}
