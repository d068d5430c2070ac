import { z } from 'zod'
import { LyraError } from '../domain/errors.ts'
import { atOnce, type Steps } from '../domain/in-turns.ts'
import type { IndexedText, TermSource, TextIndex, UnindexedText, VectorTarget } from './index-types.ts'
import type { Statements } from './statements.ts'
import { TASK_SCOPE } from './task-scope.ts'

/** What is indexed of each kind: the text that ranking reads, a fragment's with its heading. */
const SOURCE: Readonly<Record<VectorTarget, { readonly table: string; readonly text: string }>> = {
  fragment: { table: 'fragments', text: `coalesce(o.heading_context || char(10), '') || o.text_content` },
  claim: { table: 'claims', text: 'o.claim_text' },
}

/**
 * A Japanese compound found by its characters counts beside a whole word what a word part counts in memory
 * (src/rank/lexical.ts).
 */
const PAIRS_WEIGHT = 0.2

const textRow = z.object({ id: z.string(), text: z.string() })
const hitRow = z.object({ id: z.string(), score: z.number() })

/**
 * SQLite's FTS5 over terms that the analyser has made; FTS5 itself only splits them at the spaces. Derived from the
 * rows: what has no entry yet, or one of another analyser, is `missing` and is not found until it is saved.
 */
export function textIndex(sql: Statements, source: TermSource | null): TextIndex {
  const analyser = source?.version ?? ''
  const has = (target: VectorTarget, id: string) =>
    sql.get('SELECT analyser FROM indexed_texts WHERE target_type = :target AND target_id = :id', { target, id })
      ?.analyser === analyser

  function save(target: VectorTarget, entries: readonly IndexedText[]): number {
    const { table, text } = SOURCE[target]
    let saved = 0
    sql.write(() => {
      for (const entry of entries) {
        // Another process may have indexed it, changed it or removed it since it was analysed.
        const current = sql.get(`SELECT ${text} AS text FROM ${table} o WHERE o.id = :id`, { id: entry.id })
        if (current?.text !== entry.text || has(target, entry.id)) continue
        const of = { target, id: entry.id }
        sql.run('DELETE FROM indexed_texts WHERE target_type = :target AND target_id = :id', of)
        const row = sql.get(
          'INSERT INTO indexed_texts (target_type, target_id, analyser) VALUES (:target, :id, :analyser) RETURNING id',
          { ...of, analyser },
        )
        sql.run(`INSERT INTO ${target}_terms (rowid, terms, pairs) VALUES (:row, :terms, :pairs)`, {
          row: Number(row?.id),
          terms: entry.terms.join(' '),
          pairs: entry.pairs.join(' '),
        })
        saved += 1
      }
    })
    return saved
  }

  function* preparing(target: VectorTarget, items: readonly UnindexedText[]): Steps<readonly IndexedText[]> {
    const prepared: IndexedText[] = []
    for (const item of source === null ? [] : items) {
      if (has(target, item.id)) continue
      const terms =
        source?.readingTerms === undefined ? source?.termsOf(item.text) : yield* source.readingTerms(item.text)
      if (terms !== undefined) prepared.push({ ...item, ...terms })
      yield
    }
    return prepared
  }

  return {
    prepare: (target, items) => atOnce(preparing(target, items)),
    preparing,
    save,
    missing: (target, limit) => {
      const { table, text } = SOURCE[target]
      const rows = sql.all(
        `SELECT o.id, ${text} AS text FROM ${table} o WHERE NOT EXISTS (SELECT 1 FROM indexed_texts t
           WHERE t.target_type = :target AND t.target_id = o.id AND t.analyser = :analyser)
         ORDER BY o.rowid LIMIT :limit`,
        { target, analyser, limit },
      )
      return rows.map((row) => textRow.parse(row))
    },
    missingCount: (target) => {
      const row = sql.get(
        `SELECT (SELECT count(*) FROM ${SOURCE[target].table}) - (SELECT count(*) FROM indexed_texts
           WHERE target_type = :target AND analyser = :analyser) AS count`,
        { target, analyser },
      )
      return Number(row?.count)
    },
    search: ({ target, query, taskId, topK }) => {
      if (source === null) throw new LyraError('INTERNAL_ERROR', 'this store was opened without an analyser')
      const match = matchOf(source.termsOf(query))
      const within = [
        't.target_type = :target AND t.analyser = :analyser',
        ...(taskId === undefined ? [] : [`t.target_id IN (${TASK_SCOPE[target]})`]),
        ...(target === 'claim' ? [] : ['t.target_id NOT IN (SELECT id FROM fragments WHERE is_irrelevant = 1)']),
      ].join(' AND ')
      const of = { target, analyser, ...(taskId === undefined ? {} : { taskId }) }
      const searched = sql.get(`SELECT count(*) AS count FROM indexed_texts t WHERE ${within}`, of)
      const hits =
        match === ''
          ? []
          : sql.all(
              `SELECT t.target_id AS id, -bm25(${target}_terms, 1.0, ${PAIRS_WEIGHT}) AS score
                 FROM ${target}_terms CROSS JOIN indexed_texts t ON t.id = ${target}_terms.rowid
                 WHERE ${target}_terms MATCH :match AND ${within}
                 ORDER BY score DESC, t.target_id LIMIT :topK`,
              { ...of, match, topK },
            )
      return {
        hits: hits.map((row) => hitRow.parse(row)),
        totalSearched: Number(searched?.count),
        wordless: match === '',
      }
    },
  }
}

/** FTS5 only marks what is deleted; written anew, the index no longer holds the words of texts that are gone. */
export function forgetWords(sql: Statements, target: VectorTarget): void {
  sql.run(`INSERT INTO ${target}_terms (${target}_terms) VALUES ('optimize')`)
}

/** Any of the terms, or any compound as a phrase of its pairs; each counts once, as in memory. */
function matchOf({ terms, compounds }: ReturnType<TermSource['termsOf']>): string {
  const any = (column: string, phrases: readonly string[]) => {
    const quoted = [...new Set(phrases)].map((phrase) => `"${phrase.replaceAll('"', '""')}"`)
    return quoted.length === 0 ? [] : [`${column} : (${quoted.join(' OR ')})`]
  }
  const wholes = compounds.map((pairs) => pairs.join(' '))
  return [...any('terms', terms), ...any('pairs', wholes)].join(' OR ')
}
