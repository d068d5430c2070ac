import { createLruCache } from '../domain/lru-cache.ts'
import {
  drawsAlong,
  goesOnWithSpeech,
  isPartReadAsSpeech,
  isReadAsSpeech,
  isSegmentReadAsSpeech,
  isWorthReading,
  placesBeside,
  speaksToAMachine,
} from '../guard/l2-speech.ts'
import { createReadStated } from '../guard/read-stated.ts'
import { type SpeechSpan, speechSpans } from '../guard/speech-spans.ts'
import type { Reader } from '../models/types.ts'

/**
 * Which of the sentences, in the order of their passage, may not be taken at their word, since they may speak to a
 * machine, or go on with one that does (L2, REQ 4.4.1).
 */
export type SpeechCheck = (
  sentences: readonly string[],
  signal?: AbortSignal,
  /** `wholes`: not their parts as well, and only those whose words are in doubt. */
  how?: 'with parts' | 'wholes',
) => Promise<readonly boolean[]>

/** Sentences come again with every claim that a passage is judged for. */
const REMEMBERED = 20_000

type SpeechReader = Pick<Reader, 'readSpeech'> & Partial<Pick<Reader, 'readSentences'>>

/** What is known of a sentence: that it may be speech, and that it is enough to draw its neighbours along. */
interface Told {
  readonly mayBe: boolean
  readonly draws: boolean
}
const NOTHING: Told = { mayBe: false, draws: false }

/** Asks the reader of the sentences and their parts that are in doubt, each once; with `every` of all sentences. */
export function createSpeechCheck(reader: SpeechReader, every = false): SpeechCheck {
  const { readSentences } = reader
  const readStated = readSentences === undefined ? null : createReadStated({ readSentences })
  const known = createLruCache<Told>(REMEMBERED)

  const tell = async (
    ...[sentences, signal, how = 'with parts']: Parameters<SpeechCheck>
  ): Promise<readonly Told[]> => {
    const told = new Map<string, Told>()
    const open = [...new Set(sentences)].filter((one) => {
      const before = known.get(`${how} ${one}`)
      if (before !== undefined) told.set(one, before)
      return before === undefined && ((every && how === 'with parts') || isWorthReading(one))
    })
    const parts = open.map((one) => (how === 'wholes' ? [] : partsOf(one)))
    const read = await reader.readSpeech([...open, ...parts.flat().map(({ text }) => text)], signal)
    let next = open.length
    for (const [at, sentence] of open.entries()) {
      const own = parts[at] ?? []
      const shares = read.slice(next, next + own.length)
      next += own.length
      const one = toldBy(sentence, read[at] ?? 0, own, shares)
      told.set(sentence, one)
      known.set(`${how} ${sentence}`, one)
    }
    // Not from what is remembered: a flood of sentences makes it forget some of them before it is asked.
    return sentences.map((sentence) => told.get(sentence) ?? NOTHING)
  }

  return async (sentences, signal, how) => {
    const told = await tell(sentences, signal, how)
    const beside = placesBeside(told.map(({ draws }) => draws)).filter((at) => told[at]?.mayBe === false)
    const stated =
      readStated === null || beside.length === 0
        ? []
        : await readStated(
            beside.map((at) => sentences[at] ?? ''),
            signal,
          )
    const goOn = new Set(beside.filter((_, at) => goesOnWithSpeech(stated[at] ?? 1)))
    return told.map(({ mayBe }, at) => mayBe || goOn.has(at))
  }
}

function toldBy(sentence: string, read: number, parts: readonly SpeechSpan[], shares: readonly number[]): Told {
  const isPart = parts.some((part, at) => isSpokenPart(part, shares[at] ?? 0))
  return { mayBe: isPart || isReadAsSpeech(sentence, read), draws: drawsAlong(sentence, read) }
}

function partsOf(sentence: string): readonly SpeechSpan[] {
  return speechSpans(sentence).filter(({ text, kind }) => kind === 'aside' || isWorthReading(text))
}

function isSpokenPart({ text, kind }: SpeechSpan, read: number): boolean {
  return kind === 'segment' ? isSegmentReadAsSpeech(text, read) : isPartReadAsSpeech(read)
}

/** Of a bare name, a host or a date, of which the reader says little: its words alone tell. */
export function isDoubtfulName(value: string): boolean {
  return speaksToAMachine(value)
}
