import { z } from 'zod'
import { LyraError } from '../domain/errors.ts'
import { stableId } from '../domain/ids.ts'
import type { VectorHit, VectorStore, VectorTarget } from './index-types.ts'
import type { Statements } from './statements.ts'
import { TASK_SCOPE } from './task-scope.ts'
import { betterHit } from './top-hits.ts'
import { putBlob, type SearchedVectors, type VectorCache, vectorCache } from './vector-cache.ts'
import { encodeVector } from './vector-codec.ts'
import { vectorMatrix } from './vector-matrix.ts'

const SAVE = `INSERT INTO embeddings (id, target_type, target_id, model_id, embedding_blob, dimension, created_at)
  VALUES (:id, :target, :targetId, :modelId, :blob, :dimension, :at)
  ON CONFLICT (target_type, target_id, model_id) DO UPDATE SET embedding_blob = excluded.embedding_blob,
    dimension = excluded.dimension, created_at = excluded.created_at`

/** What a vector is made of. */
const SOURCE: Readonly<Record<VectorTarget, { readonly table: string; readonly text: string }>> = {
  fragment: { table: 'fragments', text: 'text_content' },
  claim: { table: 'claims', text: 'claim_text' },
}

const IRRELEVANT = 'SELECT id FROM fragments WHERE is_irrelevant = 1'

const textRow = z.object({ id: z.string(), text: z.string() })

export function vectorStore(sql: Statements): VectorStore {
  const cache = vectorCache(sql)
  const idsOf = (query: string, values: Readonly<Record<string, string>> = {}) =>
    new Set(sql.all(query, values).map((row) => String(row.id)))
  return {
    save: (...row) => saveVector(sql, cache, ...row),
    get: cache.get,
    missing: (target, modelId, limit, taskId) =>
      sql
        .all(`SELECT o.id, o.${SOURCE[target].text} AS text ${without(target, taskId)} ORDER BY o.rowid LIMIT :limit`, {
          modelId,
          limit,
          ...(taskId === undefined ? {} : { taskId }),
        })
        .map((row) => textRow.parse(row)),
    missingCount: (target, modelId, taskId) => {
      const of = { modelId, ...(taskId === undefined ? {} : { taskId }) }
      return Number(sql.get(`SELECT count(*) AS count ${without(target, taskId)}`, of)?.count)
    },
    search: ({ target, modelId, vector, taskId, topK, minSimilarity }) => {
      const vectors = cache.open(target, modelId)
      if (vectors === null) return { hits: [], totalSearched: 0 }
      const { dimension } = vectors.matrix
      if (dimension !== vector.length)
        throw new LyraError(
          'INVALID_PARAMS',
          `the query vector has ${vector.length} dimensions, the stored ones of ${modelId} have ${dimension}`,
        )
      const only = taskId === undefined ? null : idsOf(TASK_SCOPE[target], { taskId })
      const except = target === 'claim' ? new Set<string>() : idsOf(IRRELEVANT)
      return searchVectors(vectors, { vector, topK, minSimilarity, only, except })
    },
  }
}

function saveVector(sql: Statements, cache: VectorCache, ...row: Parameters<VectorStore['save']>): boolean {
  const [target, targetId, modelId, vector, at] = row
  if (vector.length === 0 || !vector.every(Number.isFinite))
    throw new LyraError('INVALID_PARAMS', `the vector of ${target} ${targetId} is empty or not finite`)
  return sql.write(() => {
    const dimension = cache.dimensionOf(target, modelId) ?? vector.length
    if (dimension !== vector.length)
      throw new LyraError('INVALID_PARAMS', `vectors of ${modelId} have ${dimension} dimensions, not ${vector.length}`)
    // A cleanup in another process may have removed the text since it was read (GRAPH 2).
    if (sql.get(`SELECT 1 FROM ${SOURCE[target].table} WHERE id = :targetId`, { targetId }) === null) return false
    const id = stableId('emb', target, targetId, modelId)
    sql.run(SAVE, { id, target, targetId, modelId, blob: encodeVector(vector), dimension, at })
    return true
  })
}

/** The rows without a vector of the model, as the end of a query. */
function without(target: VectorTarget, taskId: string | undefined): string {
  return `FROM ${SOURCE[target].table} o WHERE NOT EXISTS (SELECT 1 FROM embeddings e
     WHERE e.target_type = '${target}' AND e.target_id = o.id AND e.model_id = :modelId)
     ${taskId === undefined ? '' : `AND o.id IN (${TASK_SCOPE[target]})`}`
}

interface ScopedQuery {
  readonly vector: Float32Array
  readonly topK: number
  readonly minSimilarity: number
  /** Only these ids; null for all. */
  readonly only: ReadonlySet<string> | null
  readonly except: ReadonlySet<string>
}

/** The matrix without the rows the open transaction changed, and those rows as they are now. */
function searchVectors(
  { matrix, pending }: SearchedVectors,
  query: ScopedQuery,
): { readonly hits: readonly VectorHit[]; readonly totalSearched: number } {
  if (pending.length === 0) {
    const { hits, searched } = matrix.search(query)
    return { hits, totalSearched: searched }
  }
  const { only, topK } = query
  const changed = new Set(pending.map((change) => change.targetId))
  const kept = matrix.search({ ...query, only: [...(only ?? matrix.ids())].filter((id) => !changed.has(id)) })
  const beside = vectorMatrix({ dimension: matrix.dimension, stored: () => null })
  for (const { targetId, blob } of pending)
    if (blob !== null && (only === null || only.has(targetId))) putBlob(beside, targetId, blob)
  const added = beside.search({ ...query, only: null })
  return {
    hits: [...kept.hits, ...added.hits].sort(betterHit).slice(0, topK),
    totalSearched: kept.searched + added.searched,
  }
}
