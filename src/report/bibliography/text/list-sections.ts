import type { Steps } from '../../../domain/in-turns.ts'
import { headingOf, isListTitle, readLine } from './list-line.ts'
import { hasSign, isLinked } from './reference-signs.ts'

const FENCE = /^\s{0,3}(?:```|~~~)/u
const NOTE = /^\s{0,3}\[\^?[^\]\s]{1,60}\]:\s/u

/**
 * The lines of the list in a text: those under its title and notes (`[^a]: ...`) wherever they stand; else from the
 * first number in brackets on; else all.
 */
export function* readingSections(text: string): Steps<readonly string[]> {
  const lines = withoutFrontMatter(
    text
      .replace(/^\ufeff/u, '')
      .replace(/\r\n?/gu, '\n')
      .split('\n'),
  )
  const inside: string[] = []
  const notes: string[] = []
  let firstNumbered: number | null = null
  let isSigned = false
  let isMarkedBefore = false
  let level: number | null = null
  let isCode = false
  for (const [at, line] of lines.entries()) {
    yield
    if (FENCE.test(line)) isCode = !isCode
    const heading = isCode ? null : headingOf(line)
    if (heading !== null && isListTitle(heading.text)) level = heading.level === 0 ? LOWEST : heading.level
    else if (heading !== null && level !== null && heading.level <= level) level = null
    if (level !== null) inside.push(line)
    else if (isCode) continue
    else if (NOTE.test(line)) notes.push(line, '')
    else {
      const { mark } = readLine(line)
      if (mark === 'bracket') firstNumbered ??= at
      if (mark === 'bracket') isSigned ||= hasSign(line)
      else if (mark !== null && firstNumbered === null) isMarkedBefore ||= hasSign(line)
    }
  }
  const isTitled = inside.some((line) => line.trim() !== '' && headingOf(line) === null)
  if (isTitled) return [...notes, ...inside]
  if (firstNumbered !== null && isSigned && !isMarkedBefore)
    return [...notes, ...lines.slice(firstNumbered).filter((line) => !NOTE.test(line))]
  return notes.some(isLinked) && !isMarkedBefore ? notes : lines
}

/** The title of a list that is no heading of Markdown ends where any of these begins. */
const LOWEST = 6

function withoutFrontMatter(lines: readonly string[]): readonly string[] {
  if (lines[0] !== '---') return lines
  const end = lines.findIndex((line, at) => at > 0 && /^(?:---|\.\.\.)$/u.test(line))
  return end < 0 ? lines : lines.slice(end + 1)
}
