import { z } from 'zod'
import { AUTH_PRIORITIES } from './auth-request.ts'
import { citationSteeringSchema } from './citation-steering.ts'
import { dateRangeSchema } from './date-range.ts'
import { ownDocumentSchema } from './own-document.ts'
import type { SearchStatus } from './satisfaction.ts'
import { CATEGORIES } from './search-category.ts'
import { givenScopeSchema, searchScopeSchema } from './search-scope.ts'

export const TASK_STATUSES = ['created', 'exploring', 'paused', 'completed', 'failed'] as const
export type TaskStatus = (typeof TASK_STATUSES)[number]
export const FINAL_STATUSES = ['completed', 'partial', 'cancelled'] as const
export type FinalStatus = (typeof FINAL_STATUSES)[number]

export const budgetSchema = z.object({ max_pages: z.number(), max_seconds: z.number() }).readonly()
export type TaskBudget = z.infer<typeof budgetSchema>

export const taskSchema = z.object({
  id: z.string(),
  query: z.string(),
  status: z.enum(TASK_STATUSES),
  budget: budgetSchema,
  priority_domains: z.array(z.string()).readonly(),
  language: z.string().nullable(),
  /** What its searches leave out, as it was given. */
  scope: givenScopeSchema,
  /** Seconds of work so far; idle time of the assistant does not count. */
  seconds_used: z.number(),
  created_at: z.string(),
  updated_at: z.string(),
  stopped_at: z.string().nullable(),
  stop_reason: z.string().nullable(),
  final_status: z.enum(FINAL_STATUSES).nullable(),
  cause_id: z.string(),
})
export type Task = Readonly<z.infer<typeof taskSchema>>

/** The largest budget a task may have. */
export const MOST_PAGES = 1000
export const MOST_SECONDS = 86_400

/** How long one call of `search` may wait for its end; the work goes on after it. */
export const LONGEST_WAIT_SECONDS = 600

export const searchOptionsSchema = z
  .object({
    engines: z.array(z.string()).readonly().optional(),
    max_pages: z.number().optional(),
    seek_primary: z.boolean().optional(),
    refute: z.boolean().optional(),
    period: dateRangeSchema.optional(),
    /** What the engines are for, e.g. `encyclopedia`; `academic` asks the paper indexes, too. */
    category: z.enum(CATEGORIES).optional(),
    /** How urgent it is that a person opens the pages this search cannot (REQ 3.6.1). */
    auth_priority: z.enum(AUTH_PRIORITIES).optional(),
    wait_seconds: z.number().optional(),
    /** An answer that is there already is not enough. */
    fresh: z.boolean().optional(),
    /** The update that this search belongs to (`lyra update`): engines and pages are asked again, whatever is known. */
    revalidate: z.string().optional(),
    /** Addresses and numbers to be read whatever the engines find. */
    targets: z.array(z.string()).readonly().optional(),
    /** What public sources are asked to lead on from, as `company:NAME`, `domain:example.org`... */
    pivot_from: z.string().optional(),
    /** The query in the other language, as the caller words it. */
    mirror: z.string().optional(),
    /** Synonyms are asked for as well. */
    expand: z.boolean().optional(),
    /** Nothing but the targets is read; the query is then the question of the task. */
    targets_only: z.boolean().optional(),
    scope: searchScopeSchema.optional(),
    citations: citationSteeringSchema.optional(),
    /** Files of the user: the search reads these and asks nobody. Empty: all of them stayed in another home. */
    documents: z.array(ownDocumentSchema).readonly().optional(),
  })
  .readonly()
export type SearchOptions = z.infer<typeof searchOptionsSchema>

/** A row of `queries`: one search the assistant asked for. */
export interface SearchRow {
  readonly id: string
  readonly task_id: string
  readonly query: string
  readonly options: SearchOptions
  readonly status: SearchStatus
  readonly pages_fetched: number
  readonly useful_fragments: number
  readonly harvest_rate: number
  readonly satisfaction_score: number
  readonly novelty_score: number
  readonly independent_sources: number
  readonly has_primary_source: boolean
  /** Named reasons why something is missing: an engine refused, a source answered 429... */
  readonly warnings: readonly string[]
  readonly error: string | null
  readonly started_at: string
  readonly finished_at: string | null
  readonly cause_id: string
}

export const serpItemSchema = z
  .object({
    title: z.string(),
    url: z.string(),
    snippet: z.string(),
    date: z.string().nullable(),
    engine: z.string(),
    rank: z.number(),
    source_tag: z.string(),
  })
  .readonly()
/** One line of a result page. */
export type SerpItem = z.infer<typeof serpItemSchema>
