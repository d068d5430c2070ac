import { isJapanese } from '../rules/words.ts'
import { type PlacedWord, placedWords } from './local-negation.ts'

/** Which entries of a list a text has: whole words, beginnings (`rais*`), phrases (`due_to`), pieces of Japanese. */
export interface ListedWords {
  has(list: readonly string[]): boolean
  found(list: readonly string[]): readonly string[]
  /** The same, and whether the clause denies it. */
  placed(list: readonly string[]): readonly PlacedWord[]
}

export function listedWords(text: string): ListedWords {
  const lower = text.normalize('NFKC').toLowerCase()
  const words = placedWords(lower)
  const plain = words.map(({ word }) => word.replace(/['’]s$/u, ''))
  const spaced = ` ${plain.join(' ')} `
  const known = new Set(plain)
  const holds = (entry: string) => {
    if (isJapanese(entry)) return lower.includes(entry)
    if (entry.includes('_')) return spaced.includes(` ${entry.replaceAll('_', ' ')} `)
    if (entry.endsWith('*')) return plain.some((word) => word.startsWith(entry.slice(0, -1)))
    return known.has(entry)
  }
  const placed = (entry: string): readonly PlacedWord[] => {
    if (!holds(entry)) return []
    if (isJapanese(entry)) {
      return placesOf(lower, entry).map((at) => {
        const denied = deniedAt(lower, at + entry.length)
        return { word: entry, denied, directly: denied }
      })
    }
    const start = entry.replace(/\*$/u, '')
    return words.filter((_, at) => (entry.endsWith('*') ? plain[at]?.startsWith(start) === true : plain[at] === entry))
  }
  return {
    has: (list) => list.some(holds),
    found: (list) => list.filter(holds),
    placed: (list) => list.flatMap(placed),
  }
}

function placesOf(text: string, entry: string): readonly number[] {
  const places: number[] = []
  for (let at = text.indexOf(entry); at >= 0; at = text.indexOf(entry, at + 1)) places.push(at)
  return places
}

const JAPANESE_DENIAL = /^[^、。「」]{0,12}?(?:(?<!少|すく)な(?:い|かっ|く)|ません|ず(?=[、。にで]|$))/u

function deniedAt(text: string, from: number): boolean {
  return JAPANESE_DENIAL.test(text.slice(from, from + 24))
}
