import { z } from 'zod'
import { LyraError } from '../domain/errors.ts'
import { stableId } from '../domain/ids.ts'
import type { Statements } from './statements.ts'
import type { VectorHit, VectorStore, VectorTarget } from './types.ts'
import { decodeVector, encodeVector, type VectorMatrix, vectorMatrix } from './vector-matrix.ts'

const SAVE = `INSERT INTO embeddings (id, target_type, target_id, model_id, embedding_blob, dimension, created_at)
  VALUES (:id, :target, :targetId, :modelId, :blob, :dimension, :at)
  ON CONFLICT (target_type, target_id, model_id) DO UPDATE SET embedding_blob = excluded.embedding_blob,
    dimension = excluded.dimension, created_at = excluded.created_at`

const MISSING: Readonly<Record<VectorTarget, string>> = {
  fragment: `SELECT f.id, f.text_content AS text FROM fragments f WHERE NOT EXISTS (
    SELECT 1 FROM embeddings e WHERE e.target_type = 'fragment' AND e.target_id = f.id AND e.model_id = :modelId)
    ORDER BY f.rowid LIMIT :limit`,
  claim: `SELECT c.id, c.claim_text AS text FROM claims c WHERE NOT EXISTS (
    SELECT 1 FROM embeddings e WHERE e.target_type = 'claim' AND e.target_id = c.id AND e.model_id = :modelId)
    ORDER BY c.rowid LIMIT :limit`,
}

/** EXPLORE 4.4.2.1: a task reaches fragments through its claims' edges. */
const SCOPE: Readonly<Record<VectorTarget, string>> = {
  fragment: `SELECT DISTINCT e.source_id AS id FROM edges e
    JOIN claims c ON e.target_type = 'claim' AND e.target_id = c.id
    WHERE e.source_type = 'fragment' AND c.task_id = :taskId`,
  claim: 'SELECT id FROM claims WHERE task_id = :taskId',
}

const LAST = `SELECT coalesce(max(rowid), 0) AS last FROM embeddings
  WHERE target_type = :target AND model_id = :modelId`
const LOAD = `SELECT target_id, embedding_blob, dimension FROM embeddings
  WHERE target_type = :target AND model_id = :modelId AND rowid > :after ORDER BY rowid`

/** New rows are appended to the matrix; a row changed or removed by this connection empties it. */
const FORGET_ON_CHANGE = `
  CREATE TEMP TRIGGER embeddings_changed AFTER UPDATE ON main.embeddings BEGIN SELECT lyra_vectors_changed(); END;
  CREATE TEMP TRIGGER embeddings_removed AFTER DELETE ON main.embeddings BEGIN SELECT lyra_vectors_changed(); END;`

const vectorRow = z.object({ target_id: z.string(), embedding_blob: z.instanceof(Uint8Array), dimension: z.number() })
const textRow = z.object({ id: z.string(), text: z.string() })
const idRow = z.object({ id: z.string() })

interface Loaded {
  readonly matrix: VectorMatrix
  readonly dimension: number
  /** Changes when another connection commits anything. */
  readonly dataVersion: number
  readonly last: number
}

export function vectorStore(sql: Statements): VectorStore {
  const cache = new Map<string, Loaded>()
  sql.db.function('lyra_vectors_changed', () => {
    cache.clear()
    return null
  })
  sql.db.exec(FORGET_ON_CHANGE)
  const dataVersion = () => Number(sql.get('PRAGMA data_version')?.data_version)

  const load = (target: VectorTarget, modelId: string, known: Loaded | null): Loaded | null => {
    const version = dataVersion()
    const rows = sql.all(LOAD, { target, modelId, after: known?.last ?? 0 }).map((row) => vectorRow.parse(row))
    const dimension = known?.dimension ?? rows[0]?.dimension
    if (dimension === undefined) return null
    const matrix = known?.matrix ?? vectorMatrix(dimension)
    for (const row of rows) matrix.add(row.target_id, decodeVector(row.embedding_blob))
    const last = z.number().parse(sql.get(LAST, { target, modelId })?.last)
    return { matrix, dimension, dataVersion: version, last }
  }

  /** Right in every case: a commit of another process makes it read anew, and nothing uncommitted is kept. */
  const matrixOf = (target: VectorTarget, modelId: string): Loaded | null => {
    const key = `${target} ${modelId}`
    const known = cache.get(key)
    const current = known !== undefined && known.dataVersion === dataVersion()
    if (current && known.last === sql.get(LAST, { target, modelId })?.last) return known
    if (sql.db.isTransaction) return load(target, modelId, null)
    const loaded = load(target, modelId, current ? known : null)
    if (loaded !== null) cache.set(key, loaded)
    return loaded
  }

  const dimensionOf = (target: VectorTarget, modelId: string) =>
    sql.get('SELECT dimension FROM embeddings WHERE target_type = :target AND model_id = :modelId LIMIT 1', {
      target,
      modelId,
    })?.dimension

  return {
    save: (target, targetId, modelId, vector, at) => {
      if (vector.length === 0 || !vector.every(Number.isFinite))
        throw new LyraError('INVALID_PARAMS', `the vector of ${target} ${targetId} is empty or not finite`)
      sql.write(() => {
        const dimension = dimensionOf(target, modelId) ?? vector.length
        if (dimension !== vector.length)
          throw new LyraError(
            'INVALID_PARAMS',
            `vectors of ${modelId} have ${dimension} dimensions, not ${vector.length}`,
          )
        const id = stableId('emb', target, targetId, modelId)
        sql.run(SAVE, { id, target, targetId, modelId, blob: encodeVector(vector), dimension, at })
      })
    },
    get: (target, targetId, modelId) => {
      const row = sql.get(
        `SELECT target_id, embedding_blob, dimension FROM embeddings
         WHERE target_type = :target AND target_id = :targetId AND model_id = :modelId`,
        { target, targetId, modelId },
      )
      return row === null ? null : decodeVector(vectorRow.parse(row).embedding_blob)
    },
    missing: (target, modelId, limit) => sql.all(MISSING[target], { modelId, limit }).map((row) => textRow.parse(row)),
    search: ({ target, modelId, vector, taskId, topK, minSimilarity }) => {
      const loaded = matrixOf(target, modelId)
      if (loaded === null) return { hits: [], totalSearched: 0 }
      if (loaded.dimension !== vector.length)
        throw new LyraError(
          'INVALID_PARAMS',
          `the query vector has ${vector.length} dimensions, the stored ones of ${modelId} have ${loaded.dimension}`,
        )
      const scope =
        taskId === undefined ? null : new Set(sql.all(SCOPE[target], { taskId }).map((row) => idRow.parse(row).id))
      const hits: VectorHit[] = []
      let totalSearched = 0
      loaded.matrix.scan(
        vector,
        (id) => scope === null || scope.has(id),
        (id, similarity) => {
          totalSearched += 1
          if (similarity >= minSimilarity) hits.push({ id, similarity })
        },
      )
      hits.sort((a, b) => b.similarity - a.similarity || (a.id < b.id ? -1 : 1))
      return { hits: hits.slice(0, topK), totalSearched }
    },
  }
}
