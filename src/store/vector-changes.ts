import type { VectorTarget } from './index-types.ts'
import { inTransaction, type Statements } from './statements.ts'

/**
 * What changed in `embeddings`, by whichever process: one line per vector, renewed with a higher number at every
 * change. It is derived and holds no vectors, so it is put in place at opening like the views.
 */
const INSTALL = `
  CREATE TABLE IF NOT EXISTS vector_changes (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    target_type TEXT NOT NULL,
    target_id TEXT NOT NULL,
    model_id TEXT NOT NULL,
    UNIQUE (target_type, target_id, model_id)
  ) STRICT;
  CREATE INDEX IF NOT EXISTS idx_embeddings_model ON embeddings(target_type, model_id);
  ${(['INSERT', 'UPDATE', 'DELETE'] as const)
    .map((event) => {
      const row = event === 'DELETE' ? 'old' : 'new'
      return `CREATE TRIGGER IF NOT EXISTS vector_changes_${event.toLowerCase()} AFTER ${event} ON embeddings BEGIN
        DELETE FROM vector_changes WHERE target_type = ${row}.target_type AND target_id = ${row}.target_id
          AND model_id = ${row}.model_id;
        INSERT INTO vector_changes (target_type, target_id, model_id)
          VALUES (${row}.target_type, ${row}.target_id, ${row}.model_id);
      END;`
    })
    .join('\n')}`

const NEWEST = 'SELECT seq FROM sqlite_sequence WHERE name = :name'
/** The plus signs keep the query on the number: by any index of the type it would walk all vectors. */
const SINCE = `SELECT v.seq, v.target_id, e.embedding_blob FROM vector_changes v
  LEFT JOIN embeddings e ON e.target_type = v.target_type AND e.target_id = v.target_id AND e.model_id = v.model_id
  WHERE v.seq > :after AND +v.target_type = :target AND +v.model_id = :modelId ORDER BY v.seq`

export interface VectorChange {
  readonly targetId: string
  /** Null when the vector is gone. */
  readonly blob: Uint8Array | null
}

interface VectorChanges {
  /** Number of the newest change of any vector. */
  newest(): number
  since(after: number, target: VectorTarget, modelId: string): readonly VectorChange[]
}

export function vectorChanges(sql: Statements): VectorChanges {
  const installed = sql.get("SELECT 1 AS found FROM sqlite_schema WHERE name = 'vector_changes_delete'")
  if (installed === null) inTransaction(sql.db, () => sql.db.exec(INSTALL))
  return {
    newest: () => Number(sql.get(NEWEST, { name: 'vector_changes' })?.seq ?? 0),
    since: (after, target, modelId) =>
      sql.all(SINCE, { after, target, modelId }).map((row) => ({
        targetId: String(row.target_id),
        blob: row.embedding_blob instanceof Uint8Array ? row.embedding_blob : null,
      })),
  }
}
