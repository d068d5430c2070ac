import { LyraError } from '../domain/errors.ts'

/**
 * The tokenizer library runs the patterns of tokenizer.json on every text, and texts come from the web: one that
 * backtracks without end would hold the whole process. Those of known models repeat no group that can be read in
 * several ways, and have at most two open repetitions in a row, of which the second is the end. What is written in a
 * way that leaves room for doubt is refused too.
 */
const MOST_OPEN = 2
/** Longer repetitions count as open. */
const MOST_TIMES = 10
const LONGEST = 2000
const DEEPEST = 100

const GROUP = /\((?:\?(?:[:=!>]|<[=!]|i:))?/y
const ESCAPE = String.raw`\\[pP]\{[\w^=]{1,40}\}|\\[sSdDwWnrt]|\\[^A-Za-z0-9]`
/** A character, an escape, or a class without brackets in it, which dialects read differently. */
const ATOM = new RegExp(String.raw`${ESCAPE}|\\b|\[\^?(?:${ESCAPE}|[^[\]()|\\]){1,300}\]|[^[\](){}|*+?\\]`, 'uy')
const TIMES = /(?:[*+?]|\{(?<least>\d{1,4})(?<comma>,)?(?<most>\d{1,4})?\})(?<greed>[?+])?/y

/** Throws MODEL_NOT_READY for a tokenizer with a pattern that may not be run. */
export function requireBoundedPatterns(tokenizer: unknown): void {
  for (const pattern of patternsIn(tokenizer, 0))
    if (!isBounded(pattern))
      throw new LyraError('MODEL_NOT_READY', 'A pattern of its tokenizer.json might never end on some text', {
        details: { pattern: pattern.slice(0, 200) },
      })
}

function* patternsIn(value: unknown, depth: number): Generator<string> {
  if (typeof value !== 'object' || value === null) return
  if (depth > DEEPEST) throw new LyraError('MODEL_NOT_READY', `Its tokenizer.json is nested more than ${DEEPEST} deep`)
  for (const [name, inner] of Object.entries(value)) {
    // Plain words with their numbers, a hundred thousand of them.
    if (name === 'vocab' || name === 'merges') continue
    if (name === 'Regex' && typeof inner === 'string') yield inner
    else yield* patternsIn(inner, depth + 1)
  }
}

interface Group {
  /** Open repetitions before the group, and up to here in this alternative. */
  readonly before: number
  open: number
  most: number
  /** Of its texts there is more than one reading, so that repeating it multiplies them. */
  varied: boolean
}

const groupAfter = (open: number): Group => ({ before: open, open, most: open, varied: false })

function isBounded(pattern: string): boolean {
  const around: Group[] = []
  let group = groupAfter(0)
  const add = (times: Times) => {
    group.varied ||= times.varies
    if (times.isOpen) group.open++
    group.most = Math.max(group.most, group.open)
  }
  for (let at = 0; at < pattern.length; ) {
    const first = pattern[at]
    if (first === '|') {
      group.varied = true
      group.open = group.before
      at++
    } else if (first === '(') {
      around.push(group)
      group = groupAfter(group.open)
      at = endOf(GROUP, pattern, at)
      if (pattern[at] === '?') return false
    } else {
      const end = first === ')' ? at + 1 : endOf(ATOM, pattern, at)
      const times = timesAt(pattern, end)
      // Whatever stands behind the second open repetition can make it be tried at every length of both.
      if (end === at || times === null || (first !== ')' && group.open >= MOST_OPEN)) return false
      if (first === ')') {
        const outer = around.pop()
        if (outer === undefined || (times.repeats && group.varied)) return false
        outer.open = group.most
        outer.varied ||= group.varied
        group = outer
        if (times.isOpen && group.open >= MOST_OPEN) return false
      }
      add(times)
      at = times.end
    }
  }
  return pattern.length <= LONGEST && around.length === 0 && group.most <= MOST_OPEN
}

interface Times {
  readonly end: number
  readonly repeats: boolean
  readonly isOpen: boolean
  readonly varies: boolean
}

/** How often what ends here may stand; null for what is repeated twice over. */
function timesAt(pattern: string, at: number): Times | null {
  TIMES.lastIndex = at
  const found = TIMES.exec(pattern)
  if (found === null) return '*+?{'.includes(pattern[at] ?? ' ') ? null : { end: at, ...ONCE }
  const end = at + found[0].length
  const { least, comma, most, greed } = found.groups ?? {}
  if ('*+?{'.includes(pattern[end] ?? ' ') || (least !== undefined && greed === '+')) return null
  if (found[0].startsWith('?')) return { end, repeats: false, isOpen: false, varies: true }
  if (least === undefined) return { end, repeats: true, isOpen: true, varies: true }
  if (Number(least) > MOST_TIMES) return null
  const last = most === undefined && comma !== undefined ? Number.POSITIVE_INFINITY : Number(most ?? least)
  return { end, repeats: last > 1, isOpen: last > MOST_TIMES, varies: last !== Number(least) }
}

const ONCE = { repeats: false, isOpen: false, varies: false }

function endOf(form: RegExp, pattern: string, at: number): number {
  form.lastIndex = at
  return at + (form.exec(pattern)?.[0].length ?? 0)
}
