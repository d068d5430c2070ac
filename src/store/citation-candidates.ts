import { z } from 'zod'
import { CANDIDATE_STATES, type CitationCandidate } from '../domain/citation-steering.ts'
import { identifierList } from '../domain/paper.ts'
import { bit, flag, json, word } from './columns.ts'
import { excluded, insertInto, type Row, type Statements } from './statements.ts'
import type { CitationCandidateStore } from './types.ts'

const candidateRow = z.object({
  task_id: z.string(),
  id: z.string(),
  search_id: z.string(),
  page_id: z.string(),
  direction: z.enum(['reference', 'citation']),
  depth: z.number(),
  title: z.string(),
  year: z.number().nullable(),
  identifiers: json(identifierList),
  told_by: z.string(),
  is_influential: flag,
  similarity: z.number().nullable(),
  relevance: z.number().nullable(),
  score: z.number().nullable(),
  state: word(CANDIDATE_STATES),
  reason: z.string(),
  cause_id: z.string(),
})

const COLUMNS = Object.keys(candidateRow.shape)
// What was kept once stays so: another search may list the same paper and leave it.
const SAVE = insertInto(
  'citation_candidates',
  COLUMNS,
  `ON CONFLICT (task_id, id) DO UPDATE SET ${excluded(COLUMNS.slice(2))} WHERE citation_candidates.state <> 'kept'`,
)

const OF_TASK = `SELECT * FROM citation_candidates WHERE task_id = :taskId
  AND (:state IS NULL OR state = :state) AND (:direction IS NULL OR direction = :direction)
  AND (:fromYear IS NULL OR year >= :fromYear) AND (:toYear IS NULL OR year <= :toYear)
  ORDER BY score IS NULL, score DESC, id`

export function citationCandidateStore(sql: Statements): CitationCandidateStore {
  const read = (row: Row): CitationCandidate => candidateRow.parse(row)
  return {
    saveAll: (rows) =>
      sql.write(() => {
        for (const row of rows)
          sql.run(SAVE, {
            ...row,
            identifiers: JSON.stringify(row.identifiers),
            is_influential: bit(row.is_influential),
          })
      }),
    get: (taskId, id) => {
      const row = sql.get('SELECT * FROM citation_candidates WHERE task_id = :taskId AND id = :id', { taskId, id })
      return row === null ? null : read(row)
    },
    ofTask: (taskId, { state = null, direction = null, from_year: fromYear = null, to_year: toYear = null }) =>
      sql.all(OF_TASK, { taskId, state, direction, fromYear, toYear }).map(read),
    markKept: (taskId, id, reason) => {
      sql.run(`UPDATE citation_candidates SET state = 'kept', reason = :reason WHERE task_id = :taskId AND id = :id`, {
        ...{ taskId, id, reason },
      })
    },
  }
}
