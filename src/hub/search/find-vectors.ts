import { z } from 'zod'
import { LyraError } from '../../domain/errors.ts'
import type { VectorHit, VectorTarget } from '../../store/index-types.ts'
import { topHits } from '../../store/top-hits.ts'
import { decodeVector, unitVector } from '../../store/vector-codec.ts'
import type { Sql } from '../connection.ts'
import { vectorSchema } from './search-tables.ts'
import { inScope } from './text-scope.ts'

export interface VectorQuery {
  readonly target: VectorTarget
  readonly modelId: string
  readonly vector: Float32Array
  readonly taskId: string | null
  readonly topK: number
  readonly minSimilarity: number
}

export interface FoundVectors {
  readonly hits: readonly VectorHit[]
  readonly totalSearched: number
  /** Texts without a vector of this model. */
  readonly missing: number
  /** pgvector in the database, or a scan in this process. */
  readonly by: 'pgvector' | 'scan'
}

const countRow = z.object({ searched: z.number(), dimension: z.number().nullable(), missing: z.number() })
const hitRow = z.object({ id: z.string(), similarity: z.number() })
const blobRow = z.object({ id: z.string(), blob: z.instanceof(Buffer) })

/**
 * Cosine over the vectors that this user may see, best first. Every vector is compared: an approximate index gives the
 * nearest of all rows, of which row-level security then takes away what the user may not see, and too few are left.
 */
export async function findVectors(sql: Sql, query: VectorQuery): Promise<FoundVectors> {
  const schema = await vectorSchema(sql)
  const { target, modelId, vector, taskId, topK, minSimilarity } = query
  const table = schema === null ? 'lyra.embeddings' : 'hub.vectors'
  const where = `v.target_type = $1 AND v.model_id = $2 AND ${inScope(target, 'v', '$3')}`
  const [counts] = await sql.rows(
    countRow,
    `SELECT count(*) AS searched, (SELECT max(dimension) FROM lyra.embeddings WHERE model_id = $2) AS dimension,
      (SELECT count(*) FROM lyra.${target}s o WHERE ${inScope(target, 'o', '$3', 'id')}) - count(*) AS missing
      FROM ${table} v WHERE ${where}`,
    [target, modelId, taskId],
  )
  const { searched = 0, dimension = null, missing = 0 } = counts ?? {}
  if (dimension !== null && dimension !== vector.length)
    throw new LyraError(
      'INVALID_PARAMS',
      `the query vector has ${vector.length} dimensions, the stored ones of ${modelId} have ${dimension}`,
    )
  const found = { totalSearched: searched, missing: Math.max(0, missing) }
  if (schema === null) return { ...found, hits: await scan(sql, query, where), by: 'scan' }
  const distance = `v.embedding OPERATOR(${schema}.<=>) $4::${schema}.vector`
  const hits = await sql.rows(
    hitRow,
    `SELECT v.target_id AS id, 1 - (${distance}) AS similarity FROM hub.vectors v
      WHERE ${where} AND 1 - (${distance}) >= $5 ORDER BY ${distance}, v.target_id COLLATE "C" LIMIT $6`,
    [target, modelId, taskId, `[${unitVector(vector).join(',')}]`, minSimilarity, topK],
  )
  return { ...found, hits, by: 'pgvector' }
}

async function scan(sql: Sql, query: VectorQuery, where: string): Promise<readonly VectorHit[]> {
  const asked = unitVector(query.vector)
  const best = topHits(query.topK)
  const rows = await sql.rows(
    blobRow,
    `SELECT v.target_id AS id, v.embedding_blob AS blob FROM lyra.embeddings v WHERE ${where}`,
    [query.target, query.modelId, query.taskId],
  )
  for (const { id, blob } of rows) {
    const unit = unitVector(decodeVector(blob))
    let similarity = 0
    for (let at = 0; at < asked.length; at += 1) similarity += (asked[at] as number) * (unit[at] as number)
    if (similarity >= query.minSimilarity) best.offer(id, similarity)
  }
  return best.hits()
}
