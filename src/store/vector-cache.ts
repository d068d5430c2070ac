import { z } from 'zod'
import type { VectorTarget } from './index-types.ts'
import type { Statements } from './statements.ts'
import { type VectorChange, vectorChanges } from './vector-changes.ts'
import { decodeVector } from './vector-codec.ts'
import { type VectorMatrix, vectorMatrix } from './vector-matrix.ts'

const LOAD = `SELECT target_id, embedding_blob FROM embeddings
  WHERE target_type = :target AND model_id = :modelId ORDER BY rowid`
const ONE = `SELECT embedding_blob FROM embeddings
  WHERE target_type = :target AND target_id = :targetId AND model_id = :modelId`
const DIMENSION = 'SELECT dimension FROM embeddings WHERE target_type = :target AND model_id = :modelId LIMIT 1'

const blobRow = z.object({ embedding_blob: z.instanceof(Uint8Array) })

/** The vectors of one model and target that a search looks at. */
export interface SearchedVectors {
  readonly matrix: VectorMatrix
  /** Changes of the open transaction, which are not in the matrix: the transaction may yet be undone. */
  readonly pending: readonly VectorChange[]
}

export interface VectorCache {
  get(target: VectorTarget, targetId: string, modelId: string): Float32Array | null
  /** Null while there is no vector of the model. */
  dimensionOf(target: VectorTarget, modelId: string): number | null
  /** Null when there is nothing to search. */
  open(target: VectorTarget, modelId: string): SearchedVectors | null
}

interface Loaded {
  readonly matrix: VectorMatrix
  /** Every change up to this number is in the matrix. */
  upTo: number
}

/** One matrix per target and model, loaded at the first search. */
export function vectorCache(sql: Statements): VectorCache {
  const changes = vectorChanges(sql)
  const loaded = new Map<string, Loaded>()
  const dimensionOf = (target: VectorTarget, modelId: string) => {
    const found = sql.get(DIMENSION, { target, modelId })?.dimension
    return found === undefined ? null : Number(found)
  }
  const get = (target: VectorTarget, targetId: string, modelId: string) => {
    const row = sql.get(ONE, { target, targetId, modelId })
    return row === null ? null : decodeVector(blobRow.parse(row).embedding_blob)
  }

  function load(target: VectorTarget, modelId: string): Loaded | null {
    // Read before the rows: a change between the two is then applied twice, never missed.
    const upTo = changes.newest()
    const dimension = dimensionOf(target, modelId)
    if (dimension === null) return null
    const matrix = vectorMatrix({ dimension, stored: (id) => get(target, id, modelId) })
    for (const row of sql.db.prepare(LOAD).iterate({ target, modelId }))
      if (row.embedding_blob instanceof Uint8Array) putBlob(matrix, String(row.target_id), row.embedding_blob)
    return { matrix, upTo }
  }

  /** Kept current by the rows that changed, in this process or another. */
  function current(target: VectorTarget, modelId: string): VectorMatrix | null {
    const key = `${target} ${modelId}`
    const known = loaded.get(key) ?? load(target, modelId)
    if (known === null) return null
    loaded.set(key, known)
    const newest = changes.newest()
    if (newest === known.upTo) return known.matrix
    for (const { targetId, blob } of changes.since(known.upTo, target, modelId)) {
      if (blob === null) known.matrix.remove(targetId)
      else putBlob(known.matrix, targetId, blob)
    }
    known.upTo = newest
    if (known.matrix.size > 0) return known.matrix
    // Emptied, and perhaps filled again by a model of the same name and another dimension.
    loaded.delete(key)
    const anew = load(target, modelId)
    return anew?.matrix ?? null
  }

  /** A transaction may be undone: what it changed is laid beside the matrix and forgotten. */
  function inTransaction(target: VectorTarget, modelId: string): SearchedVectors | null {
    const known = loaded.get(`${target} ${modelId}`)
    if (known !== undefined) return { matrix: known.matrix, pending: changes.since(known.upTo, target, modelId) }
    const fresh = load(target, modelId)
    return fresh === null ? null : { matrix: fresh.matrix, pending: [] }
  }

  return {
    get,
    dimensionOf,
    open: (target, modelId) => {
      if (sql.db.isTransaction) return inTransaction(target, modelId)
      const matrix = current(target, modelId)
      return matrix === null ? null : { matrix, pending: [] }
    },
  }
}

/** A blob of another length cannot be a vector of this model; `VectorStore.save` never writes one. */
export function putBlob(matrix: VectorMatrix, id: string, blob: Uint8Array): void {
  if (blob.byteLength === matrix.dimension * 4) matrix.set(id, decodeVector(blob))
}
