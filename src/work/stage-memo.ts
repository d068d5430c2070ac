/**
 * What a job has finished, kept with it until it ends: a resumed job takes it from here instead of asking the web
 * again, and so goes on exactly where it was. A key names the stage: 'web', 'page https://a.example/x'.
 */
export interface StageMemo {
  get(key: string): unknown
  /** Saved at once, as JSON; throws LeaseLost when the job belongs to another process now. */
  set(key: string, value: unknown): void
}

/** For a run that nobody will resume. */
export function memoryStageMemo(): StageMemo {
  const known = new Map<string, unknown>()
  return { get: (key) => known.get(key), set: (key, value) => void known.set(key, value) }
}
