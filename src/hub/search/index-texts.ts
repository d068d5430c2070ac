import { z } from 'zod'
import type { TermSource, VectorTarget } from '../../store/index-types.ts'
import { decodeVector } from '../../store/vector-codec.ts'
import type { Sql } from '../connection.ts'
import { vectorSchema } from './search-tables.ts'

/** Texts in one statement. */
const CHUNK = 500

/** What is indexed of each kind, as in a home: a fragment's text with its heading. */
const SOURCE: Readonly<
  Record<VectorTarget, { readonly table: string; readonly text: string; readonly ofTask: string }>
> = {
  fragment: {
    table: 'fragments',
    text: `coalesce(o.heading_context || chr(10), '') || o.text_content`,
    ofTask: 'o.page_id IN (SELECT page_id FROM hub.task_pages WHERE task_id = $3)',
  },
  claim: { table: 'claims', text: 'o.claim_text', ofTask: 'o.task_id = $3' },
}

const textRow = z.object({ id: z.string(), text: z.string() })
const KEEP = `INSERT INTO hub.text_terms (target_type, target_id, analyser, text_md5, terms, pairs, tokens)
  SELECT $1, n.id, $2, md5(n.text), string_to_array(n.terms, ' '), string_to_array(n.pairs, ' '), n.tokens
  FROM unnest($3::text[], $4::text[], $5::text[], $6::text[], $7::int[]) AS n(id, text, terms, pairs, tokens)
  ON CONFLICT (target_type, target_id) DO UPDATE SET analyser = excluded.analyser, text_md5 = excluded.text_md5,
    terms = excluded.terms, pairs = excluded.pairs, tokens = excluded.tokens`

/**
 * Words of the texts that have none yet, or whose text or analyser is another now; of one task, or of all. Returns how
 * many were read.
 */
export async function indexTexts(sql: Sql, source: TermSource, taskId: string | null): Promise<number> {
  let count = 0
  for (const target of ['claim', 'fragment'] as const) {
    const { table, text, ofTask } = SOURCE[target]
    const missing = `SELECT o.id, ${text} AS text FROM lyra.${table} o
      LEFT JOIN hub.text_terms t ON t.target_type = $1 AND t.target_id = o.id AND t.analyser = $2
        AND t.text_md5 = md5(${text})
      WHERE t.target_id IS NULL AND ($3::text IS NULL OR ${ofTask}) LIMIT ${CHUNK}`
    for (;;) {
      const found = await sql.rows(textRow, missing, [target, source.version, taskId])
      if (found.length === 0) break
      const read = found.map((row) => ({ ...row, ...source.termsOf(row.text) }))
      await sql.run(KEEP, [
        ...[target, source.version, read.map(({ id }) => id), read.map(({ text: words }) => words)],
        ...[read.map(({ terms }) => terms.join(' ')), read.map(({ pairs }) => pairs.join(' '))],
        read.map(({ terms, pairs }) => terms.length + pairs.length),
      ])
      count += found.length
    }
  }
  return count
}

const blobRow = z.object({
  type: z.string(),
  id: z.string(),
  model: z.string(),
  md5: z.string(),
  blob: z.instanceof(Buffer),
})
const OF_TASK = `(e.target_type = 'claim' AND e.target_id IN (SELECT id FROM lyra.claims WHERE task_id = $1)
  OR e.target_type = 'fragment' AND e.target_id IN (SELECT f.id FROM lyra.fragments f
    JOIN hub.task_pages p ON p.page_id = f.page_id WHERE p.task_id = $1))`
const MISSING_VECTORS = `SELECT e.target_type AS type, e.target_id AS id, e.model_id AS model,
    md5(e.embedding_blob) AS md5, e.embedding_blob AS blob
  FROM lyra.embeddings e LEFT JOIN hub.vectors v ON v.target_type = e.target_type AND v.target_id = e.target_id
    AND v.model_id = e.model_id AND v.blob_md5 = md5(e.embedding_blob)
  WHERE v.target_id IS NULL AND ($1::text IS NULL OR ${OF_TASK}) LIMIT ${CHUNK}`

/** The vectors of the bundles in pgvector's form; nothing where the database has no pgvector. */
export async function indexVectors(sql: Sql, taskId: string | null): Promise<number> {
  const schema = await vectorSchema(sql)
  if (schema === null) return 0
  const keep = `INSERT INTO hub.vectors (target_type, target_id, model_id, blob_md5, embedding)
    SELECT n.type, n.id, n.model, n.md5, n.text::${schema}.vector
    FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[]) AS n(type, id, model, md5, text)
    ON CONFLICT (target_type, target_id, model_id)
      DO UPDATE SET blob_md5 = excluded.blob_md5, embedding = excluded.embedding`
  let count = 0
  for (;;) {
    const found = await sql.rows(blobRow, MISSING_VECTORS, [taskId])
    if (found.length === 0) return count
    await sql.run(keep, [
      ...[found.map(({ type }) => type), found.map(({ id }) => id), found.map(({ model }) => model)],
      ...[found.map(({ md5 }) => md5), found.map(({ blob }) => `[${decodeVector(blob).join(',')}]`)],
    ])
    count += found.length
  }
}
