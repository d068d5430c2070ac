import { z } from 'zod'
import { LyraError } from '../domain/errors.ts'
import { stableId } from '../domain/ids.ts'
import type { Statements } from './statements.ts'
import { TASK_SCOPE } from './task-scope.ts'
import type { VectorStore, VectorTarget } from './types.ts'
import { type VectorChange, vectorChanges } from './vector-changes.ts'
import { decodeVector, encodeVector, type VectorMatrix, vectorMatrix } from './vector-matrix.ts'
import { betterHit } from './vector-top.ts'

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

const LOAD = `SELECT target_id, embedding_blob FROM embeddings
  WHERE target_type = :target AND model_id = :modelId ORDER BY rowid`
const ONE = `SELECT embedding_blob FROM embeddings
  WHERE target_type = :target AND target_id = :targetId AND model_id = :modelId`
const DIMENSION = 'SELECT dimension FROM embeddings WHERE target_type = :target AND model_id = :modelId LIMIT 1'

const blobRow = z.object({ embedding_blob: z.instanceof(Uint8Array) })
const textRow = z.object({ id: z.string(), text: z.string() })

interface Loaded {
  readonly matrix: VectorMatrix
  /** Every change up to this number is in the matrix. */
  upTo: number
}

export function vectorStore(sql: Statements): VectorStore {
  const changes = vectorChanges(sql)
  const cache = new Map<string, Loaded>()
  const dimensionOf = (target: VectorTarget, modelId: string) => {
    const found = sql.get(DIMENSION, { target, modelId })?.dimension
    return found === undefined ? null : Number(found)
  }
  const stored = (target: VectorTarget, targetId: string, modelId: string) => {
    const row = sql.get(ONE, { target, targetId, modelId })
    return row === null ? null : decodeVector(blobRow.parse(row).embedding_blob)
  }

  /** The rows without a vector of the model, as the end of a query. */
  const without = (target: VectorTarget, taskId: string | undefined) =>
    `FROM ${SOURCE[target].table} o WHERE NOT EXISTS (SELECT 1 FROM embeddings e
       WHERE e.target_type = '${target}' AND e.target_id = o.id AND e.model_id = :modelId)
       ${taskId === undefined ? '' : `AND o.id IN (${TASK_SCOPE[target]})`}`
  const idsOf = (query: string, values: Readonly<Record<string, string>> = {}) =>
    new Set(sql.all(query, values).map((row) => String(row.id)))

  function load(target: VectorTarget, modelId: string): Loaded | null {
    // Read before the rows: a change between the two is then applied twice, never missed.
    const upTo = changes.newest()
    const dimension = dimensionOf(target, modelId)
    if (dimension === null) return null
    const matrix = vectorMatrix({ dimension, stored: (id) => stored(target, id, modelId) })
    for (const row of sql.db.prepare(LOAD).iterate({ target, modelId }))
      put(matrix, String(row.target_id), row.embedding_blob as Uint8Array)
    return { matrix, upTo }
  }

  /** Kept current by the rows that changed, in this process or another. */
  function current(target: VectorTarget, modelId: string): VectorMatrix | null {
    const key = `${target} ${modelId}`
    const known = cache.get(key) ?? load(target, modelId)
    if (known === null) return null
    cache.set(key, known)
    const newest = changes.newest()
    if (newest === known.upTo) return known.matrix
    for (const { targetId, blob } of changes.since(known.upTo, target, modelId)) {
      if (blob === null) known.matrix.remove(targetId)
      else put(known.matrix, targetId, blob)
    }
    known.upTo = newest
    if (known.matrix.size > 0) return known.matrix
    // Emptied, and perhaps filled again by a model of the same name and another dimension.
    cache.delete(key)
    const anew = load(target, modelId)
    return anew?.matrix ?? null
  }

  /** A transaction may be undone: what it changed is laid beside the matrix and forgotten. */
  function undecided(
    target: VectorTarget,
    modelId: string,
  ): { matrix: VectorMatrix; pending: readonly VectorChange[] } | null {
    const known = cache.get(`${target} ${modelId}`)
    if (known !== undefined) return { matrix: known.matrix, pending: changes.since(known.upTo, target, modelId) }
    const fresh = load(target, modelId)
    return fresh === null ? null : { matrix: fresh.matrix, pending: [] }
  }

  return {
    save: (target, targetId, modelId, vector, at) => {
      if (vector.length === 0 || !vector.every(Number.isFinite))
        throw new LyraError('INVALID_PARAMS', `the vector of ${target} ${targetId} is empty or not finite`)
      return sql.write(() => {
        const dimension = dimensionOf(target, modelId) ?? vector.length
        if (dimension !== vector.length)
          throw new LyraError(
            'INVALID_PARAMS',
            `vectors of ${modelId} have ${dimension} dimensions, not ${vector.length}`,
          )
        // A cleanup in another process may have removed the text since it was read (GRAPH 2).
        if (sql.get(`SELECT 1 FROM ${SOURCE[target].table} WHERE id = :targetId`, { targetId }) === null) return false
        const id = stableId('emb', target, targetId, modelId)
        sql.run(SAVE, { id, target, targetId, modelId, blob: encodeVector(vector), dimension, at })
        return true
      })
    },
    get: stored,
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
      const found = sql.db.isTransaction
        ? undecided(target, modelId)
        : { matrix: current(target, modelId), pending: [] as const }
      if (found === null || found.matrix === null) return { hits: [], totalSearched: 0 }
      const { matrix, pending } = found
      if (matrix.dimension !== vector.length)
        throw new LyraError(
          'INVALID_PARAMS',
          `the query vector has ${vector.length} dimensions, the stored ones of ${modelId} have ${matrix.dimension}`,
        )
      const scope = taskId === undefined ? null : idsOf(TASK_SCOPE[target], { taskId })
      const except = target === 'claim' ? new Set<string>() : idsOf(IRRELEVANT)
      const query = { vector, topK, minSimilarity, except }
      if (pending.length === 0) {
        const { hits, searched } = matrix.search({ ...query, only: scope })
        return { hits, totalSearched: searched }
      }
      const changed = new Set(pending.map((change) => change.targetId))
      const kept = matrix.search({ ...query, only: [...(scope ?? matrix.ids())].filter((id) => !changed.has(id)) })
      const beside = vectorMatrix({ dimension: matrix.dimension, stored: () => null })
      for (const { targetId, blob } of pending)
        if (blob !== null && (scope === null || scope.has(targetId))) put(beside, targetId, blob)
      const added = beside.search({ ...query, only: null })
      return {
        hits: [...kept.hits, ...added.hits].sort(betterHit).slice(0, topK),
        totalSearched: kept.searched + added.searched,
      }
    },
  }
}

/** A blob of another length cannot be a vector of this model; `save` never writes one. */
function put(matrix: VectorMatrix, id: string, blob: Uint8Array): void {
  if (blob.byteLength === matrix.dimension * 4) matrix.set(id, decodeVector(blob))
}
