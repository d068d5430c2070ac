import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { BenchResult } from './bench.ts'

type Numbers = Readonly<Record<string, number | string | null>>

export interface GrowthLine {
  readonly what: string
  readonly key: string
  readonly unit: string
  readonly target: string
}

/** The same figure at one size and at a multiple of it, measured one after the other in one run. */
export function growthRows(
  subject: string,
  base: Numbers,
  large: Numbers,
  lines: readonly GrowthLine[],
): BenchResult['rows'] {
  return lines.map(({ what, key, unit, target }) => ({
    what: `${subject}: ${what}`,
    measured: `${large[key]} ${unit}`,
    baseline: `${base[key]} ${unit}; ratio ${ratioOf(base[key], large[key]) ?? '-'}`,
    target,
  }))
}

export function ratioOf(base: unknown, large: unknown): number | null {
  if (typeof base !== 'number' || typeof large !== 'number' || base === 0) return null
  return Math.round((large / base) * 100) / 100
}

/** `at_1_` and `at_10_` before the names, for one flat object. */
export function sideBySide(bench: string, times: number, base: Numbers, large: Numbers): Numbers {
  const named = (prefix: string, numbers: Numbers) =>
    Object.fromEntries(Object.entries(numbers).map(([name, value]) => [`${prefix}${name}`, value]))
  return { bench, times, ...named('at_1_', base), ...named(`at_${times}_`, large) }
}

/** Resident memory of this process in megabytes, after what is no longer used has been let go. */
export function residentMb(): number {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
  return Math.round(process.memoryUsage.rss() / 1e6)
}
