import { z } from 'zod'
import type { FindAnswer, FindInput } from '../api/find-texts.ts'
import type { VectorAnswer, VectorInput } from '../api/vector-search.ts'
import { LyraError } from '../domain/errors.ts'
import { VERIFICATION_STATUSES } from '../domain/verification.ts'
import { requireSeen } from '../hub/hub-tasks.ts'
import { findVectors } from '../hub/search/find-vectors.ts'
import { findWords } from '../hub/search/find-words.ts'
import type { RemoteParts } from './parts.ts'

/** Claims that one finding has at most, as a rule; told once, they leave room for others. */
const PER_FINDING = 4
const PREVIEW = 200

const textRow = z.object({
  id: z.string(),
  text: z.string(),
  page_id: z.string().nullable(),
  url: z.string().nullable(),
  status: z.enum(VERIFICATION_STATUSES).nullable(),
  finding_id: z.string().nullable(),
  same: z.array(z.string()).nullable(),
})
const CLAIMS = `SELECT c.id, c.claim_text AS text, p.id AS page_id, p.url, c.verification_status AS status,
    m.finding_id,
    (SELECT array_agg(o.claim_id ORDER BY o.claim_id) FROM lyra.finding_claims o
      WHERE o.finding_id = m.finding_id AND o.claim_id <> c.id) AS same
  FROM lyra.claims c LEFT JOIN lyra.fragments f ON f.id = c.source_fragment_id
  LEFT JOIN lyra.pages p ON p.id = f.page_id
  LEFT JOIN lyra.finding_claims m ON m.claim_id = c.id WHERE c.id = ANY ($1)`
const FRAGMENTS = `SELECT f.id, f.text_content AS text, p.id AS page_id, p.url, NULL AS status, NULL AS finding_id,
    NULL::text[] AS same
  FROM lyra.fragments f LEFT JOIN lyra.pages p ON p.id = f.page_id WHERE f.id = ANY ($1)`

/** EXPLORE 4.4 over what the user may see. Trust of a source is learned by homes and is not told here. */
export async function vectorsOnHub(parts: RemoteParts, input: VectorInput, signal: AbortSignal): Promise<VectorAnswer> {
  const { hub } = parts
  const isClaims = input.target === 'claims'
  if (input.task_id !== undefined) await requireSeen(hub, input.task_id)
  const { modelId, vector } = await parts.embed(input.query, signal)
  const { hits, totalSearched, missing } = await findVectors(hub, {
    ...{ target: isClaims ? 'claim' : 'fragment', modelId, vector, taskId: input.task_id ?? null },
    topK: isClaims ? input.top_k * PER_FINDING : input.top_k,
    minSimilarity: input.min_similarity,
  })
  const rows = await hub.rows(textRow, isClaims ? CLAIMS : FRAGMENTS, [hits.map(({ id }) => id)])
  const byId = new Map(rows.map((row) => [row.id, row]))
  const told = new Set<string>()
  const results = hits.flatMap(({ id, similarity }) => {
    const row = byId.get(id)
    if (row === undefined || (row.finding_id !== null && told.has(row.finding_id))) return []
    if (row.finding_id !== null) told.add(row.finding_id)
    return [
      {
        ...{ id, text_preview: preview(row.text, input.preview_chars), similarity: roundedSimilarity(similarity) },
        ...(row.page_id === null || row.url === null ? {} : { page_id: row.page_id, source_url: row.url }),
        ...(row.status === null ? {} : { verification_status: row.status }),
        ...(row.finding_id === null || row.same === null ? {} : { finding_id: row.finding_id, same_claims: row.same }),
      },
    ]
  })
  return {
    ...{ ok: true, results: results.slice(0, input.top_k), total_searched: totalSearched },
    ...(missing === 0 ? {} : { not_embedded: missing }),
  }
}

/** The same by words. */
export async function textsOnHub({ hub, terms }: RemoteParts, input: FindInput): Promise<FindAnswer> {
  if (input.task_id !== undefined) await requireSeen(hub, input.task_id)
  const found = await findWords(hub, await terms(), {
    ...{ words: input.words, target: input.target === 'claims' ? 'claim' : 'fragment' },
    ...{ taskId: input.task_id ?? null, topK: input.top_k },
  })
  if (found.wordless)
    throw new LyraError('INVALID_PARAMS', 'There is no word to look for: only marks, or words such as "the"')
  return {
    ok: true,
    results: found.hits.map(({ id, score, text }) => ({
      ...{ id, text_preview: preview(text, PREVIEW), score: Number(score.toPrecision(4)) },
    })),
    total_searched: found.totalSearched,
    not_indexed: found.missing,
  }
}

function preview(text: string, characters: number): string {
  return [...text].slice(0, characters).join('')
}

function roundedSimilarity(similarity: number): number {
  return Math.round(similarity * 10_000) / 10_000
}
