import type { z } from 'zod'

/**
 * Outputs of a job's finished stages, stored until the job ends: a resumed job reads them instead of requesting the web
 * again, and so continues exactly where it was. A key names the stage: 'web', 'page https://a.example/x'.
 */
export interface StageCheckpoints {
  get(key: string): unknown
  /** Saved at once, as JSON; throws LeaseLost when the job belongs to another process now. */
  set(key: string, value: unknown): void
}

/** Runs a stage once in the life of a job; the second time its stored output is returned. */
export type RunOnce = <T>(key: string, schema: z.ZodType<T>, stage: () => Promise<T> | T) => Promise<T>

export function runOnce(memo: StageCheckpoints, signal: AbortSignal): RunOnce {
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

export function onceSavedIn(memo: StageCheckpoints, signal: AbortSignal, write: <T>(work: () => T) => T): OnceSaved {
  return async (key, schema, stage) => {
    const before = savedOutput(memo, key, schema)
    if (before !== undefined) return before
    const save = await stage()
    // An aborted stage is not finished, even if it returned a value.
    signal.throwIfAborted()
    return write(() => {
      const output = save()
      memo.set(key, output)
      return output
    })
  }
}

/**
 * The stored output of a finished stage; undefined if there is none. Output that does not fit the schema, written by
 * another version, counts as missing, and the stage runs again.
 */
export function savedOutput<T>(memo: StageCheckpoints, key: string, schema: z.ZodType<T>): T | undefined {
  const stored = memo.get(key)
  return stored === undefined ? undefined : schema.safeParse(stored).data
}
