import type { DateRange } from '../domain/date-range.ts'
import type { Outcome } from '../domain/outcome.ts'
import type { Category } from '../domain/search-category.ts'
import type { SerpItem } from '../domain/task.ts'
import type { ArchiveRef } from '../net/types.ts'

export const PERIODS = ['day', 'week', 'month', 'year'] as const
export type Period = (typeof PERIODS)[number]

export type EngineOutcome = Outcome | 'no_results' | 'parser_broken' | 'circuit_open' | 'unknown_engine'

export interface EngineReport {
  readonly engine: string
  readonly outcome: EngineOutcome
  readonly reason: string | null
  readonly items: readonly SerpItem[]
  /** Where the page lies that the parser could not read. */
  readonly page?: ArchiveRef
  /** The result page that was asked for. */
  readonly url?: string
  /** What of the question the engine could not be told: an operator, a period. */
  readonly notes?: readonly string[]
  /** True when the answer came from serp_cache. */
  readonly cached: boolean
}

export interface WebSearchRequest {
  readonly query: string
  /** Engine names; undefined lets the weights choose. */
  readonly engines?: readonly string[] | undefined
  /** Engines of this kind, when none are named. */
  readonly category?: Category | undefined
  /** Published within it, where the engine can tell. */
  readonly period?: DateRange | undefined
  /** Result page, from 1. */
  readonly page?: number | undefined
  /** Language of the sources that the task wants, e.g. `ja`. */
  readonly language?: string | undefined
  /** Result pages that were read before will not do. */
  readonly fresh?: boolean | undefined
  readonly taskId: string
  readonly causeId: string
  readonly signal?: AbortSignal
}

export interface WebSearch {
  /** The names that `engines` of a request may hold, in the table's order. */
  readonly engines: readonly string[]
  /** REQ 4.6: settles circuits, weights and paces besides the requests; called every `engines.cycle_seconds`. */
  cycle?(): void
  /** A person passed the challenge of this domain: its engines are asked again at once (REQ 3.1.4, 3.6.1). */
  challengePassed?(domain: string, causeId: string): void
  /** One report an engine, in the table's order; never throws for a refusal. */
  search(request: WebSearchRequest): Promise<readonly EngineReport[]>
}
