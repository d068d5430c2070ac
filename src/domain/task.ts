import { z } from 'zod'
import type { SearchStatus } from './satisfaction.ts'

export type TaskStatus = 'created' | 'exploring' | 'paused' | 'completed' | 'failed'
export type FinalStatus = 'completed' | 'partial' | 'cancelled'

export interface TaskBudget {
  readonly max_pages: number
  readonly max_seconds: number
}

export interface Task {
  readonly id: string
  readonly query: string
  readonly status: TaskStatus
  readonly budget: TaskBudget
  readonly priority_domains: readonly string[]
  readonly language: string | null
  /** Seconds of work so far; idle time of the assistant does not count. */
  readonly seconds_used: number
  readonly created_at: string
  readonly updated_at: string
  readonly stopped_at: string | null
  readonly stop_reason: string | null
  readonly final_status: FinalStatus | null
  readonly cause_id: string
}

/** The largest budget a task may have. */
export const MOST_PAGES = 1000
export const MOST_SECONDS = 86_400

/** How long one call of `search` may wait for its end; the work goes on after it. */
export const LONGEST_WAIT_SECONDS = 600

export interface SearchOptions {
  readonly engines?: readonly string[] | undefined
  readonly max_pages?: number | undefined
  readonly seek_primary?: boolean | undefined
  readonly refute?: boolean | undefined
  readonly wait_seconds?: number | undefined
}

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
