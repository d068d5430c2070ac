import { type Adversary, adversariesOf, writeOut } from './adversarial-input.ts'

export interface Growth {
  readonly adversary: Adversary
  readonly shortMs: number
  readonly longMs: number
}

export const SHORT_TEXT = 10_000
export const LONG_TEXT = 20_000
/** Below this a text of 20 kB is read at 4 MB a second or faster. */
const FLOOR_MS = 5
/** Twice the text takes twice the time; square growth takes four times. */
const MOST_RATIO = 2.9
const ROUNDS = 2
/** The processor's time is told in steps of some milliseconds: fast matches are repeated until the sum is this long. */
const LEAST_SUM_MS = 30

/**
 * The first adversarial text on which the pattern's time grows clearly faster than the text; null when there is none.
 */
export function superlinearGrowth(source: string, flags: string): Growth | null {
  const expression = new RegExp(source, flags.includes('g') ? flags : `${flags}g`)
  for (const adversary of adversariesOf(source, flags)) {
    const long = writeOut(adversary, LONG_TEXT)
    // The first run may be that of the interpreter, before the pattern is compiled; others wait for the processor.
    if ([1, 2, 3].some(() => clockMs(expression, long) < FLOOR_MS)) continue
    const growth = measured(expression, adversary)
    if (growth.longMs >= FLOOR_MS && growth.longMs > MOST_RATIO * growth.shortMs) return growth
  }
  return null
}

/** The best of some rounds in turns: a cache gone cold or a collection of garbage only ever adds. */
function measured(expression: RegExp, adversary: Adversary): Growth {
  const [short, long] = [writeOut(adversary, SHORT_TEXT), writeOut(adversary, LONG_TEXT)]
  let shortMs = Number.POSITIVE_INFINITY
  let longMs = Number.POSITIVE_INFINITY
  for (let round = 0; round < ROUNDS; round += 1) {
    longMs = Math.min(longMs, processorMs(expression, long))
    shortMs = Math.min(shortMs, processorMs(expression, short))
    if (longMs < FLOOR_MS || longMs <= MOST_RATIO * shortMs) break
  }
  return { adversary, shortMs, longMs }
}

/** Time of this thread's processor for one match: other work on the machine does not count. */
function processorMs(expression: RegExp, text: string): number {
  const before = process.threadCpuUsage()
  for (let runs = 1; ; runs += 1) {
    match(expression, text)
    const { user, system } = process.threadCpuUsage(before)
    if (user + system >= 1000 * LEAST_SUM_MS) return (user + system) / 1000 / runs
  }
}

function clockMs(expression: RegExp, text: string): number {
  const started = performance.now()
  match(expression, text)
  return performance.now() - started
}

function match(expression: RegExp, text: string): void {
  expression.lastIndex = 0
  text.replace(expression, '')
}
