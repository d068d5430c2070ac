import { isJapanese } from '../rules/words.ts'
import type { Exchange } from './exchange.ts'
import { ENGLISH_OPPOSITES } from './opposites-english.ts'
import { JAPANESE_OPPOSITES } from './opposites-japanese.ts'

/** Words of one statement that are turned, alone and together. */
const MOST_TURNED = 3
const WORD = /[\p{Script=Latin}]+/gu

interface Turn {
  readonly at: number
  readonly own: string
  readonly other: string
}

/**
 * The statement with a word of direction turned into its opposite: a source that bears this out, and not what was said,
 * says it the other way round.
 */
export function turnedStatements(statement: string): readonly Exchange[] {
  const turns = (isJapanese(statement) ? japaneseTurns(statement) : englishTurns(statement)).slice(0, MOST_TURNED)
  const some = Array.from({ length: 2 ** turns.length - 1 }, (_, mask) =>
    turns.filter((_turn, at) => ((mask + 1) >> at) % 2 === 1),
  )
  return some.map((chosen) => exchanged(statement, chosen))
}

function exchanged(statement: string, turns: readonly Turn[]): Exchange {
  let text = statement
  for (const { at, own, other } of [...turns].sort((a, b) => b.at - a.at))
    text = `${text.slice(0, at)}${other}${text.slice(at + own.length)}`
  const [own, other] = [turns.map((turn) => turn.own).join(', '), turns.map((turn) => turn.other).join(', ')]
  return { kind: 'direction', text, own, other }
}

function englishTurns(statement: string): readonly Turn[] {
  return [...statement.matchAll(WORD)].flatMap((match) => {
    const [own] = match
    const other = ENGLISH_OPPOSITES.get(own.toLowerCase())
    return other === undefined ? [] : [{ at: match.index, own, other: cased(own, other) }]
  })
}

function cased(own: string, other: string): string {
  return /^\p{Lu}/u.test(own) ? `${other.charAt(0).toUpperCase()}${other.slice(1)}` : other
}

function japaneseTurns(statement: string): readonly Turn[] {
  const turns: Turn[] = []
  for (const [own, other] of JAPANESE_OPPOSITES) {
    const at = statement.indexOf(own)
    const isTaken = turns.some((turn) => at < turn.at + turn.own.length && at + own.length > turn.at)
    if (at >= 0 && !isTaken) turns.push({ at, own, other })
  }
  return turns
}
