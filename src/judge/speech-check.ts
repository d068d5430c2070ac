import { createLruCache } from '../domain/lru-cache.ts'
import {
  goesOnWithSpeech,
  isPartReadAsSpeech,
  isReadAsSpeech,
  isWorthReading,
  placesBeside,
  speaksToAMachine,
} from '../guard/l2-speech.ts'
import { speechSpans } from '../guard/speech-spans.ts'
import type { Reader } from '../models/types.ts'
import { createReadStated } from './read-stated.ts'

/**
 * Which of the sentences, in the order of their passage, may not be taken at their word, since they may speak to a
 * machine, or go on with one that does (L2, REQ 4.4.1).
 */
export type SpeechCheck = (sentences: readonly string[], signal?: AbortSignal) => Promise<readonly boolean[]>

/** Sentences come again with every claim that a passage is judged for. */
const REMEMBERED = 20_000

type SpeechReader = Pick<Reader, 'readSpeech'> & Partial<Pick<Reader, 'readSentences'>>

/** Asks the reader of the sentences and their parts that are in doubt, each once; with `every` of all sentences. */
export function createSpeechCheck(reader: SpeechReader, every = false): SpeechCheck {
  const { readSentences } = reader
  const readStated = readSentences === undefined ? null : createReadStated({ readSentences })
  const known = createLruCache<boolean>(REMEMBERED)
  return async (sentences, signal) => {
    const told = new Map<string, boolean>()
    const open = [...new Set(sentences)].filter((one) => {
      const before = known.get(one)
      if (before !== undefined) told.set(one, before)
      return before === undefined && (every || isWorthReading(one))
    })
    const parts = open.map((sentence) => partsOf(sentence))
    const read = await reader.readSpeech([...open, ...parts.flat()], signal)
    let next = open.length
    for (const [at, sentence] of open.entries()) {
      const count = parts[at]?.length ?? 0
      const isPartSpeech = read.slice(next, next + count).some(isPartReadAsSpeech)
      next += count
      const isSpeech = isPartSpeech || isReadAsSpeech(sentence, read[at] ?? 0)
      told.set(sentence, isSpeech)
      known.set(sentence, isSpeech)
    }
    // Not from what is remembered: a flood of sentences makes it forget some of them before it is asked.
    const speaks = sentences.map((sentence) => told.get(sentence) ?? false)
    const beside = placesBeside(speaks)
    if (readStated === null || beside.length === 0) return speaks
    const stated = await readStated(
      beside.map((at) => sentences[at] ?? ''),
      signal,
    )
    const goOn = new Set(beside.filter((_, at) => goesOnWithSpeech(stated[at] ?? 1)))
    return speaks.map((is, at) => is || goOn.has(at))
  }
}

function partsOf(sentence: string): readonly string[] {
  return speechSpans(sentence)
    .map(({ text }) => text)
    .filter(isWorthReading)
}

/** Of a bare name, a host or a date, of which the reader says little: its words alone tell. */
export function isDoubtfulName(value: string): boolean {
  return speaksToAMachine(value)
}
