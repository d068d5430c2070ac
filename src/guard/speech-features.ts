import { type SpeechToken, speechTokens } from './speech-tokens.ts'

/** Features are told apart by their hash alone; a clash costs little and no list of words is shipped. */
export const BUCKETS = 1 << 16

/** FNV-1a over the characters, 32 bits. */
function bucketOf(feature: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < feature.length; at += 1) hash = Math.imul(hash ^ feature.charCodeAt(at), 0x01000193)
  return ((hash ^ (hash >>> 15)) >>> 0) % BUCKETS
}

/** Behind these a clause begins, and with it an order may. */
const CLAUSE = new Set([
  ',',
  ':',
  ';',
  '-',
  '–',
  '—',
  'and',
  'then',
  'please',
  'kindly',
  'to',
  '(',
  '.',
  '!',
  '?',
  '、',
  '。',
  '：',
])
const SKIPPED = new Set(['0', '.', ')', '(', '-', '*', '•', '・', '#', '[', ']', '>', '<', '"', '“', '「', '【', '】'])

function* windows(kinds: readonly string[], most: number): Generator<string> {
  for (let at = 0; at < kinds.length; at += 1)
    for (let size = 1; size <= most && at + size <= kinds.length; size += 1) yield kinds.slice(at, at + size).join(' ')
}

function* openings(tokens: readonly SpeechToken[]): Generator<string> {
  let start = 0
  while (start < tokens.length && SKIPPED.has(tokens[start]?.word ?? '')) start += 1
  for (const size of [1, 2, 3]) {
    const part = tokens.slice(start, start + size)
    yield `^k ${part.map(({ kind }) => kind).join(' ')}`
    if (size < 3) yield `^w ${part.map(({ word }) => word).join(' ')}`
  }
  for (const [at, { word }] of tokens.entries()) {
    if (at < start || !CLAUSE.has(word)) continue
    const part = tokens.slice(at + 1, at + 4).map(({ kind }) => kind)
    yield `,k ${word} ${part.slice(0, 2).join(' ')}`
    yield `,k ${word} ${part.join(' ')}`
  }
}

/** How a Japanese sentence ends says whether it states, asks or orders. */
function* endings(tokens: readonly SpeechToken[]): Generator<string> {
  const last = tokens.findLast(({ isJapanese }) => isJapanese)
  if (last === undefined) return
  const tail = tokens
    .filter(({ isJapanese }) => isJapanese)
    .slice(-3)
    .map(({ word }) => word)
    .join('')
  for (let size = 1; size <= 7 && size <= tail.length; size += 1) yield `$ ${tail.slice(-size)}`
}

function* japaneseGrams(tokens: readonly SpeechToken[]): Generator<string> {
  let run = ''
  for (const { word, isJapanese } of [...tokens, { word: '', isJapanese: false }]) {
    if (isJapanese) {
      run += word
      continue
    }
    for (let at = 0; at < run.length; at += 1)
      for (let size = 2; size <= 4 && at + size <= run.length; size += 1) yield `j ${run.slice(at, at + size)}`
    run = ''
  }
}

function* featuresIn(tokens: readonly SpeechToken[], mark: string): Generator<string> {
  const kinds = tokens.map(({ kind }) => kind)
  for (const window of windows(kinds, 3)) yield `${mark}k ${window}`
  const words = tokens.filter(({ isJapanese }) => !isJapanese).map(({ word }) => word)
  for (const window of windows(words, 2)) yield `${mark}w ${window}`
  for (const gram of japaneseGrams(tokens)) yield `${mark}${gram}`
}

/** Together: which things are named at all, wherever they stand. */
function* pairs(tokens: readonly SpeechToken[]): Generator<string> {
  const named = [...new Set(tokens.filter(({ isQuoted }) => !isQuoted).map(({ kind }) => kind))]
    .filter((kind) => kind === kind.toUpperCase() && /^[A-Z]{2}/u.test(kind))
    .sort()
  for (const [at, one] of named.entries()) for (const other of named.slice(at + 1)) yield `& ${one} ${other}`
}

/** The features of one sentence, each once. */
export function speechFeatures(sentence: string): readonly number[] {
  const tokens = speechTokens(sentence)
  const said = tokens.filter(({ isQuoted }) => !isQuoted)
  const quoted = tokens.filter(({ isQuoted }) => isQuoted)
  const found = new Set<number>()
  for (const feature of featuresIn(said, '')) found.add(bucketOf(feature))
  for (const feature of featuresIn(quoted, '"')) found.add(bucketOf(feature))
  for (const feature of openings(said)) found.add(bucketOf(feature))
  for (const feature of endings(said)) found.add(bucketOf(feature))
  for (const feature of pairs(tokens)) found.add(bucketOf(feature))
  if (quoted.length > 0) found.add(bucketOf('quotes'))
  return [...found]
}

/** Features count by the root of their number: a long sentence is no surer than a short one. */
export function featureValue(features: readonly number[]): number {
  return 4 / Math.sqrt(Math.max(features.length, 16))
}
