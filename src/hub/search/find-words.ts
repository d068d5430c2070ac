import { z } from 'zod'
import type { TermSource, VectorTarget } from '../../store/index-types.ts'
import type { Sql } from '../connection.ts'
import { inScope } from './text-scope.ts'

export interface WordHit {
  readonly id: string
  readonly score: number
  readonly text: string
}

export interface FoundWords {
  readonly hits: readonly WordHit[]
  readonly totalSearched: number
  /** Texts that are not in the index yet. */
  readonly missing: number
  /** The query has no word to look for. */
  readonly wordless: boolean
}

/** As FTS5 computes BM25, and as a home weighs a Japanese compound beside a whole word (src/store/full-text.ts). */
const [K1, B, PAIRS_WEIGHT, LEAST_IDF] = [1.2, 0.75, 0.2, 1e-6]

const hitRow = z.object({ id: z.string(), score: z.number() })
const countRow = z.object({ searched: z.number(), missing: z.number() })

/** The words of a home's `lyra find` over all texts that this user may see, best first. */
export async function findWords(
  sql: Sql,
  source: TermSource,
  query: {
    readonly words: string
    readonly target: VectorTarget
    readonly taskId: string | null
    readonly topK: number
  },
): Promise<FoundWords> {
  const { terms, compounds } = source.termsOf(query.words)
  const words = [...new Set(terms)]
  const phrases = [...new Map(compounds.map((pairs) => [pairs.join(' '), pairs])).values()]
  const [counts] = await sql.rows(countRow, countsOf(query.target), [query.target, source.version, query.taskId])
  const { searched = 0, missing = 0 } = counts ?? {}
  if (words.length + phrases.length === 0) return { hits: [], totalSearched: searched, missing, wordless: true }
  const ranked = await sql.rows(hitRow, rankedBy(query.target), [
    ...[query.target, source.version, query.taskId],
    ...[words, phrases.map((pairs) => pairs.join(' ')), query.topK, phrases.flatMap(([first]) => first ?? [])],
  ])
  const texts = await textsOf(sql, query.target, ranked)
  const hits = ranked.map((hit) => ({ ...hit, text: texts.get(hit.id) ?? '' }))
  return { hits, totalSearched: searched, missing, wordless: false }
}

function countsOf(target: VectorTarget): string {
  return `SELECT count(t.target_id) AS searched,
      (SELECT count(*) FROM lyra.${target}s) - (SELECT count(*) FROM hub.text_terms
        WHERE target_type = $1 AND analyser = $2) AS missing
    FROM hub.text_terms t WHERE t.target_type = $1 AND t.analyser = $2 AND ${inScope(target, 't', '$3')}`
}

/**
 * How often a word or a compound stands in how many texts is counted over all that the user sees, whatever the scope:
 * a home counts over all of its texts.
 */
function rankedBy(target: VectorTarget): string {
  return `WITH asked AS (
      SELECT word AS name, NULL::text[] AS phrase, 1.0::float8 AS weight FROM unnest($4::text[]) AS w(word)
      UNION ALL
      SELECT joined, string_to_array(joined, ' '), ${PAIRS_WEIGHT}::float8 FROM unnest($5::text[]) AS p(joined)
    ), kept AS MATERIALIZED (
      SELECT target_id, terms, pairs, tokens FROM hub.text_terms
      WHERE target_type = $1 AND (terms && $4 OR pairs && $7)
    ), size AS (
      SELECT count(*)::float8 AS texts, avg(tokens)::float8 AS tokens FROM hub.text_terms WHERE target_type = $1
    ), hits AS (
      SELECT k.target_id, k.tokens, a.name, a.phrase, a.weight * CASE WHEN a.phrase IS NULL
        THEN cardinality(array_positions(k.terms, a.name)) ELSE hub.phrase_count(k.pairs, a.phrase) END AS frequency
      FROM kept k CROSS JOIN asked a
      WHERE CASE WHEN a.phrase IS NULL THEN k.terms @> ARRAY[a.name] ELSE k.pairs @> a.phrase END
    ), weights AS (
      SELECT h.name, h.phrase, greatest(${LEAST_IDF}, ln((s.texts - count(*) + 0.5) / (count(*) + 0.5))) AS idf
      FROM hits h CROSS JOIN size s WHERE h.frequency > 0 GROUP BY h.name, h.phrase, s.texts
    ), scored AS (
      SELECT h.target_id, sum(w.idf * h.frequency * ${K1 + 1}
        / (h.frequency + ${K1} * (1 - ${B} + ${B} * h.tokens / s.tokens)))::float8 AS score
      FROM hits h JOIN weights w ON w.name = h.name AND w.phrase IS NOT DISTINCT FROM h.phrase CROSS JOIN size s
      WHERE h.frequency > 0 GROUP BY h.target_id
    )
    SELECT t.target_id AS id, c.score FROM scored c JOIN hub.text_terms t
      ON t.target_type = $1 AND t.target_id = c.target_id AND t.analyser = $2
    WHERE ${inScope(target, 't', '$3')} ORDER BY c.score DESC, t.target_id COLLATE "C" LIMIT $6`
}

const textRow = z.object({ id: z.string(), text: z.string() })

async function textsOf(
  sql: Sql,
  target: VectorTarget,
  hits: readonly { readonly id: string }[],
): Promise<ReadonlyMap<string, string>> {
  const column = target === 'claim' ? 'claim_text' : 'text_content'
  const statement = `SELECT id, ${column} AS text FROM lyra.${target}s WHERE id = ANY ($1)`
  const rows = await sql.rows(textRow, statement, [hits.map(({ id }) => id)])
  return new Map(rows.map(({ id, text }) => [id, text]))
}
