/** Something in a home that is not as it should be. */
export interface Damage {
  readonly what: string
  /** What `--fix` does about it, or what a person has to do. */
  readonly plan: string
  /** Null where only a person can; else says what was done, or throws. */
  readonly act: (() => Promise<string> | string) | null
}

export interface RepairPlace {
  readonly home: string
  /** Where programs leave temporary folders. */
  readonly temporary: string
  readonly viewFolders: readonly string[]
  readonly now: number
}

/** One kind of damage that can be found, and mostly mended (LYRA 6.7). None deletes what was collected. */
export interface Repair {
  readonly name: string
  find(place: RepairPlace): Promise<readonly Damage[]>
}

export type RepairStatus = 'planned' | 'done' | 'failed' | 'nothing_to_fix' | 'needs_person'

export interface RepairReport {
  readonly repair: string
  readonly status: RepairStatus
  /** Null where nothing is wrong. */
  readonly what: string | null
  readonly plan: string | null
  /** What came of it. */
  readonly outcome: string | null
}

const DAY_MS = 86_400_000

/** Long enough that no process still works on it. */
export const isOld = (modifiedMs: number, now: number) => now - modifiedMs > DAY_MS
