import { z } from 'zod'
import type { SearchRun } from '../parts.ts'

/**
 * What a search has finished, kept with its job until the search ends: a resumed search takes it from here instead of
 * asking the web again, and so goes on exactly where it was.
 */
export interface StageMemo {
  get(key: string): unknown
  /** Saved at once; throws when the job belongs to another process now. */
  set(key: string, value: unknown): void
}

const names = z.array(z.string())
const kept = z.object({ value: z.unknown(), warnings: names, enriched: names, pages: names })

/** Runs a stage once in the life of a search; what it added to the run comes back with its result. */
export async function once<T>(
  run: SearchRun,
  key: string,
  schema: z.ZodType<T>,
  work: () => Promise<T> | T,
): Promise<T> {
  const before = run.memo.get(key)
  if (before !== undefined) {
    const { value, warnings, enriched, pages } = kept.parse(before)
    run.warnings.splice(0, run.warnings.length, ...warnings)
    run.pageIds.splice(0, run.pageIds.length, ...pages)
    for (const name of enriched) run.enriched.add(name)
    return schema.parse(value)
  }
  const value = await work()
  // What was cut short is not finished, even where the stage itself took the cut for an answer.
  run.signal.throwIfAborted()
  run.memo.set(key, { value, warnings: run.warnings, enriched: [...run.enriched], pages: run.pageIds })
  return value
}

/** For a run that nobody will resume. */
export function forgetfulMemo(): StageMemo {
  const known = new Map<string, unknown>()
  return { get: (key) => known.get(key), set: (key, value) => void known.set(key, value) }
}
