import type { Outcome } from '../domain/outcome.ts'
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
  /** True when the answer came from serp_cache. */
  readonly cached: boolean
}

export interface WebSearchRequest {
  readonly query: string
  /** Engine names; undefined lets the weights choose. */
  readonly engines?: readonly string[] | undefined
  /** Results not older than this, where the engine can tell. */
  readonly period?: Period | undefined
  /** Result page, from 1. */
  readonly page?: number | undefined
  readonly taskId: string
  readonly causeId: string
  readonly signal?: AbortSignal
}

export interface WebSearch {
  /** The names that `engines` of a request may hold, in the table's order. */
  readonly engines: readonly string[]
  /** REQ 4.6: settles circuits, weights and paces besides the requests; called every `engines.cycle_seconds`. */
  cycle?(): void
  /** One report an engine, in the table's order; never throws for a refusal. */
  search(request: WebSearchRequest): Promise<readonly EngineReport[]>
}
