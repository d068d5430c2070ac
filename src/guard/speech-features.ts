import { namesThing, type SpeechToken, speechTokens } from './speech-tokens.ts'

/** Features are told apart by their hash alone; a clash costs little and no list of words is shipped. */
export const BUCKETS = 1 << 16

/** FNV-1a over the characters, 32 bits. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return hash
}

/** Of what was read so far and what comes next; the order counts. */
function mixed(hash: number, next: number): number {
  const product = Math.imul(hash ^ next, 0x85ebca6b)
  return (product ^ (product >>> 13)) + 0x9e3779b9
}

/** Kinds of features, apart from each other by their start. */
const START = {
  ...{ kinds: 1, words: 2, letters: 3, quotedKinds: 4, quotedWords: 5, quotedLetters: 6 },
  ...{ openingKinds: 7, openingWords: 8, clause: 9, ending: 10, pair: 11, quotes: 12 },
} as const

/** Behind these a clause begins, and with it an order may. */
const CLAUSE = new Set([...',:;-–—(.!?、。：', 'and', 'then', 'please', 'kindly', 'to'])
/** Bullets, numbers and brackets before the first word. */
const SKIPPED = new Set([...'0.)(-*•・#[]><"“「【】'])
const LONGEST = { kinds: 3, words: 2, letters: 4, ending: 7, tail: 3 }

class Found {
  readonly buckets = new Set<number>()

  add(hash: number): void {
    this.buckets.add(((hash ^ (hash >>> 16)) >>> 0) % BUCKETS)
  }

  /** Every run of up to `most` neighbours. */
  runs(start: number, hashes: readonly number[], most: number, least = 1): void {
    for (let at = 0; at < hashes.length; at += 1) {
      let hash = start
      for (let size = 1; size <= most && at + size <= hashes.length; size += 1) {
        hash = mixed(hash, hashes[at + size - 1] ?? 0)
        if (size >= least) this.add(hash)
      }
    }
  }
}

/** A token with the hashes of its word and its kind. */
interface Hashed {
  readonly token: SpeechToken
  readonly word: number
  readonly kind: number
}

function addText(found: Found, tokens: readonly Hashed[], isQuoted: boolean): void {
  const kinds = tokens.map(({ kind }) => kind)
  found.runs(isQuoted ? START.quotedKinds : START.kinds, kinds, LONGEST.kinds)
  const words = tokens.filter(({ token }) => !token.isJapanese).map(({ word }) => word)
  found.runs(isQuoted ? START.quotedWords : START.words, words, LONGEST.words)
  let run: number[] = []
  const end = () => {
    found.runs(isQuoted ? START.quotedLetters : START.letters, run, LONGEST.letters, 2)
    run = []
  }
  for (const { token } of tokens) {
    if (!token.isJapanese) end()
    else for (let at = 0; at < token.word.length; at += 1) run.push(token.word.charCodeAt(at))
  }
  end()
}

/** How a sentence, and each of its clauses, begins. */
function addOpenings(found: Found, tokens: readonly Hashed[]): void {
  const first = tokens.findIndex(({ token }) => !SKIPPED.has(token.word))
  if (first === -1) return
  let [kinds, words] = [START.openingKinds as number, START.openingWords as number]
  for (const [at, { kind, word }] of tokens.slice(first, first + 3).entries()) {
    kinds = mixed(kinds, kind)
    words = mixed(words, word)
    found.add(kinds)
    if (at < 2) found.add(words)
  }
  for (let at = first; at < tokens.length; at += 1) {
    const { token, word } = tokens[at] ?? {}
    if (token === undefined || word === undefined || !CLAUSE.has(token.word)) continue
    let hash = mixed(START.clause, word)
    for (const [behind, { kind }] of tokens.slice(at + 1, at + 4).entries()) {
      hash = mixed(hash, kind)
      if (behind > 0) found.add(hash)
    }
  }
}

/** How a Japanese sentence ends says whether it states, asks or orders. */
function addEnding(found: Found, tokens: readonly Hashed[]): void {
  const japanese = tokens.filter(({ token }) => token.isJapanese).slice(-LONGEST.tail)
  const tail = japanese.map(({ token }) => token.word).join('')
  let hash: number = START.ending
  for (let size = 1; size <= LONGEST.ending && size <= tail.length; size += 1) {
    hash = mixed(hash, tail.charCodeAt(tail.length - size))
    found.add(hash)
  }
}

/** Together: which things are named at all, wherever they stand. */
function addPairs(found: Found, tokens: readonly Hashed[]): void {
  const named = new Map(
    tokens.filter(({ token }) => !token.isQuoted && token.isThing).map(({ token, kind }) => [token.kind, kind]),
  )
  const kinds = [...named.values()].sort((a, b) => a - b)
  for (const [at, one] of kinds.entries())
    for (const other of kinds.slice(at + 1)) found.add(mixed(mixed(START.pair, one), other))
}

/** Shorter sentences have to name a thing to be read: "It is small." */
const LEAST_TOKENS = 10

/** The features of one sentence, each once; none of one that is too short to be told. */
export function speechFeatures(sentence: string): readonly number[] {
  const read = speechTokens(sentence)
  if (read.length < LEAST_TOKENS && !read.some(namesThing)) return []
  const tokens = read.map((token): Hashed => ({ token, word: hashOf(token.word), kind: hashOf(token.kind) }))
  const said = tokens.filter(({ token }) => !token.isQuoted)
  const quoted = tokens.filter(({ token }) => token.isQuoted)
  const found = new Found()
  addText(found, said, false)
  addText(found, quoted, true)
  addOpenings(found, said)
  addEnding(found, said)
  addPairs(found, tokens)
  if (quoted.length > 0) found.add(START.quotes)
  return [...found.buckets]
}

/** Features count by the root of their number: a long sentence is no surer than a short one. */
export function featureValue(features: readonly number[]): number {
  return 4 / Math.sqrt(Math.max(features.length, 16))
}
