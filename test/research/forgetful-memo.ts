import type { StageMemo } from '../../src/work/stage-memo.ts'

/** For a search that nobody will resume. */
export function forgetfulMemo(): StageMemo {
  const known = new Map<string, unknown>()
  return { get: (key) => known.get(key), set: (key, value) => void known.set(key, value) }
}
