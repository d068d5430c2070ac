import { z } from 'zod'
import { json, strings } from './columns.ts'
import { insertInto, type Statements } from './statements.ts'

/** What may be asked of a person: a verdict, a pair nobody judged, a claim of a finding, a claim's subject, a block. */
export const REVIEW_KINDS = ['pair', 'unjudged', 'merge', 'referent', 'block'] as const
export type ReviewKind = (typeof REVIEW_KINDS)[number]

const changeSchema = z.object({
  /** Another verdict, or `apart`, `dropped`, `lifted`. */
  to: z.string(),
  probability: z.number(),
  finding_id: z.string(),
  confidence: z.number(),
  status: z.string(),
})
/** What a finding would be if the verdict were another. */
export type ReviewChange = Readonly<z.infer<typeof changeSchema>>

const itemSchema = z.object({
  place: z.number(),
  kind: z.enum(REVIEW_KINDS),
  target_id: z.string(),
  claim_id: z.string().nullable(),
  fragment_id: z.string().nullable(),
  finding_id: z.string().nullable(),
  sentence: z.string(),
  claim_text: z.string(),
  domain: z.string(),
  verdict: z.string().nullable(),
  probability: z.number().nullable(),
  score: z.number(),
  changes: json(changeSchema.array()),
  decides: z.string().transform((list) => (list === '' ? [] : list.split(','))),
  copies: strings,
})
export interface ReviewItem {
  /** From 1 on; what a correction would change most comes first. */
  readonly place: number
  readonly kind: ReviewKind
  readonly target_id: string
  readonly claim_id: string | null
  readonly fragment_id: string | null
  readonly finding_id: string | null
  readonly sentence: string
  readonly claim_text: string
  readonly domain: string
  readonly verdict: string | null
  readonly probability: number | null
  readonly score: number
  readonly changes: readonly ReviewChange[]
  /** Findings whose status would change by it. */
  readonly decides: readonly string[]
  /** Other edges of the same sentence and the same claim text. */
  readonly copies: readonly string[]
}

export interface ReviewCounts {
  /** Findings whose status hangs on a single verdict in doubt. */
  readonly decisions: number
  /** Pairs on which they hang. */
  readonly pairs: number
}

export interface ReviewStore {
  /** Null while the queue is not that of the graph as it is now. */
  counts(taskId: string): ReviewCounts | null
  /** From a place on. */
  items(taskId: string, from: number, limit: number): readonly ReviewItem[]
  size(taskId: string): number
  replace(taskId: string, items: readonly ReviewItem[], counts: ReviewCounts, at: string): void
  /** The graph of the task has changed. */
  outdate(taskId: string): void
}

const COLUMNS = Object.keys(itemSchema.shape)
const INSERT = insertInto('review_items', ['task_id', ...COLUMNS])
const countsSchema = z.object({ decisions: z.number(), pairs: z.number() })

export function reviewStore(sql: Statements): ReviewStore {
  return {
    counts: (taskId) =>
      countsSchema
        .nullable()
        .parse(sql.get('SELECT decisions, pairs FROM review_queues WHERE task_id = :taskId', { taskId })),
    items: (taskId, from, limit) =>
      itemSchema.array().parse(
        sql.all(
          `SELECT ${COLUMNS} FROM review_items WHERE task_id = :taskId AND place >= :from
             ORDER BY place LIMIT :limit`,
          { taskId, from, limit },
        ),
      ),
    size: (taskId) => Number(sql.get('SELECT count(*) AS n FROM review_items WHERE task_id = :taskId', { taskId })?.n),
    replace: (taskId, items, { decisions, pairs }, at) =>
      sql.write(() => {
        sql.run('DELETE FROM review_items WHERE task_id = :taskId', { taskId })
        for (const item of items)
          sql.run(INSERT, {
            ...item,
            task_id: taskId,
            changes: JSON.stringify(item.changes),
            decides: item.decides.join(','),
            copies: JSON.stringify(item.copies),
          })
        sql.run(
          `INSERT OR REPLACE INTO review_queues (task_id, decisions, pairs, made_at)
           VALUES (:taskId, :decisions, :pairs, :at)`,
          { taskId, decisions, pairs, at },
        )
      }),
    outdate: (taskId) => {
      sql.run('DELETE FROM review_queues WHERE task_id = :taskId', { taskId })
    },
  }
}
