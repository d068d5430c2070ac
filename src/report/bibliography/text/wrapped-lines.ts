import type { Steps } from '../../../domain/in-turns.ts'
import { multilineRegExp } from '../../../domain/multiline-regexp.ts'
import { hasSign } from './reference-signs.ts'

const CJK = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}、。「」『』（）：ー]/u
/** A line that is shorter was not broken because it was full. */
const SHORTEST_FULL = 30
const COMPLETE = /[.。．)）\]」』”"?!？！\d/]$/u
const UNFINISHED = /(?:[,;:&、，；：–—-]|\b(?:and|et|und|in|of|the|for|a|an))$/iu
const BEGINS = /^[\p{Lu}\p{Lt}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}“"「『«[\d]/u
const GOES_ON = /^(?:https?:|www\.|doi\b|pp?\. ?\d|vol\b|no\. ?\d|retrieved|accessed|available|in: )/iu
const ONLY_ADDRESS = /^<?(?:https?:\/\/|www\.)\S{1,2000}$/u
const ENDS_IN_ADDRESS = /(?:^|\s)<?(?:https?:\/\/|www\.|doi:\s?)\S{1,300}$/iu
/** How references begin and titles hardly do: "Lee, A.", "Drew P,", 田村一郎（, 「. */
const NAMES_FIRST = multilineRegExp('u')`
  ^(?:\p{Lu}[\p{L}'’-]{1,40},? \p{Lu}{1,3}[.,]|\p{Lu}\. (?:\p{Lu}\. )?\p{Lu}|[\p{Script=Han}・]{2,20}[（「『]|[「『“"])`

/**
 * The entries of lines that follow each other without a mark: one a line, or one broken over several. A line was broken
 * by its width only where the first word of the next had no more room.
 */
export function* readingLines(lines: readonly string[]): Steps<readonly string[]> {
  const width = lines.reduce((widest, line) => Math.max(widest, line.length), 0)
  const isList = yield* isTitleALine(lines, width)
  const areAddressesFirst = ONLY_ADDRESS.test(lines[0] ?? '') && !ONLY_ADDRESS.test(lines.at(-1) ?? '')
  const entries: string[][] = []
  let isSigned = false
  let isAddressed = false
  for (const [at, line] of lines.entries()) {
    yield
    const before = lines[at - 1]
    const isAddress = ONLY_ADDRESS.test(line)
    const open = entries.at(-1)
    if (
      open === undefined ||
      before === undefined ||
      isList ||
      (isAddress && isAddressed) ||
      (isSigned && !areAddressesFirst && beginsEntry(line, before, isBroken(before, line, width)))
    ) {
      entries.push([line])
      isSigned = false
      isAddressed = false
    } else open.push(line)
    isSigned ||= hasSign(line)
    isAddressed ||= isAddress
  }
  return entries.map(joinLines)
}

function isBroken(before: string, line: string, width: number): boolean {
  const first = CJK.test(line.charAt(0)) ? 1 : (line.split(/\s/u, 1)[0]?.length ?? 0)
  return width >= SHORTEST_FULL && before.length + 1 + first > width
}

function beginsEntry(line: string, before: string, broken: boolean): boolean {
  if (!BEGINS.test(line) || GOES_ON.test(line) || UNFINISHED.test(before)) return false
  if (ENDS_IN_ADDRESS.test(before.slice(-320))) return !broken || hasSign(line)
  return NAMES_FIRST.test(line) ? COMPLETE.test(before) : !broken && (hasSign(line) || COMPLETE.test(before))
}

/** A list of bare titles: each line begins like one, and none was broken. */
function* isTitleALine(lines: readonly string[], width: number): Steps<boolean> {
  for (const [at, line] of lines.entries()) {
    yield
    if (hasSign(line) || !BEGINS.test(line)) return false
    const before = lines[at - 1]
    if (before !== undefined && (UNFINISHED.test(before) || isBroken(before, line, width))) return false
  }
  return lines.length > 1
}

/** Japanese goes on without a space, and so does an address or a word that was cut at its hyphen. */
export function joinLines(lines: readonly string[]): string {
  return lines.map((line, at) => (at === 0 || isTight(lines[at - 1] ?? '', line) ? line : ` ${line}`)).join('')
}

function isTight(before: string, line: string): boolean {
  const last = before.slice(-1)
  if (CJK.test(last) && CJK.test(line.charAt(0))) return true
  if (last === '-' && /^\p{Ll}/u.test(line) && /\p{L}-$/u.test(before.slice(-3))) return true
  return /[/_=?&-]/u.test(last) && /(?:https?:\/\/|www\.|\b10\.\d{4,9}\/)\S{0,300}$/u.test(before.slice(-300))
}
