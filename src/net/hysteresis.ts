/**
 * Bounds, hysteresis and a least time between changes, so that a parameter follows its metric without swinging (REQ
 * 4.6).
 */
export interface HysteresisOptions {
  /** From relaxed to strict. */
  readonly levels: readonly number[]
  readonly raiseAbove: number
  readonly lowerBelow: number
  readonly holdMs: number
}

export interface LevelChange {
  readonly from: number
  readonly to: number
}

export interface Hysteresis {
  level(key: string): number
  /** Moves at most one level; null when nothing changes. */
  note(key: string, metric: number, now: number): LevelChange | null
}

interface Setting {
  index: number
  changedAt: number
}

export function createHysteresis(options: HysteresisOptions): Hysteresis {
  const { levels, raiseAbove, lowerBelow, holdMs } = options
  const settings = new Map<string, Setting>()
  const levelAt = (index: number) => levels[index] ?? levels[0] ?? 0

  return {
    level: (key) => levelAt(settings.get(key)?.index ?? 0),
    note(key, metric, now) {
      const setting = settings.get(key) ?? { index: 0, changedAt: Number.NEGATIVE_INFINITY }
      settings.set(key, setting)
      const step = metric > raiseAbove ? 1 : metric < lowerBelow ? -1 : 0
      const next = Math.min(Math.max(setting.index + step, 0), levels.length - 1)
      if (next === setting.index || now - setting.changedAt < holdMs) return null
      const change = { from: levelAt(setting.index), to: levelAt(next) }
      setting.index = next
      setting.changedAt = now
      return change
    },
  }
}
