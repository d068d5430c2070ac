import type { Published } from '../hub/publish.ts'
import type { HeldSearch } from '../hub/queue/search-queue.ts'

export type SearchOutcome = Published['outcome'] | 'cancelled' | 'given_back' | 'failed'

/** What a search of a worker is made of, one after the other. */
export const PHASES = ['fetch_bundle', 'open_home', 'search', 'citations', 'export', 'publish'] as const
export type Phase = (typeof PHASES)[number]
export type RunPhase = <T>(phase: Phase, work: () => Promise<T>) => Promise<T>

/** Who watches a worker: metrics and traces. It changes nothing of the work. */
export interface Observation {
  /** The hub has answered. */
  heard(): void
  search(held: HeldSearch, work: (phase: RunPhase) => Promise<SearchOutcome>): Promise<SearchOutcome>
}

export const UNOBSERVED: Observation = { heard: () => undefined, search: (_, work) => work((_phase, run) => run()) }
