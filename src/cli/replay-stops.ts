import { z } from 'zod'
import type { CallHooks, Lyra } from '../app/lyra.ts'
import { readAll, sqlId } from './graph-reading.ts'

/** A search that was interrupted, cancelled or failed, and how far it had come. */
export interface EarlyEnd {
  readonly code: string
  /** Null: recorded by a version that did not note it; such a search is replayed to its end. */
  readonly stopAt: NonNullable<CallHooks['stopAt']> | null
}

const point = z.object({ stages: z.array(z.string()), claims: z.number(), judged: z.number() })

/** By search id, from the event log of the task. */
export async function readEarlyEnds(lyra: Lyra, taskId: string): Promise<ReadonlyMap<string, EarlyEnd>> {
  const events = await readAll(
    lyra,
    `SELECT subject_id AS search, data ->> 'code' AS code, data ->> 'reached' AS reached FROM events
      WHERE task_id = ${sqlId(taskId)} AND kind = 'search_failed' ORDER BY seq`,
  )
  return new Map(
    events.map(({ search, code, reached }) => [String(search), { code: String(code), stopAt: read(reached) }]),
  )
}

function read(reached: unknown): EarlyEnd['stopAt'] {
  return typeof reached === 'string' ? (point.safeParse(JSON.parse(reached)).data ?? null) : null
}
