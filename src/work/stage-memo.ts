import type { z } from 'zod'

/**
 * What a job has finished, kept with it until it ends: a resumed job takes it from here instead of asking the web
 * again, and so goes on exactly where it was. A key names the stage: 'web', 'page https://a.example/x'.
 */
export interface StageMemo {
  get(key: string): unknown
  /** Saved at once, as JSON; throws LeaseLost when the job belongs to another process now. */
  set(key: string, value: unknown): void
}

/** Runs a stage once in the life of a search: the second time its output is read back. */
export type Once = <T>(key: string, schema: z.ZodType<T>, stage: () => Promise<T> | T) => Promise<T>

export function onceIn(memo: StageMemo, signal: AbortSignal): Once {
  const once = onceSavedIn(memo, signal, (save) => save())
  return (key, schema, stage) =>
    once(key, schema, async () => {
      const output = await stage()
      return () => output
    })
}

/**
 * Like `Once`, for a stage that ends by saving: it returns the function that saves and tells its output. Rows and
 * output are written in one transaction, so that a crash leaves both or neither.
 */
export type OnceSaved = <T>(key: string, schema: z.ZodType<T>, stage: () => Promise<() => T>) => Promise<T>

export function onceSavedIn(memo: StageMemo, signal: AbortSignal, write: <T>(work: () => T) => T): OnceSaved {
  return async (key, schema, stage) => {
    const before = finished(memo, key, schema)
    if (before !== undefined) return before
    const save = await stage()
    // What was cut short is not finished, even where the stage itself took the cut for an answer.
    signal.throwIfAborted()
    return write(() => {
      const output = save()
      memo.set(key, output)
      return output
    })
  }
}

/**
 * The output of a stage that was finished before; undefined where it was not. What does not fit the schema, written by
 * another version, counts as not finished: the stage is run again.
 */
export function finished<T>(memo: StageMemo, key: string, schema: z.ZodType<T>): T | undefined {
  const stored = memo.get(key)
  return stored === undefined ? undefined : schema.safeParse(stored).data
}
