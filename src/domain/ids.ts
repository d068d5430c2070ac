import { createHash, randomBytes } from 'node:crypto'

type IdKind =
  | 'task'
  | 's'
  | 'page'
  | 'frag'
  | 'claim'
  | 'find'
  | 'edge'
  | 'work'
  | 'rec'
  | 'event'
  | 'auth'
  | 'n'
  | 'ask'
  | 'fb'
  | 'cal'
  | 'eval'
  | 'err'
  | 'job'
  | 'serp'
  | 'con'
  | 'block'
  | 'emb'
  | 'dec'
  | 'aud'
  | 'cause'
  | 'upd'
  | 'cit'
  | 'ent'
  | 'name'
  | 'ment'

/** Ids of things that happen (tasks, searches, events). Things that *are* use `stableId`. */
export interface IdSource {
  next(kind: IdKind): string
}

export function randomIds(): IdSource {
  return { next: (kind) => `${kind}_${randomBytes(8).toString('hex')}` }
}

/** Replay and tests: the n-th id of a kind is the same in every run. */
export function seededIds(seed: string): IdSource {
  const counters = new Map<IdKind, number>()
  return {
    next: (kind) => {
      const n = (counters.get(kind) ?? 0) + 1
      counters.set(kind, n)
      return stableId(kind, seed, String(n))
    },
  }
}

/**
 * An id that follows from what the thing is: the same page, fragment, claim or edge gets the same id in every run and
 * after every crash, so saving twice is saving once.
 */
export function stableId(kind: IdKind, ...parts: readonly string[]): string {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(`${Buffer.byteLength(part)}:`).update(part)
  return `${kind}_${hash.digest('hex').slice(0, 16)}`
}

export function sha256(data: string | Uint8Array): string {
  return createHash('sha256').update(data).digest('hex')
}
