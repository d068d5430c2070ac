import { isJapanese, type PlacedWord, placedWords } from '../rules/words.ts'
import { type PreparedSentence, type PreparedSource, windowOf } from './prepared-source.ts'

/** Something that a text has in a place. */
export interface PlacedThing<T> {
  readonly value: T
  readonly text: string
  readonly at: number
}

/** The words about a place, each with how close it stands (0..1). */
export type PlaceContext = ReadonlyMap<string, number>

/** Words of another sentence of the passage, of its heading, and of the far end of the sentence itself. */
const BESIDE = 0.15
const HEADING = 0.2
const FAR_END = 0.25
/** So many words away one counts half as much; Japanese is read in pairs of signs. */
const HALF = 5
const HALF_WIDE = 10
/** Words before and behind a place that are looked at. */
const REACH = 80
/** What parts clauses puts as much between two words as these many others. */
const CLAUSE_MARK = /[,;:()、。；：（）](?!\d)|[–—]/gu
const PER_MARK = 3

interface ReadWords {
  readonly words: readonly PlacedWord[]
  /** Clause marks before each of them. */
  readonly marks: readonly number[]
  readonly markPlaces: readonly number[]
  readonly half: number
}

function readWords(text: string): ReadWords {
  const words = placedWords(text)
  const markPlaces = [...text.matchAll(CLAUSE_MARK)].map(({ index }) => index)
  let before = 0
  const marks = words.map(({ at }) => {
    while (before < markPlaces.length && (markPlaces[before] ?? 0) < at) before += 1
    return before
  })
  return { words, marks, markPlaces, half: isJapanese(text) ? HALF_WIDE : HALF }
}

export function contextOf(text: string, thing: PlacedThing<unknown>, read = readWords(text)): PlaceContext {
  const { words, marks, markPlaces, half } = read
  const found = words.findIndex(({ at }) => at >= thing.at)
  const place = found < 0 ? words.length : found
  const ownMarks = markPlaces.filter((at) => at < thing.at).length
  const inside = new Set(placedWords(thing.text).map(({ word }) => word))
  const context = new Map<string, number>()
  for (let order = Math.max(0, place - REACH); order < Math.min(words.length, place + REACH); order += 1) {
    const word = words[order]?.word ?? ''
    if (inside.has(word)) continue
    const between = Math.abs((marks[order] ?? 0) - ownMarks)
    const closeness = Math.max(FAR_END, 2 ** -((Math.abs(order - place) + PER_MARK * between) / half))
    context.set(word, Math.max(context.get(word) ?? 0, closeness))
  }
  return context
}

/** What is the same for every place of a sentence, read once. */
interface ReadSentence {
  readonly own: ReadWords
  readonly about: PlaceContext
  /** Cells of the head of its table. */
  readonly head: readonly string[]
}

const known = new WeakMap<PreparedSource, Map<PreparedSentence, ReadSentence>>()

function readSentence(source: PreparedSource, sentence: PreparedSentence): ReadSentence {
  const sentences = known.get(source) ?? new Map<PreparedSentence, ReadSentence>()
  known.set(source, sentences)
  const before = sentences.get(sentence)
  if (before !== undefined) return before
  const about = new Map<string, number>()
  const add = (words: Iterable<string>, closeness: number) => {
    for (const word of words) if (!about.has(word)) about.set(word, closeness)
  }
  const wordsOf = (text: string) => placedWords(text).map(({ word }) => word)
  add(wordsOf(sentence.passage.heading ?? ''), HEADING)
  for (const beside of windowOf(source, sentence)) if (beside !== sentence) add(beside.words, BESIDE)
  add(wordsOf(source.frame.split('\n')[0] ?? ''), BESIDE)
  const head = sentence.isRow
    ? source.sentences.find(({ passage, isRow }) => isRow && passage === sentence.passage)
    : null
  const made = { own: readWords(sentence.text), about, head: head?.text.split(CELLS) ?? [] }
  sentences.set(sentence, made)
  return made
}

export function sentenceContext(
  source: PreparedSource,
  sentence: PreparedSentence,
  thing: PlacedThing<unknown>,
): PlaceContext {
  const { own, about, head } = readSentence(source, sentence)
  const context = new Map(
    sentence.isRow ? rowContext(sentence.text, head, thing) : contextOf(sentence.text, thing, own),
  )
  for (const [word, closeness] of about) if (!context.has(word)) context.set(word, closeness)
  return context
}

const CELLS = ' | '

/** Of a cell the name of its row and the head of its column are as close as can be. */
function rowContext(text: string, head: readonly string[], thing: PlacedThing<unknown>): PlaceContext {
  const context = new Map<string, number>()
  const column = text.slice(0, thing.at).split(CELLS).length - 1
  const put = (cell: string, closeness: number) => {
    for (const { word } of placedWords(cell)) context.set(word, Math.max(context.get(word) ?? 0, closeness))
  }
  for (const [at, cell] of text.split(CELLS).entries()) if (at !== column) put(cell, at === 0 ? 1 : FAR_END)
  put(head[column] ?? '', 1)
  return context
}

/** Of the words about one place, by weight and closeness, those that stand as close to the other. */
export function agreement(mine: PlaceContext, theirs: PlaceContext, weight: (word: string) => number): number {
  let [shared, all] = [0, 0]
  for (const [word, closeness] of mine) {
    const heavy = weight(word)
    all += heavy * closeness
    const other = theirs.get(word)
    if (other !== undefined) shared += heavy * Math.min(closeness, other)
  }
  return all === 0 ? 0 : shared / all
}
