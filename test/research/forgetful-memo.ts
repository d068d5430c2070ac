import type { StageCheckpoints } from '../../src/work/stage-checkpoints.ts'

/** For a search that nobody will resume. */
export function forgetfulMemo(): StageCheckpoints {
  const known = new Map<string, unknown>()
  return { get: (key) => known.get(key), set: (key, value) => void known.set(key, value) }
}
