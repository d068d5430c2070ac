import type { JobSlot } from '../store/jobs.ts'

/** REQ 3.2.2: the larger goes first. */
export const PRIORITIES = {
  serp: 100,
  prefetch: 90,
  extract: 80,
  embed: 70,
  rerank: 60,
  llm_fast: 50,
  llm_slow: 40,
} as const
export type WorkKind = keyof typeof PRIORITIES

export interface WorkRequest {
  readonly kind: WorkKind
  readonly slot: JobSlot
  /** With it, no other work for the same domain runs meanwhile. */
  readonly domain?: string | undefined
  readonly taskId?: string | undefined
  /** What it is done for, in the event log. */
  readonly causeId?: string | undefined
  /** From its start, not from when it was asked for. */
  readonly timeoutMs?: number | undefined
  readonly signal?: AbortSignal | undefined
}

export type WorkOwner = Pick<WorkRequest, 'taskId' | 'causeId'>
