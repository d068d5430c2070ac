import { type Adversary, adversariesOf, writeOut } from './adversarial-input.ts'

export interface Growth {
  readonly adversary: Adversary
  readonly shortMs: number
  readonly longMs: number
}

export const SHORT_TEXT = 10_000
export const LONG_TEXT = 20_000
const QUARTER_TEXT = 5000

/** Below this a text of 10 kB is read at 8 MB a second or faster, and nothing has to be compared. */
const FLOOR_MS = 1.25
/** Twice the text takes twice the time; square growth takes four times. */
const SUSPICIOUS_RATIO = 2.6
/** Four times the text takes four times the time; square growth takes sixteen times. */
const CERTAIN_RATIO = 9
/** A text of 20 kB that takes longer needs no second look. */
const CERTAIN_MS = 200
/** One round that looks linear is enough to let a pattern pass; other work on the machine only ever adds. */
const ROUNDS = 8
/** The processor's time is told in steps of some milliseconds: fast matches are repeated until the sum is this long. */
const LEAST_SUM_MS = 16

/**
 * The first adversarial text on which the pattern's time grows clearly faster than the text; null when there is none.
 * Each text is read once; only a slow one is compared with one of twice its length, and only what then looks like
 * square growth is measured again and again, against a quarter of the text, until it looks linear or never does.
 */
export function superlinearGrowth(source: string, flags: string): Growth | null {
  const expression = new RegExp(source, flags.includes('g') ? flags : `${flags}g`)
  for (const adversary of adversariesOf(source, flags)) {
    const short = writeOut(adversary, SHORT_TEXT)
    // The first run may be that of the interpreter, before the pattern is compiled; others wait for the processor.
    if ([1, 2, 3].some(() => clockMs(expression, short) < FLOOR_MS)) continue
    const long = writeOut(adversary, LONG_TEXT)
    const growth = { adversary, shortMs: processorMs(expression, short), longMs: processorMs(expression, long) }
    if (growth.longMs < SUSPICIOUS_RATIO * growth.shortMs) continue
    if (growth.longMs > CERTAIN_MS || isCertain(expression, writeOut(adversary, QUARTER_TEXT), long)) return growth
  }
  return null
}

/** By the best of some rounds in turns: a cache gone cold or a collection of garbage only ever adds. */
function isCertain(expression: RegExp, short: string, long: string): boolean {
  let shortMs = Number.POSITIVE_INFINITY
  let longMs = Number.POSITIVE_INFINITY
  for (let round = 0; round < ROUNDS; round += 1) {
    longMs = Math.min(longMs, processorMs(expression, long))
    shortMs = Math.min(shortMs, processorMs(expression, short))
    if (longMs < CERTAIN_RATIO * shortMs) return false
  }
  return true
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
