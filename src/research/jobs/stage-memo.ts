import { z } from 'zod'
import type { SearchRun } from '../parts.ts'

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
